import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { REQUIRED } from '../../domain/lib/refusal.ts'
import { getUser } from '../lib/user.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { fieldError } from '../ui/forms/field-error.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { login } from './accounts.ts'
import { PasskeyButton } from './passkeys/PasskeyButton.tsx'
import { closeSignIn, keepTyped, typedIn } from './sign-in.ts'

/** @param isFirst the modal opens on this tab, so a field of this form gets the focus */
export function LoginForm({ isFirst = true }) {
  // Filled in for a person whose login has ended.
  const known = getUser()
  const email = known?.guest_name === null ? known.email : ''
  const form = useForm({
    initialValues: typedIn('login', { email, password: '' }),
    onValuesChange: values => keepTyped('login', values),
    validate: {
      email: value => (value.trim() ? null : fieldError('Email', REQUIRED)),
      password: value => (value ? null : fieldError('Password', REQUIRED))
    }
  })

  // A refusal doesn't say which of the two is wrong.
  const refusal = useRefusal(form, () => ({}))

  return (
    <Form onSubmit={form.onSubmit(refusal.guard(login))} aria-label="Login">
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
      <TextLink to="/forgot-password" onClick={closeSignIn} mt="xs" display="inline-block" size="sm">
        Forgot your password?
      </TextLink>
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Login" fullWidth mt="lg" />
      <PasskeyButton />
    </Form>
  )
}
