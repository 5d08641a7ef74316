import { useState } from 'react'
import { isConnectionError } from '../lib/connection.ts'

/**
 * Runs a button's command. `failure` is a text to show beside the button when there is no connection, because the same
 * press may work a moment later. `sessions.ts` shows all other refusals.
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
      // The text is short, because on a phone it shares a row with the button.
      if (isConnectionError(error)) setFailure(`${navigator.onLine ? 'No response' : 'You’re offline'}. Try again.`)
    } finally {
      setBusy(null)
    }
  }
  return { busy, failure, run }
}
