import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useId } from 'react'

/** Fixes Mantine's field: screen readers get its description and its error, and the keyboard reaches its button. */
export function PasswordField({ error, description, ...props }: PasswordInputProps) {
  const id = useId()
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <PasswordInput
      {...props}
      id={id}
      description={description}
      error={error}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy || undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    />
  )
}
