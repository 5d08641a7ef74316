import { lazy, Suspense } from 'react'

const JoinCode = lazy(async () => ({ default: (await import('../sessions/JoinCode.tsx')).JoinCode }))

/** The code modal for the cards of a page; arrives after the page, since few sessions have a code. */
export function LaterJoinCode() {
  return (
    <Suspense fallback={null}>
      <JoinCode />
    </Suspense>
  )
}
