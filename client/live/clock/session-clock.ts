import { useMemo } from 'react'
import { type Stay, stays } from '../../../domain/activities/turns.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { readClock, type SessionClock } from '../../../domain/sessions/clock.ts'
import { useNow } from '../../lib/dates/server-clock.ts'

/** The session's clock, derived each second from dates and the server's time, so that it cannot drift (TMR-03). */
export function useSessionClock({ challengeEvent, stays }: SessionData): SessionClock {
  const now = useNow()
  return useMemo(
    () => readClock({ ...challengeEvent, plan: challengeEvent }, now, peopleOf({ stays })),
    [challengeEvent, stays, now]
  )
}

/** The people, with the times when each was in the session. Turns are derived from these. */
export function peopleOf(data: Pick<SessionData, 'stays'>): Stay[] {
  return stays(data.stays ?? [])
}
