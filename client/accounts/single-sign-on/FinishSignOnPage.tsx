import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import {
  connectSignOn,
  finishSignOn,
  finishSignOnPage,
  getPendingSignOn,
  SIGN_ON_ENDED
} from '../../../domain/accounts/single-sign-on/api.ts'
import { isUsername, USERNAME_TEXT } from '../../../domain/accounts/username.ts'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { call } from '../../lib/api.ts'
import { zoneOfDevice } from '../../lib/dates/device-zone.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { fieldError } from '../../ui/forms/field-error.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import { notifyTabsOfLogin } from '../login-watch.ts'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { FormPage } from '../passwords/FormPage.tsx'
import { needed } from '../passwords/NewPasswordFields.tsx'
import { TermsLabel } from '../TermsLabel.tsx'
import { noPasswords, providerName } from './sign-on.ts'

/** The first sign-in at the provider: makes an account, or connects the one that has the email. */
export function FinishSignOnPage() {
  const { data: pending, error } = useQuery({
    queryKey: ['pending sign-on'],
    queryFn: () => call(getPendingSignOn),
    staleTime: 0
  })
  return (
    <FormPage page={finishSignOnPage}>
      {pending === null && <Text>{SIGN_ON_ENDED}</Text>}
      {error && <FormMessage text={error.message} />}
      {pending?.is_known === 1 && <Connect email={pending.email} />}
      {pending?.is_known === 0 && <NewAccount email={pending.email} username={pending.username} />}
    </FormPage>
  )
}

/** Loads the next page afresh, as the person who has signed in. */
function leave({ next }: { next: string }): void {
  notifyTabsOfLogin()
  window.location.replace(next)
}

function NewAccount({ email, username }: { email: string; username: string }) {
  const form = useForm({
    initialValues: { username, terms: false },
    validate: {
      username: value => (isUsername(value.trim()) ? null : USERNAME_TEXT),
      terms: value => (value ? null : fieldError('Terms', REQUIRED))
    }
  })
  const refusal = useRefusal(form)
  return (
    <Form
      aria-label="Finish signing in"
      onSubmit={form.onSubmit(
        refusal.guard(async values => {
          leave(await call(finishSignOn, { body: { ...values, terms: 1, time_zone: zoneOfDevice() } }))
        })
      )}
    >
      <Text mb="md">
        Welcome, {email}! Choose how others see you. If you have an account here with another email, sign in to it and
        connect {providerName()} under “Sign-in and security”.
      </Text>
      <Stack gap="sm">
        <TextInput
          label="Username"
          autoComplete="nickname"
          autoCapitalize="none"
          withAsterisk
          {...form.getInputProps('username')}
        />
        <Checkbox
          {...form.getInputProps('terms', { type: 'checkbox' })}
          aria-invalid={form.errors.terms ? true : undefined}
          label={<TermsLabel />}
        />
      </Stack>
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Create my account" fullWidth mt="lg" />
    </Form>
  )
}

function Connect({ email }: { email: string }) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: needed } })
  const refusal = useRefusal(form)
  return (
    <Form
      aria-label="Connect your account"
      onSubmit={form.onSubmit(refusal.guard(async body => leave(await call(connectSignOn, { body }))))}
    >
      <Text mb="md">
        An account here already has {email}. Show once that it’s yours, and from then on {providerName()} signs you in
        to it.
      </Text>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="Password of your account here"
        autoComplete="current-password"
        withAsterisk
        {...form.getInputProps('password')}
      />
      {noPasswords() === null && (
        <TextLink to="/forgot-password" mt="xs" display="inline-block" size="sm">
          Forgot your password?
        </TextLink>
      )}
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Connect" fullWidth mt="lg" />
      <PasskeyButton label="Use a passkey" onDone={async () => leave(await call(connectSignOn, { body: {} }))} />
    </Form>
  )
}
