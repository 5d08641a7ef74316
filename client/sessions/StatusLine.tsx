import { countdown } from '../../domain/lib/duration.ts'
import type { Session } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { StatusDot } from '../ui/StatusDot.tsx'
import { STATES, statusText } from './now/current-part.ts'
import { SessionDates } from './SessionDates.tsx'
import classes from './StatusLine.module.css'

/** The state with its timer, and who may still come. */
export function StatusLine({ session, clock }: { session: Session; clock: SessionClock }) {
  return (
    <div className={classes.line}>
      <StatusDot status={STATES[clock.status]}>
        {statusText(clock)}
        {clock.remaining !== null && <span aria-hidden> {countdown(clock.remaining)}</span>}
      </StatusDot>
      <Spots session={session} />
      <SessionDates session={session} clock={clock} />
    </div>
  )
}

/** SES-045, SES-084, D-60. */
function Spots({ session: { participant_limit, participants_count } }: { session: Session }) {
  const left = participant_limit === null ? 'Unlimited' : Math.max(0, participant_limit - participants_count)
  return (
    <span className={classes.spots}>
      Spots remaining: <strong>{left}</strong>
    </span>
  )
}
