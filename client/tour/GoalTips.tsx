import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { goalTips, markRead } from './messages.ts'
import { TipCard } from './TipCard.tsx'

/** Shows the messages of the goal tour one by one, and marks each as read when it appears (TOUR-35..TOUR-42). */
export function GoalTips() {
  const [tip, ...rest] = useStore(goalTips)
  const shown = tip?.key
  const hasGoneOn = useRef(false)
  useEffect(() => {
    if (shown) markRead(shown)
  }, [shown])
  if (!tip) return null
  return (
    <TipCard
      target={tip.target}
      title={tip.title}
      text={tip.text}
      continueLabel={rest.length > 0 ? 'Continue' : 'Got it'}
      closeLabel="Close the tips"
      focusOn={hasGoneOn.current ? tip.key : null}
      onContinue={() => {
        hasGoneOn.current = true
        goalTips.set(rest)
      }}
      onClose={() => goalTips.set([])}
    />
  )
}
