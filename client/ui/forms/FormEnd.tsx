import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormMessage } from './FormMessage.tsx'

interface Props extends Pick<ButtonProps, 'mt' | 'size' | 'variant' | 'fullWidth' | 'disabled'> {
  /** Why the form was not sent. */
  refusal: string | null
  busy: boolean
  /** The label of the button that sends the form. */
  submit: ReactNode
  onCancel?: (() => void) | undefined
  /** Shown after the buttons. */
  children?: ReactNode
}

/** The end of a form: why it was refused, and its buttons. */
export function FormEnd({ refusal, busy, submit, onCancel, children, mt, ...button }: Props) {
  return (
    <>
      <FormMessage text={refusal} />
      <Group gap="sm" mt={mt}>
        <Button {...button} type="submit" loading={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {children}
      </Group>
    </>
  )
}
