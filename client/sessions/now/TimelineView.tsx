import { useMemo } from 'react'
import { spokenDuration } from '../../../domain/lib/duration.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import kinds from '../../activities/plan/PartKind.module.css'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { peopleOf } from '../../live/clock/session-clock.ts'
import classes from './TimelineView.module.css'
import { type Bar, timelineOf } from './timeline.ts'

const useTime = dateTexts({ timeStyle: 'short' })
const useDayAndTime = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })
const DAY_MS = 86_400_000

/** The whole session to scale. Hidden from screen readers, because the list of parts says the same. */
export function TimelineView({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const now = useNow()
  const [time, dayAndTime] = [useTime(), useDayAndTime()]
  const minute = Math.floor(now / 60_000) * 60_000
  const { challengeEvent, stays } = data
  const { startsAt, endsAt, lines } = useMemo(
    () => timelineOf(challengeEvent, clock, clock.status === SessionStatus.Running ? now : minute, peopleOf({ stays })),
    [challengeEvent, stays, clock, now, minute]
  )
  if (lines.length === 0) return null
  const whole = endsAt - startsAt
  // Over a day or more, times alone would be ambiguous.
  const end = whole < DAY_MS ? time : dayAndTime
  const at = (ms: number): number => Math.min(100, Math.max(0, ((ms - startsAt) / whole) * 100))
  return (
    <figure
      data-tour="events"
      className={classes.timeline}
      aria-label={`Timeline, ${spokenDuration(whole / 1000)} in all`}
    >
      <div className={classes.lines} aria-hidden>
        {lines.map(line => (
          <div key={line.uuid} className={classes.line}>
            {line.bars
              .filter(bar => bar.startsAt < endsAt)
              .map(bar => (
                <div
                  key={bar.key}
                  className={`${kinds.kind} ${classes.bar}`}
                  data-kind={bar.kind}
                  data-state={barState(bar, clock.status, now)}
                  style={{ insetInlineStart: `${at(bar.startsAt)}%`, width: `${at(bar.endsAt) - at(bar.startsAt)}%` }}
                  title={bar.title}
                >
                  <span>{bar.title}</span>
                </div>
              ))}
          </div>
        ))}
        {clock.status === SessionStatus.Running && (
          <div className={classes.hand} style={{ insetInlineStart: `${at(now)}%` }} />
        )}
      </div>
      <figcaption className={classes.ends} aria-hidden>
        <span>{clock.startsAt === null ? 'Start' : end(startsAt)}</span>
        <span>{clock.startsAt === null ? spokenDuration(whole / 1000) : end(endsAt)}</span>
      </figcaption>
    </figure>
  )
}

function barState(bar: Bar, status: SessionClock['status'], now: number): 'over' | 'now' | undefined {
  if (status === SessionStatus.Ended || (status === SessionStatus.Running && bar.endsAt <= now)) return 'over'
  return status === SessionStatus.Running && bar.startsAt <= now ? 'now' : undefined
}
