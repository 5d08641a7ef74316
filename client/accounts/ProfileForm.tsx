import { Button, Card, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useForm } from '@mantine/form'
import type { User } from '../../domain/accounts/user.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { errorsByField, useRefusal } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toast.tsx'
import { updateProfile } from './accounts.ts'

/** The server checks the e-mail; its messages stand under the fields (D-29). */
export function ProfileForm({ user }: { user: User }) {
  const { first_name, last_name, email, username } = user
  const form = useForm({ initialValues: { first_name, last_name, email, username, password: '' } })
  const isNewEmail = form.values.email.trim().toLowerCase() !== email.toLowerCase()
  const refusal = useRefusal(form, profileErrors)

  async function submit({ password, ...userData }: typeof form.values) {
    if (form.submitting) return
    refusal.clear()
    try {
      await updateProfile({ userData, ...(isNewEmail ? { password } : {}) })
      form.setFieldValue('password', '')
      toast.success('Successfully updated profile.')
    } catch (error) {
      refusal.show(error)
    }
  }

  return (
    <Card component="section" aria-labelledby="profile">
      <Title order={2} id="profile" mb="md">
        Profile
      </Title>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <TextInput label="Username" autoComplete="username" disabled {...form.getInputProps('username')} />
          <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('first_name')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('last_name')} />
          <TextInput label="Email" type="email" autoComplete="email" withAsterisk {...form.getInputProps('email')} />
          {isNewEmail && (
            <PasswordInput
              label="Your password"
              description="To change the email"
              autoComplete="current-password"
              withAsterisk
              {...form.getInputProps('password')}
            />
          )}
        </Stack>
        <FormMessage text={refusal.text} />
        <Button type="submit" mt="lg" loading={form.submitting}>
          Save
        </Button>
      </form>
    </Card>
  )
}

/** The body is `userData`, so its fields may come with that in front. */
function profileErrors(error: unknown): Record<string, string> {
  const errors = Object.entries(errorsByField(error))
  return Object.fromEntries(errors.map(([field, text]) => [field.replace('userData.', ''), text]))
}
