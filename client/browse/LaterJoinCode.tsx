import { useOnceTrue } from '../lib/once-true.ts'
import { useCodeAsked } from '../live/join/asked-code.ts'
import { late } from '../ui/loading/late.tsx'

const JoinCode = late(async () => (await import('../live/join/JoinCode.tsx')).JoinCode)

/** The join code dialog for the cards of a page. Loads when first needed, because few sessions have a code. */
export function LaterJoinCode() {
  const asked = useOnceTrue(useCodeAsked() !== null)
  return asked && <JoinCode />
}
