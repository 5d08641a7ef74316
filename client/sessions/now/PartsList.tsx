import { memo } from 'react'
import { partSeconds } from '../../../domain/activities/schedule.ts'
import { lengthText, plural } from '../../../domain/lib/duration.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import type { PartState, SessionClock } from '../../../domain/sessions/clock.ts'
import { turnsText } from '../../activities/plan/interval-text.ts'
import { type DateText, dateTexts } from '../../lib/date-texts.ts'
import { useFirstRows } from '../../ui/loading/first-rows.ts'
import { RichText } from '../../ui/text/RichText.tsx'
import { PartControls } from './PartControls.tsx'
import classes from './PartsList.module.css'

const STATE: Record<PartState, string> = { waiting: '', active: 'Now', paused: 'Paused', over: 'Over' }
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
  // "12:55" three times tells nothing of thirty days.
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
                    ? clock.status === 1
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
                    startsAt={clock.status !== 2 && clock.startsAt !== null ? (at?.startsAt ?? null) : null}
                    time={isOneDay ? time : dayAndTime}
                    isHosted={isHost && clock.status === 1}
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
  startsAt: number | null
  time: DateText
  /** I host it, and it runs. */
  isHosted: boolean
}

/** Drawn again when something of it changes, not with each second of the clock. */
const PartRow = memo(function PartRow({ session, part, state, startsAt, time, isHosted }: RowProps) {
  return (
    <li data-state={state} aria-current={state === 'active' ? 'step' : undefined}>
      <div className={classes.row} data-hosted={isHosted || undefined}>
        <strong>{part.title || 'Untitled part'}</strong>
        {STATE[state] && <span className={classes.state}>{STATE[state]}</span>}
        <span className={classes.time}>
          {startsAt === null ? '' : `${time(startsAt)} · `}
          {lengthText(partSeconds(part))}
          {turnsText(part)}
        </span>
        {/* Those of a part that runs stand under the ring. */}
        {isHosted && state === 'waiting' && <PartControls session={session} part={part} state={state} />}
      </div>
      {/* What is written together now stands under the ring. */}
      {part.content && !(part.edit_content && state === 'active') && <RichText html={part.content} />}
    </li>
  )
})
