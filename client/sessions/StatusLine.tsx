import { VisuallyHidden } from '@mantine/core'
import { countdown, spokenDuration } from '../../domain/lib/duration.ts'
import type { Session } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { stateOf, statusText } from '../live/clock/current-part.ts'
import { SoundControl } from '../live/clock/SoundControl.tsx'
import { StatusDot } from '../ui/StatusDot.tsx'
import { SessionDates } from './SessionDates.tsx'
import classes from './StatusLine.module.css'

interface Props {
  session: Session
  clock: SessionClock
  /** On phones, hides the spots and the dates, to save space or because the page shows them itself. */
  isShort: boolean
}

/** The session's state with its timer, the free spots, the dates, and the sound switch. */
export function StatusLine({ session, clock, isShort }: Props) {
  return (
    <div className={classes.line} data-short={isShort || undefined}>
      <StatusDot status={stateOf(clock)}>
        {statusText(clock)}
        {clock.remaining !== null && (
          <>
            <span aria-hidden> {countdown(clock.remaining)}</span>
            <VisuallyHidden> {spokenDuration(clock.remaining)}</VisuallyHidden>
          </>
        )}
      </StatusDot>
      {clock.status !== SessionStatus.Ended && <Spots session={session} />}
      <SessionDates session={session} clock={clock} />
      {/* While the session runs, the bottom bar has the sound switch. */}
      {clock.status === SessionStatus.NotStarted && !session.is_preset && <SoundControl isBefore />}
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
