import { VisuallyHidden } from '@mantine/core'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import { Link } from 'react-router'
import { countdown, spokenDuration } from '../../domain/lib/duration.ts'
import type { Session } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { stateOf, statusText } from '../../domain/sessions/now.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { StatusDot } from '../ui/StatusDot.tsx'
import { SessionDates } from './SessionDates.tsx'
import classes from './SessionFacts.module.css'

interface Props {
  session: Session
  clock: SessionClock
}

/** The session's state with its timer, beside the title. */
export function StatusAndTimer({ clock }: Pick<Props, 'clock'>) {
  return (
    <StatusDot status={stateOf(clock)}>
      {statusText(clock)}
      {clock.remaining !== null && (
        <>
          <span aria-hidden> {countdown(clock.remaining)}</span>
          <VisuallyHidden> {spokenDuration(clock.remaining)}</VisuallyHidden>
        </>
      )}
    </StatusDot>
  )
}

/** The free spots and the dates. */
export function SessionFacts({ session, clock }: Props) {
  return (
    <div className={classes.line}>
      {clock.status !== SessionStatus.Ended && <Spots session={session} />}
      <SessionDates session={session} clock={clock} />
      {session.series && (
        <Link to={session.series.path} className={classes.series}>
          <IconRepeat size={18} aria-hidden /> {session.series.rule}
        </Link>
      )}
    </div>
  )
}

/** The number of free spots (SES-045, SES-084, D-60). */
function Spots({ session: { participant_limit, participants_count } }: { session: Session }) {
  const left = participant_limit === null ? 'Unlimited' : Math.max(0, participant_limit - participants_count)
  return (
    <span className={classes.spots}>
      Spots remaining: <strong>{left}</strong>
    </span>
  )
}
