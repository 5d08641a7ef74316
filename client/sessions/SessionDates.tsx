import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useEffect, useRef, useState } from 'react'
import { lengthText } from '../../domain/lib/duration.ts'
import type { Session } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import classes from './SessionFacts.module.css'

const useDate = dateTexts({ dateStyle: 'full', timeStyle: 'short' })

/** Collapsible dates of a session, in the person's own time zone and language (SES-043, SES-044). */
export function SessionDates({ session, clock }: { session: Session; clock: SessionClock }) {
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLDetailsElement>(null)
  // A details element opens without JavaScript, so it may already be open.
  useEffect(() => setOpen(panel.current?.open === true), [])
  const date = useDate(isOpen)
  const dateText = (time: number | null, otherwise: string) => (time === null ? otherwise : date(time))
  return (
    <details ref={panel} className={classes.dates} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        Dates and total time <IconChevronDown size={18} aria-hidden />
      </summary>
      <dl>
        <dt>{clock.status === SessionStatus.NotStarted ? 'Starts' : 'Started'}</dt>
        <dd>{dateText(clock.startsAt, 'When the host starts it')}</dd>
        <dt>{clock.status === SessionStatus.Ended ? 'Ended' : 'Ends'}</dt>
        <dd>{dateText(clock.endsAt, 'Depends on the start')}</dd>
        <dt>Total time</dt>
        <dd>{lengthText(totalSeconds(session, clock))}</dd>
      </dl>
    </details>
  )
}

function totalSeconds({ duration }: Session, { startsAt, endsAt }: SessionClock): number {
  return startsAt !== null && endsAt !== null ? Math.round((endsAt - startsAt) / 1000) : duration
}
