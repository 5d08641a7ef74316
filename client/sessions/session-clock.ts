import { useMemo } from 'react'
import { stays } from '../../domain/activities/turns.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { readClock, type SessionClock } from '../../domain/sessions/clock.ts'
import { useNow } from '../lib/server-clock.ts'

/** The session's clock, read again each second from dates and the server's time; nothing is counted (TMR-03). */
export function useSessionClock({ challengeEvent, participants }: SessionData): SessionClock {
  const now = useNow()
  return useMemo(
    () => readClock({ ...challengeEvent, plan: challengeEvent }, now, stays(participants)),
    [challengeEvent, participants, now]
  )
}
