import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { undoEmailPage } from '../../../domain/accounts/emails/api.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { errorsByField, useRefusal } from '../../ui/forms/form-errors.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import { FormPage } from '../passwords/FormPage.tsx'
import { EMPTY_PASSWORDS, NewPasswordFields, needed } from '../passwords/NewPasswordFields.tsx'
import { undoEmailChange } from './emails.ts'

/**
 * Takes back a change of email. It also asks for a new password, because the person who changed the email knew the
 * old one.
 */
export function UndoEmailPage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [email, setEmail] = useState<string | null>(null)
  const [isEnded, setIsEnded] = useState(token === '')
  const form = useForm({
    initialValues: EMPTY_PASSWORDS,
    validate: { password: needed, password_confirmation: needed }
  })
  const refusal = useRefusal(form)

  async function submit(values: typeof form.values) {
    try {
      setEmail(await undoEmailChange({ ...values, token }))
    } catch (error) {
      // The server refuses a token that is used up or too old.
      setIsEnded('token' in errorsByField(error))
      throw error
    }
  }

  if (email !== null) {
    return (
      <FormPage page={undoEmailPage}>
        <Text role="status">{email} is your account’s email again, and we signed everyone out.</Text>
        <Button fullWidth mt="lg" onClick={() => window.location.assign('/login')}>
          Login
        </Button>
      </FormPage>
    )
  }
  return (
    <FormPage page={undoEmailPage}>
      <Text mb="md">
        Your account goes back to the email we sent this link to. Choose a new password too: someone else may know the
        old one.
      </Text>
      <Form onSubmit={form.onSubmit(refusal.guard(submit))} aria-label="Undo the change">
        <Stack gap="md">
          <NewPasswordFields form={form} />
        </Stack>
        <FormMessage text={refusal.text} />
        <div role="alert">
          {isEnded && (
            <Text mt="sm">
              This link no longer works. <TextLink to="/forgot-password">Reset your password</TextLink> if the account
              is yours.
            </Text>
          )}
        </div>
        <Button type="submit" fullWidth mt="lg" loading={form.submitting}>
          Undo the change
        </Button>
      </Form>
    </FormPage>
  )
}
