import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { User } from '../../domain/accounts/user.ts'
import { useMerging } from '../ui/forms/ClashDialog.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { errorsByField, useRefusal } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { Panel } from '../ui/Panel.tsx'
import { updateProfile } from './accounts.ts'
import { NewEmail } from './emails/NewEmail.tsx'
import { AskProof } from './proof/AskProof.tsx'
import { proven } from './proof/proof.ts'

interface ProfileFields {
  first_name: string
  last_name: string
  email: string
}

function fieldsOf({ first_name, last_name, email }: ProfileFields): ProfileFields {
  return { first_name, last_name, email }
}

/** The server validates the email. Its messages appear under the fields (D-29). */
export function ProfileForm({ user }: { user: User }) {
  const merging = useMerging<ProfileFields>(() => ({ form: fieldsOf(user), revision: user.revision }))
  const { username } = user
  const form = useForm({ initialValues: { ...merging.base.form, username, password: '' } })
  const isNewEmail = form.values.email.trim().toLowerCase() !== user.email.toLowerCase()
  const refusal = useRefusal(form, profileErrors)
  const [isSaved, setIsSaved] = useState(false)

  async function submit({ password, ...values }: typeof form.values) {
    setIsSaved(false)
    const saved = await merging.save(fieldsOf(values), {
      send: userData =>
        proven(() => updateProfile({ userData, ...(userData.email === undefined ? {} : { password }) })),
      read: fieldsOf,
      show: joined => form.setValues(joined)
    })
    if (saved) merging.setBase({ form: fieldsOf(saved), revision: saved.revision })
    // The account keeps its email until the new one is confirmed.
    const shown = { ...values, email: saved?.email ?? user.email, password: '' }
    form.setValues(shown)
    form.resetDirty(shown)
    setIsSaved(true)
  }

  return (
    <Panel id="profile" title="Profile">
      <Form onSubmit={form.onSubmit(refusal.guard(submit))}>
        <Stack gap="md">
          <TextInput label="Username" autoComplete="off" disabled {...form.getInputProps('username')} />
          <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('first_name')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('last_name')} />
          <TextInput label="Email" type="email" autoComplete="username" withAsterisk {...form.getInputProps('email')} />
          {user.new_email !== null && <NewEmail email={user.new_email} />}
          {isNewEmail && user.has_password === 1 && (
            <PasswordField
              label="Your password"
              description="Needed to change your email"
              autoComplete="current-password"
              withAsterisk
              {...form.getInputProps('password')}
            />
          )}
        </Stack>
        <LeaveGuard isChanged={form.isDirty()} typed="lost" />
        {merging.dialog}
        <AskProof />
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Save" mt="lg">
          <Text role="status">{isSaved && !form.isDirty() && 'Successfully updated profile.'}</Text>
        </FormEnd>
      </Form>
    </Panel>
  )
}

/** Strips the `userData.` prefix, because the body nests the fields in `userData`. */
function profileErrors(error: unknown): Record<string, string> {
  const errors = Object.entries(errorsByField(error))
  return Object.fromEntries(errors.map(([field, text]) => [field.replace('userData.', ''), text]))
}
