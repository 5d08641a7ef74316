import { useDeferredValue, useMemo, useRef } from 'react'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import type { RoomPage } from './apply-event.ts'

/**
 * The room to render. A change that I made shows at once. React renders what others do and the next second afterwards,
 * in small steps, so that no press waits for it.
 */
export function useSteadyRoom<P extends RoomPage>(data: P, clock: SessionClock): { data: P; clock: SessionClock } {
  const count = useRef(0)
  const latest = useMemo(() => ({ data, clock, order: ++count.current }), [data, clock])
  const before = useRef(data)
  const urgent = useRef(latest)
  if (isMine(data, before.current)) urgent.current = latest
  before.current = data
  const later = useDeferredValue(latest)
  // An urgent change stays until the later one contains it.
  return later.order > urgent.current.order ? later : urgent.current
}

/** Events of the room raise its number. Responses to my own calls don't. */
function isMine(now: RoomPage, before: RoomPage): boolean {
  const { id, seq } = before.challengeEvent
  return now !== before && (now.challengeEvent.seq === seq || now.challengeEvent.id !== id)
}
