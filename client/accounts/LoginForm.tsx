import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { REQUIRED } from '../../domain/lib/fields.ts'
import { getUser } from '../lib/user.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { login } from './accounts.ts'
import { PasskeyButton } from './passkeys/PasskeyButton.tsx'
import { closeSignIn, keepTyped, typedIn } from './sign-in.ts'

/** @param isFirst the modal opens on this tab, so a field of this form gets the focus */
export function LoginForm({ isFirst = true }) {
  // Filled in for a person whose login has ended.
  const email = getUser()?.email ?? ''
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    initialValues: typedIn('login', { email, password: '' }),
    onValuesChange: values => keepTyped('login', values),
    validate: {
      email: value => (value.trim() ? null : REQUIRED),
      password: value => (value ? null : REQUIRED)
    }
  })

  async function submit(values: typeof form.values) {
    if (form.submitting) return
    setRefused(null)
    try {
      await login(values)
    } catch (error) {
      setRefused(messageOf(error))
    }
  }

  return (
    <Form onSubmit={form.onSubmit(submit)} aria-label="Login">
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          withAsterisk
          data-autofocus={(isFirst && email === '') || undefined}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          withAsterisk
          data-autofocus={(isFirst && email !== '') || undefined}
          {...form.getInputProps('password')}
        />
      </Stack>
      <Anchor component={Link} to="/forgot-password" onClick={closeSignIn} mt="xs" display="inline-block" size="sm">
        Forgot your password?
      </Anchor>
      <FormMessage text={refused} />
      <Button type="submit" fullWidth mt="lg" loading={form.submitting}>
        Login
      </Button>
      <PasskeyButton />
    </Form>
  )
}
