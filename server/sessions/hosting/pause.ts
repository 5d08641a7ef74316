/** The host pauses, resumes and extends a whole session (D-94). */
import { extendSession, pauseSession, resumeSession } from '../../../domain/sessions/pause.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { staysOf } from '../../progress/participant-rows.ts'
import { hostChange } from './host-actions.ts'

/** Pauses the whole session. */
export function pauseAll(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    pauseSession(state, deps.clock.now(), await staysOf(tx, row))
  )
}

/** Resumes the whole session. */
export function resumeAll(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  return hostChange(deps, viewer, sessionId, async (tx, row, state) =>
    resumeSession(state, deps.clock.now(), await staysOf(tx, row))
  )
}

/** Extends the session. `seenEnd` is the end that the host saw, so that one press counts once. */
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
