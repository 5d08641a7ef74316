import { useState } from 'react'
import { isLineError } from '../lib/line.ts'

/**
 * Runs what a button does. It says beside the button when the line was gone, since the same press may work a moment
 * later; other refusals are shown by `sessions.ts`.
 */
export function useCommand<Name extends string>() {
  const [busy, setBusy] = useState<Name | null>(null)
  const [failure, setFailure] = useState('')
  async function run(name: Name, act: () => Promise<unknown>): Promise<void> {
    setBusy(name)
    setFailure('')
    try {
      await act()
    } catch (error) {
      // Short: on a phone it stands in one row with the button.
      if (isLineError(error)) setFailure(`${navigator.onLine ? 'No response' : 'You are offline'}. Try again.`)
    } finally {
      setBusy(null)
    }
  }
  return { busy, failure, run }
}
