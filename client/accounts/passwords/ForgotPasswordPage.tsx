import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { EMAIL_TEXT, email as emailField } from '../../../domain/accounts/fields.ts'
import { forgotPasswordPage, LINK_SENT, RESET_FAILED } from '../../../domain/accounts/passwords/api.ts'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { CallRefused } from '../../lib/api.ts'
import { config } from '../../lib/embedded.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { ContactLink } from '../../ui/links/ContactLink.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { typedIn } from '../sign-in.ts'
import { noPasswords } from '../single-sign-on/sign-on.ts'
import { FormPage } from './FormPage.tsx'
import { sendResetLink } from './passwords.ts'

/** Sends a link for a new password (PWD-01..PWD-05). */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    // The email typed into the login form.
    initialValues: { email: typedIn('login', { email: '' }).email },
    validate: { email: value => (value.trim() ? checkEmail(value) : REQUIRED) }
  })
  const refusal = useRefusal(form)

  async function submit({ email }: typeof form.values) {
    setSentTo(null)
    try {
      await sendResetLink(email)
      setSentTo(email.trim())
      toast.success(LINK_SENT, { id: 'reset' })
    } catch (error) {
      // The field shows why it is malformed, so a toast would add nothing (D-30).
      const isMalformed = error instanceof CallRefused && error.status === 422
      if (!isMalformed) toast.error(RESET_FAILED, { id: 'reset' })
      throw error
    }
  }

  const off = noPasswords()
  if (off !== null) {
    return (
      <FormPage page={forgotPasswordPage}>
        <Text>{off}</Text>
      </FormPage>
    )
  }
  if (!config.sends_mail) {
    return (
      <FormPage page={forgotPasswordPage}>
        <Text>
          This hut sends no emails. Ask an admin for a link to choose a new password
          {config.contact && (
            <>
              : <ContactLink address={config.contact} />
            </>
          )}
          .
        </Text>
      </FormPage>
    )
  }
  return (
    <FormPage page={forgotPasswordPage}>
      <Text mb="md">We’ll email you a link to choose a new password.</Text>
      <Form onSubmit={form.onSubmit(refusal.guard(submit))} aria-label="Password reset">
        <TextInput label="Email" type="email" autoComplete="username" withAsterisk {...form.getInputProps('email')} />
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Send the link" fullWidth mt="lg" />
      </Form>
      <div role="status">
        {sentTo && (
          <Text mt="md">
            If {sentTo} has an account, you’ll get an email in a minute or two. If you don’t see it, check your spam
            folder. The link works for an hour.
          </Text>
        )}
      </div>
    </FormPage>
  )
}

function checkEmail(value: string): string | null {
  return emailField.safeParse(value).success ? null : EMAIL_TEXT
}
