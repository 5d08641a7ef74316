import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { CallRefused } from '../lib/api.ts'
import { discard, isHeldUp, useItem } from './outbox.ts'

interface Outcome {
  delivered: () => void
  /** The call waits in the outbox, so the form is ready for another one. */
  heldUp: () => void
  /** The outbox has dropped the call; the form still has the text, to be corrected there. */
  refused: (error: CallRefused) => void
}

/** Follows a form's call in the outbox until the server has it or it has to wait. */
export function useOutboxForm(on: Outcome): { isSending: boolean; follow: (key: string) => void } {
  const [key, setKey] = useState<string | null>(null)
  const item = useItem(key)
  const { online } = useNetwork()
  const refusal = item?.refusal
  const hasToWait = item !== undefined && (!online || isHeldUp(item))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per outcome, with the latest callbacks.
  useEffect(() => {
    if (key === null || (item && !refusal && !hasToWait)) return
    setKey(null)
    if (!item) on.delivered()
    else if (refusal) {
      discard(key)
      on.refused(new CallRefused(refusal.status, refusal.body))
    } else on.heldUp()
  }, [key, item === undefined, refusal, hasToWait])
  return { isSending: key !== null, follow: setKey }
}
