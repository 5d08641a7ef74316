import { useOnceTrue } from '../lib/once-true.ts'
import { useCodeAsked } from '../sessions/people/asked-code.ts'
import { late } from '../ui/loading/late.tsx'

const JoinCode = late(async () => (await import('../sessions/people/JoinCode.tsx')).JoinCode)

/** The code modal for the cards of a page; loaded when first asked for, since few sessions have a code. */
export function LaterJoinCode() {
  const asked = useOnceTrue(useCodeAsked() !== null)
  return asked && <JoinCode />
}
