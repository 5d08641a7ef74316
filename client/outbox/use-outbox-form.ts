import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { CallRefused } from '../lib/api.ts'
import { discard, isHeldUp, useItem } from './outbox.ts'

interface Outcome {
  delivered: () => void
  /** It cannot be sent now. It waits in the outbox, and the form is free for another one. */
  heldUp: () => void
  /** What was typed is still in the form, to be corrected there; the outbox no longer has it. */
  refused: (error: CallRefused) => void
}

/** A form that puts its call into the outbox, and follows it until the server has it or it has to wait. */
export function useOutboxForm(on: Outcome): { isSending: boolean; follow: (key: string) => void } {
  const [key, setKey] = useState<string | null>(null)
  const item = useItem(key)
  const { online } = useNetwork()
  const refusal = item?.refusal
  const hasToWait = item !== undefined && (!online || isHeldUp(item))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome, with the newest form.
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
