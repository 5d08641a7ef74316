import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { PASSWORD_RESET, RESET_FAILED, resetPasswordPage } from '../../../domain/accounts/passwords/api.ts'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { getUser } from '../../lib/user.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { errorsByField, useRefusal } from '../../ui/forms/form-errors.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { openSignIn } from '../sign-in.ts'
import { noPasswords } from '../single-sign-on/sign-on.ts'
import { FormPage } from './FormPage.tsx'
import { EMPTY_PASSWORDS, NewPasswordFields, needed } from './NewPasswordFields.tsx'
import { resetPassword } from './passwords.ts'

/** PWD-06..PWD-13. The server checks the passwords (PWD-11). */
export function ResetPasswordPage() {
  const [query] = useSearchParams()
  const { token = query.get('token') ?? '' } = useParams()
  const [isDone, setIsDone] = useState(false)
  const [isEnded, setIsEnded] = useState(token === '')
  const form = useForm({
    initialValues: { email: query.get('email') ?? '', ...EMPTY_PASSWORDS },
    validate: {
      email: value => (value.trim() ? null : REQUIRED),
      password: needed,
      password_confirmation: needed
    }
  })
  const refusal = useRefusal(form)

  async function submit(values: typeof form.values) {
    try {
      await resetPassword({ ...values, token })
      setIsDone(true)
      toast.success(PASSWORD_RESET, { id: 'reset' })
    } catch (error) {
      toast.error(RESET_FAILED, { id: 'reset' })
      setIsEnded('token' in errorsByField(error))
      throw error
    }
  }

  const off = noPasswords()
  if (off !== null) {
    return (
      <FormPage page={resetPasswordPage}>
        <Text>{off}</Text>
      </FormPage>
    )
  }
  if (isDone) {
    return (
      <FormPage page={resetPasswordPage}>
        <Text role="status">Your password is reset, and you’re signed out everywhere.</Text>
        <Button fullWidth mt="lg" onClick={signIn}>
          Login
        </Button>
      </FormPage>
    )
  }
  return (
    <FormPage page={resetPasswordPage}>
      <Form onSubmit={form.onSubmit(refusal.guard(submit))} aria-label="Choose a password">
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" withAsterisk {...form.getInputProps('email')} />
          <NewPasswordFields form={form} />
        </Stack>
        <FormMessage text={refusal.text} />
        <div role="alert">
          {isEnded && (
            <Text mt="sm">
              This link no longer works, or it’s for another email.{' '}
              <TextLink to="/forgot-password">Ask for a new one</TextLink>
            </Text>
          )}
        </div>
        <Button type="submit" fullWidth mt="lg" loading={form.submitting}>
          Save the password
        </Button>
      </Form>
    </FormPage>
  )
}

/** The reset has ended all logins. Loads /login afresh, so that nothing of the person stays in memory. */
function signIn(): void {
  if (getUser()) window.location.assign('/login')
  else openSignIn()
}
