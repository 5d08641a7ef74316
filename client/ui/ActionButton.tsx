import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { toastError, useAction } from './action.ts'

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'onClick'> {
  action: () => Promise<unknown>
}

/** A button that is busy while its action runs. It shows a failure as a toast. */
export function ActionButton({ action, ...props }: Props) {
  const { busy, run } = useAction(toastError)
  return <Button {...props} loading={busy} onClick={() => void run(action)} />
}
