/** The host's clock of a whole session: paused, resumed, longer (D-94). */
import { extendSession, pauseSession, resumeSession } from '../../../domain/sessions/pause.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { staysOf } from '../../progress/participant-rows.ts'
import { hostChange } from '../host-actions.ts'

export function pauseAll(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    pauseSession(state, deps.clock.now(), await staysOf(tx, row))
  )
}

export function resumeAll(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    resumeSession(state, deps.clock.now(), await staysOf(tx, row))
  )
}

/** `seenEnd` is the end that the host saw; a press that was counted already changes nothing. */
export function extend(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  seconds: number,
  seenEnd: string | null | undefined
): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    extendSession(state, seconds, deps.clock.now(), await staysOf(tx, row), seenEnd)
  )
}
