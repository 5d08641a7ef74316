import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'

export const EMPTY_PASSWORDS = { password: '', password_confirmation: '' }

export const needed = (value: string): string | null => (value ? null : REQUIRED)

interface Props {
  form: { getInputProps(field: keyof typeof EMPTY_PASSWORDS): object }
  label?: string
}

/** A new password and its repetition. The server checks that they match (PWD-11). */
export function NewPasswordFields({ form, label = 'New password' }: Props) {
  return (
    <>
      <PasswordField
        label={label}
        description="At least 8 characters"
        autoComplete="new-password"
        withAsterisk
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Repeat the password"
        autoComplete="new-password"
        withAsterisk
        {...form.getInputProps('password_confirmation')}
      />
    </>
  )
}
