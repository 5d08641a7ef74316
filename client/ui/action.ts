import { useState } from 'react'
import { messageOf } from './forms/form-errors.tsx'
import { toast } from './toasts/toast.tsx'

/**
 * Runs the action of a button or form. `busy` is true while it runs. `refusal` is the reason why it failed, until the
 * next run.
 * @param textOf returns the text of an error, or null if it is shown elsewhere
 */
export function useAction(textOf: (error: unknown) => string | null = messageOf) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function run(action: () => Promise<unknown>): Promise<void> {
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
  return { busy, refusal, run }
}

/** Shows an error as a toast. It is a `textOf` for buttons that have no room for a text. */
export function toastError(error: unknown): null {
  toast.error(messageOf(error))
  return null
}
