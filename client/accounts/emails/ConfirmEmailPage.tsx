import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { CONFIRM_ENDED, confirmEmailPage } from '../../../domain/accounts/emails/api.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { FormPage } from '../passwords/FormPage.tsx'
import { type Confirmed, confirmEmail } from './emails.ts'

/** Confirms on a press, because mail scanners open the links in mails. */
export function ConfirmEmailPage() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const { busy, refusal, run } = useAction()

  if (confirmed !== null) {
    return (
      <FormPage page={confirmEmailPage}>
        <Text role="status">
          {confirmed.is_changed
            ? `${confirmed.email} is your email now. We’ve told your old address.`
            : `Thanks! ${confirmed.email} is confirmed, and you can use everything.`}
        </Text>
        <Button component={Link} to={confirmed.is_changed ? '/account' : '/'} fullWidth mt="lg">
          {confirmed.is_changed ? 'My Account' : 'Go to the home page'}
        </Button>
      </FormPage>
    )
  }
  return (
    <FormPage page={confirmEmailPage}>
      <Form
        busy={busy}
        onSubmit={() => run(async () => setConfirmed(await confirmEmail(token ?? '')))}
        aria-label="Confirm your email"
      >
        <Text>You’ll sign in with it and get your emails there.</Text>
        <FormEnd
          refusal={token ? refusal : CONFIRM_ENDED}
          busy={busy}
          submit="Confirm the email"
          fullWidth
          mt="lg"
          disabled={!token}
        />
      </Form>
    </FormPage>
  )
}
