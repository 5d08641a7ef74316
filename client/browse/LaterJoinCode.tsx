import { lazy, Suspense } from 'react'
import { useOnceTrue } from '../lib/once-true.ts'
import { useCodeAsked } from '../sessions/people/asked-code.ts'

const JoinCode = lazy(async () => ({ default: (await import('../sessions/people/JoinCode.tsx')).JoinCode }))

/** The code modal for the cards of a page; loaded when first asked for, since few sessions have a code. */
export function LaterJoinCode() {
  const asked = useOnceTrue(useCodeAsked() !== null)
  return <Suspense fallback={null}>{asked && <JoinCode />}</Suspense>
}
