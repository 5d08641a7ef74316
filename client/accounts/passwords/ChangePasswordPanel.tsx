import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EMPTY_PASSWORDS, NewPasswordFields, needed } from './NewPasswordFields.tsx'
import { changePassword } from './passwords.ts'

/** @param email tells password managers whose password it is */
export function ChangePasswordPanel({ email }: { email: string }) {
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm({
    initialValues: { current_password: '', ...EMPTY_PASSWORDS },
    validate: { current_password: needed, password: needed, password_confirmation: needed }
  })
  const refusal = useRefusal(form)

  async function submit(values: typeof form.values) {
    setIsSaved(false)
    await changePassword(values)
    form.reset()
    setIsSaved(true)
  }

  return (
    <Panel id="password" title="Password" space="xs">
      <Text c="dimmed" mb="md">
        Changing it signs out your other devices and ends your private calendar address.
      </Text>
      <Form onSubmit={form.onSubmit(refusal.guard(submit))} aria-label="Change the password">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Stack gap="md">
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            withAsterisk
            {...form.getInputProps('current_password')}
          />
          <NewPasswordFields form={form} />
        </Stack>
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Change the password" mt="lg">
          <Text role="status">{isSaved && !form.isDirty() && 'Your password was changed.'}</Text>
        </FormEnd>
      </Form>
    </Panel>
  )
}
