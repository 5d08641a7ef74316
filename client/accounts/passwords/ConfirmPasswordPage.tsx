import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation, useNavigate } from 'react-router'
import { confirmPasswordPage } from '../../../domain/accounts/passwords/api.ts'
import { usePersonalPage } from '../../lib/page.ts'
import { useUser } from '../../lib/user.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { SignInPrompt } from '../SignInPrompt.tsx'
import { SignOnButton } from '../single-sign-on/SignOnButton.tsx'
import { providerName } from '../single-sign-on/sign-on.ts'
import { FormPage } from './FormPage.tsx'
import { needed } from './NewPasswordFields.tsx'
import { confirmPassword } from './passwords.ts'

/** Confirms the password, then returns to the previous page (PWD-14, D-31). */
export function ConfirmPasswordPage() {
  usePersonalPage(confirmPasswordPage)
  const user = useUser()
  const { key } = useLocation()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: needed }
  })
  const refusal = useRefusal(form)

  async function submit({ password }: typeof form.values) {
    await confirmPassword(password)
    await goBack()
  }

  async function goBack() {
    // The first page of a visit has no previous one.
    if (key === 'default') await navigate('/account', { replace: true })
    else await navigate(-1)
  }

  if (!user) return <SignInPrompt actionText="to confirm your password" />
  return (
    <FormPage page={confirmPasswordPage}>
      <Text mb="md">
        {user.has_password ? 'Please enter your password again' : 'Please show again that it’s you'} to continue,{' '}
        {user.username}.
      </Text>
      {user.has_password === 1 && (
        <Form onSubmit={form.onSubmit(refusal.guard(submit))} aria-label="Confirm your password">
          {/* Password managers need the username of the password. */}
          <input type="hidden" name="username" autoComplete="username" value={user.email} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            withAsterisk
            {...form.getInputProps('password')}
          />
          <FormEnd refusal={refusal.text} busy={form.submitting} submit="Confirm" fullWidth mt="lg" />
        </Form>
      )}
      {user.has_sign_on === 1 && (
        <SignOnButton
          purpose="proof"
          label={`Confirm with ${providerName()}`}
          variant="default"
          fullWidth
          mt="sm"
          onDone={goBack}
        />
      )}
    </FormPage>
  )
}
