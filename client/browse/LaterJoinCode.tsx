import { useOnceTrue } from '../lib/once-true.ts'
import { useCodeAsked } from '../live/join/asked-code.ts'
import { useNameAsked } from '../live/join/asked-name.ts'
import { late } from '../ui/loading/late.tsx'

const JoinCode = late(async () => (await import('../live/join/JoinCode.tsx')).JoinCode)
const JoinAsGuest = late(async () => (await import('../live/join/JoinAsGuest.tsx')).JoinAsGuest)

/** The dialogs of joining for the cards of a page. They load when first needed, because few cards need them. */
export function LaterJoinCode() {
  const asksCode = useOnceTrue(useCodeAsked() !== null)
  const asksName = useOnceTrue(useNameAsked() !== null)
  return (
    <>
      {asksCode && <JoinCode />}
      {asksName && <JoinAsGuest />}
    </>
  )
}
