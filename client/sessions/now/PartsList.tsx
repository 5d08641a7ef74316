import { memo } from 'react'
import { partKind } from '../../../domain/activities/part-kind.ts'
import { partTitle } from '../../../domain/activities/part-title.ts'
import { partSeconds } from '../../../domain/activities/schedule.ts'
import { lengthText, plural } from '../../../domain/lib/duration.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import { lastedSeconds, type PartState, type SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { turnsText } from '../../activities/plan/interval-text.ts'
import kinds from '../../activities/plan/PartKind.module.css'
import { type DateText, dateTexts } from '../../lib/dates/date-texts.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { readNow } from '../../live/clock/current-part.ts'
import { useFirstRows } from '../../ui/loading/first-rows.ts'
import { RichText } from '../../ui/text/RichText.tsx'
import { PartControls } from './PartControls.tsx'
import classes from './PartsList.module.css'

const STATE: Record<PartState, string> = { waiting: '', active: 'Now', paused: 'Paused', over: 'Over' }

function stateText(state: PartState, { status }: Pick<SessionClock, 'status'>): string {
  return status === SessionStatus.Ended && state === 'waiting' ? 'Not reached' : STATE[state]
}

const useTime = dateTexts({ timeStyle: 'short' })
const useDay = dateTexts({ dateStyle: 'short' })
const useDayAndTime = dateTexts({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** The parts of the session in order (SES-050). */
export function PartsList({ session, clock, isHost }: { session: Session; clock: SessionClock; isHost: boolean }) {
  const [time, day, dayAndTime] = [useTime(), useDay(), useDayAndTime()]
  const groups = session.parts.filter(group => group.parts.length > 0)
  const { counts, left } = useFirstRows(groups.map(group => group.parts.length))
  if (groups.length === 0) return null
  const { startsAt, endsAt } = clock
  const leads = readNow(session, clock, serverNow()).uuid
  // Over several days, times alone would be ambiguous.
  const isOneDay = startsAt === null || endsAt === null || day(startsAt) === day(endsAt - 1)
  return (
    <section aria-labelledby="events">
      <h2 id="events" className={classes.heading}>
        Parts
      </h2>
      {groups.map((group, index) => {
        const view = clock.groups.find(({ uuid }) => uuid === group.uuid)
        return (
          <div key={group.uuid} className={classes.group}>
            {(group.title || group.sets > 1) && (
              <p className={classes.group_title}>
                {[
                  group.title,
                  group.sets > 1
                    ? clock.status === SessionStatus.Running
                      ? `round ${view?.set} of ${group.sets}`
                      : `${group.sets} rounds`
                    : ''
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
            <ol>
              {group.parts.slice(0, counts[index]).map(part => {
                const at = view?.parts.find(({ uuid }) => uuid === part.uuid)
                return (
                  <PartRow
                    key={part.uuid}
                    session={session}
                    part={part}
                    state={at?.state ?? 'waiting'}
                    stateText={stateText(at?.state ?? 'waiting', clock)}
                    lasted={(at && lastedSeconds(at, group, clock)) ?? null}
                    canSkip={group.linked === 1 && clock.groups.some(({ active }) => active.length > 0)}
                    isAbove={leads === part.uuid || (at?.state === 'active' && part.edit_content === 1)}
                    startsAt={
                      clock.status !== SessionStatus.Ended && clock.startsAt !== null ? (at?.startsAt ?? null) : null
                    }
                    time={isOneDay ? time : dayAndTime}
                    isHosted={isHost && clock.status === SessionStatus.Running}
                  />
                )
              })}
            </ol>
          </div>
        )
      })}
      {left > 0 && <p>{`and ${plural(left, 'more part')}`}</p>}
    </section>
  )
}

interface RowProps {
  session: Session
  part: Session['parts'][number]['parts'][number]
  state: PartState
  stateText: string
  /** How long the part lasted, in seconds. Null until that is known. */
  lasted: number | null
  /** Starting it skips the parts before it. */
  canSkip: boolean
  /** Its text is shown under the ring, so the list leaves it out. */
  isAbove: boolean
  startsAt: number | null
  time: DateText
  /** I am the host, and the session runs. */
  isHosted: boolean
}

/** Memoized: re-renders when its props change, not with each second of the clock. */
const PartRow = memo(function PartRow(props: RowProps) {
  const { session, part, state, stateText, lasted, canSkip, isAbove, startsAt, time, isHosted } = props
  return (
    <li
      className={kinds.kind}
      data-kind={partKind(part)}
      data-state={state}
      aria-current={state === 'active' ? 'step' : undefined}
    >
      <div className={`${classes.row} ${isHosted ? classes.hosted : ''}`}>
        <strong>{partTitle(part)}</strong>
        {stateText && <span className={classes.state}>{stateText}</span>}
        <span className={classes.time}>
          {startsAt === null ? '' : `${time(startsAt)} · `}
          {lengthText(lasted ?? partSeconds(part))}
          {lasted === null && turnsText(part)}
        </span>
        {/* The controls of a running part are under the ring. */}
        {isHosted && state === 'waiting' && (
          <PartControls session={session} part={part} state={state} canSkip={canSkip} />
        )}
      </div>
      {part.content && !isAbove && <RichText html={part.content} />}
    </li>
  )
})
