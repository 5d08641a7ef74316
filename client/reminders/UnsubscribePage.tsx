import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { mailName, type Stoppable } from '../../domain/reminders/kinds.ts'
import { UNSUBSCRIBE_ENDED, unsubscribePage } from '../../domain/reminders/unsubscribe-api.ts'
import { FormPage } from '../accounts/passwords/FormPage.tsx'
import { useAction } from '../ui/ActionButton.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { unsubscribe } from './settings.ts'

/** Unsubscribes on a press, because mail scanners open the links in mails. */
export function UnsubscribePage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [stopped, setStopped] = useState<Stoppable | null>(null)
  const { busy, refusal, run } = useAction()
  const stop = async () => setStopped(await unsubscribe(token))

  return (
    <FormPage page={unsubscribePage}>
      {stopped ? (
        <>
          <Text role="status">We won’t send you emails of this kind any more: {mailName(stopped)}.</Text>
          <Button component={Link} to="/account/reminders" variant="default" fullWidth mt="lg">
            All reminders
          </Button>
        </>
      ) : (
        <>
          <Text>This stops emails like the one that brought you here. Everything else stays the same.</Text>
          <FormMessage text={token ? refusal : UNSUBSCRIBE_ENDED} />
          <Button fullWidth mt="lg" loading={busy} disabled={!token} onClick={() => void run(stop)}>
            Stop these emails
          </Button>
        </>
      )}
    </FormPage>
  )
}
