import { Button, Card, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { User } from '../../domain/accounts/user.ts'
import { FormMessage } from '../ui/FormMessage.tsx'
import { errorsByField, messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'
import { updateProfile } from './accounts.ts'

/** The server checks the e-mail; its messages stand under the fields (D-29). */
export function ProfileForm({ user }: { user: User }) {
  const [refused, setRefused] = useState<string | null>(null)
  const { first_name, last_name, email, username } = user
  const form = useForm({ initialValues: { first_name, last_name, email, username } })

  async function submit(userData: typeof form.values) {
    if (form.submitting) return
    setRefused(null)
    try {
      await updateProfile(userData)
      toast.success('Successfully updated profile.')
    } catch (error) {
      const errors = errorsByField(error)
      // The body is `userData`, so its fields may come with that in front.
      form.setErrors(
        Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.replace('userData.', ''), text]))
      )
      if (Object.keys(errors).length === 0) setRefused(messageOf(error))
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
        </Stack>
        <FormMessage text={refused} />
        <Button type="submit" mt="lg" loading={form.submitting}>
          Save
        </Button>
      </form>
    </Card>
  )
}
