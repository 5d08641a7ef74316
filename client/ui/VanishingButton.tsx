import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { useFocusAfter } from './focus.ts'

type Props = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>

/** A button that may disappear when pressed, such as Done of a timer. The focus then moves to the nearest button. */
export function VanishingButton(props: Props) {
  return <Button {...props} ref={useFocusAfter<HTMLButtonElement>()} />
}
