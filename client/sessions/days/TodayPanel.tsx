import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { type ReactNode, useEffect } from 'react'
import { UTC } from '../../../domain/lib/day.ts'
import { countdown, plural } from '../../../domain/lib/duration.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { type DayPlace, dayPlace, planDays, type Today } from '../../../domain/sessions/days.ts'
import { stateOf } from '../../../domain/sessions/now.ts'
import { peopleIn } from '../../../domain/sessions/people/join.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { readNow } from '../../live/clock/current-part.ts'
import { Ring } from '../../live/clock/Ring.tsx'
import { reloadRoomPages } from '../../live/room-pages.ts'
import { useIsPhone } from '../../ui/media.ts'
import { RichText } from '../../ui/text/RichText.tsx'
import { goalsInOrder } from '../goals/Goals.tsx'
import { HostBar } from '../hosting/HostBar.tsx'
import { daysOfPlan } from './days-of-plan.ts'
import classes from './TodayPanel.module.css'
import { Together } from './Together.tsx'

interface Props {
  data: SessionData & { today: Today | null }
  clock: SessionClock
  /** Buttons at the end of the panel, such as Pause. */
  children?: ReactNode
}

/** The room of a session that runs for days: the day's number, today's goals, who has logged, and the plan by days. */
export function TodayPanel({ data, clock, children }: Props) {
  const { challengeEvent: session, me } = data
  const user = useUser()
  const now = useNow()
  const isPhone = useIsPhone()
  const place = dayPlace(clock, now, user ?? UTC)
  const loaded = data.today
  const isOld = place !== null && loaded !== null && loaded.day !== place.day
  useEffect(() => {
    if (isOld) void reloadRoomPages(session.id)
  }, [isOld, session.id])
  if (!place || !loaded) return null
  // After midnight, until the new day has loaded, show it with nothing done.
  const today = isOld ? { ...loaded, day: place.day, done_by: [], done_count: 0, my_tasks: [] } : loaded
  const { seconds, share, next, title } = readNow(session, clock, now, user?.username)
  const active = clock.groups.flatMap(group => group.active.map(({ uuid }) => uuid))
  const asked = session.parts
    .flatMap(group => group.parts)
    .filter(part => active.includes(part.uuid) && part.content && !part.edit_content)
  return (
    <section className={classes.panel} aria-label="Today" data-tour="session-home">
      <div className={classes.top}>
        <div className={classes.ring}>
          <Ring
            status={stateOf(clock)}
            share={share}
            innerShare={null}
            innerSeconds={null}
            seconds={seconds}
            what={title}
          >
            <span className={classes.left} aria-hidden>
              {seconds === null ? '' : countdown(seconds)}
            </span>
          </Ring>
        </div>
        <div className={classes.which}>
          <h2>
            Day {place.number} <span className={classes.of}>of {place.of}</span>
          </h2>
          {active.length > 0 && <p className={classes.part}>{title}</p>}
          {next && (
            <p className={classes.next}>
              Next {next.title}
              {next.inSeconds !== null && <span aria-hidden> in {countdown(next.inSeconds)}</span>}
            </p>
          )}
        </div>
      </div>
      {asked.map(part => (
        <RichText key={part.uuid} html={part.content} />
      ))}
      <Asked data={data} clock={clock} today={today} isIn={me !== null} />
      <Together today={today} count={peopleIn(session)} />
      <Plan data={data} clock={clock} place={place} today={today} />
      {data.isOwner && !isPhone && <HostBar data={data} clock={clock} isOfDays />}
      {children && <div className={classes.acts}>{children}</div>}
    </section>
  )
}

/** Today's goals, each marked as done or not by me. Their log buttons are in the bottom bar. */
function Asked({ data, clock, today, isIn }: Props & { clock: SessionClock; today: Today; isIn: boolean }) {
  const goals = goalsInOrder(data, clock)
  const asked = goals.some(({ isNow }) => isNow) ? goals.filter(({ isNow }) => isNow) : goals
  if (asked.length === 0) return null
  return (
    <ul className={classes.asked} aria-label="Asked today">
      {asked.map(({ task }) => {
        const isDone = today.my_tasks.includes(task.uuid)
        return (
          <li key={task.uuid} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheck size={24} aria-hidden /> : <IconCircle size={24} aria-hidden />}
            <span className={classes.goal}>{task.title}</span>
            {isIn && <small>{isDone ? 'done today' : 'not yet today'}</small>}
          </li>
        )
      })}
    </ul>
  )
}

/** The plan by days, as squares. Screen readers read only the summary below them. */
function Plan({ data, clock, place, today }: Props & { place: DayPlace; today: Today }) {
  const calendar = useUser() ?? UTC
  const days = planDays(place, today)
  const until = days.filter(({ number }) => number <= place.number)
  const mine = until.filter(({ isMine }) => isMine).length
  const ours = until.filter(({ isActive }) => isActive).length
  return (
    <figure className={classes.plan} data-tour="events" aria-label="The plan, day by day">
      <div className={classes.parts} aria-hidden>
        {daysOfPlan(data.challengeEvent, clock, days, calendar).map(({ key, title, days }) => (
          <div key={key}>
            {title && <p className={classes.title}>{title}</p>}
            <div className={classes.days}>
              {days.map(day => (
                <span
                  key={day.day}
                  className={classes.day}
                  data-today={day.isToday || undefined}
                  data-mine={day.isMine || undefined}
                  data-active={day.isActive || undefined}
                  data-over={day.isOver || undefined}
                >
                  {day.number}
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
      <figcaption>
        {data.me
          ? `You logged on ${mine} of ${plural(place.number, 'day')}, the room on ${ours}.`
          : `The room logged on ${ours} of ${plural(place.number, 'day')}.`}
      </figcaption>
    </figure>
  )
}
