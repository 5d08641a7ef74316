import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, type ComponentPropsWithRef, useState } from 'react'
import { useFocusAfter } from './focus.ts'
import { messageOf } from './forms/form-errors.tsx'
import { toast } from './toasts/toast.tsx'

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'onClick'> {
  action: () => Promise<unknown>
}

/** A button that is busy while its action runs. It shows a failure as a toast. */
export function ActionButton({ action, ...props }: Props) {
  const { busy, run } = useAction(toastError)
  return <Button {...props} loading={busy} onClick={() => void run(action)} />
}

/** A button that may disappear when pressed, such as Done of a timer. The focus then moves to the nearest button. */
export function VanishingButton(props: ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>) {
  return <Button {...props} ref={useFocusAfter<HTMLButtonElement>()} />
}

/**
 * Runs the action of a button, switch or form. A second run does nothing until the first has ended. `busy` is true
 * meanwhile; don't disable the control then, because it would lose the focus. `refusal` is the reason why it failed,
 * until the next run. `refuse` shows a reason without a run.
 * @param textOf returns the text of an error, or null if it is shown elsewhere
 */
export function useAction(textOf: (error: unknown) => string | null = messageOf) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function run(action: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    setRefusal(null)
    try {
      await action()
    } catch (error) {
      setRefusal(textOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, refuse: setRefusal, run }
}

/** Runs the actions of several buttons, one at a time. `busy` is the name of the one that runs. */
export function useActions<Name extends string | number>(textOf?: (error: unknown) => string | null) {
  const { busy, refusal, run } = useAction(textOf)
  const [running, setRunning] = useState<Name | null>(null)
  async function runOne(name: Name, action: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setRunning(name)
    await run(action)
  }
  return { busy: busy ? running : null, refusal, run: runOne }
}

/**
 * Shows an error as a toast. It is a `textOf` for buttons that have no room for a text.
 * @param id replaces the earlier toast of that id
 */
export function toastError(error: unknown, id?: string): null {
  toast.error(messageOf(error), id ? { id } : {})
  return null
}
