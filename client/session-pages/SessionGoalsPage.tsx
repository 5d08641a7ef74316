import { sessionGoalsPage } from '../../domain/session-goals/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { usePage } from '../lib/page.ts'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { SessionGoals } from '../session-goals/SessionGoals.tsx'
import { SessionFrame } from './SessionFrame.tsx'

/** The My Goals tab of a session (SES-027). */
export function SessionGoalsPage() {
  const data = usePage(sessionGoalsPage)
  const clock = useSessionClock(data)
  return (
    <SessionFrame data={data} clock={clock}>
      <SessionGoals data={data} isOver={clock.status === SessionStatus.Ended} />
    </SessionFrame>
  )
}
