import type { ReactNode } from 'react'
import { clockFace } from '../../../domain/lib/duration.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { textNow, timeText } from '../../../domain/sessions/now.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { readNow } from '../../live/clock/current-part.ts'
import { usePresence } from '../../live/presence.ts'
import { useIsPhone } from '../../ui/media.ts'
import { HostBar } from '../hosting/HostBar.tsx'
import { Here } from '../people/Here.tsx'
import { countHere } from '../people/here.ts'
import type { RoomWithLogs } from '../stream/happenings.ts'
import classes from './NowPanel.module.css'
import { NowRing } from './NowRing.tsx'
import { PartText } from './PartText.tsx'

interface Props {
  data: RoomWithLogs
  clock: SessionClock
  /** Buttons at the end of the panel. */
  children?: ReactNode
}

/** The hearth of a running room: the ring with its fire, the part with its text, the next part, and who is here. */
export function NowPanel({ data, clock, children }: Props) {
  const { challengeEvent: session } = data
  const now = readNow(session, clock, useNow(), useUser()?.username)
  const { step } = now
  const text = textNow(session, now)
  const isPhone = useIsPhone()
  const people = countHere(data, usePresence())
  const isRunning = clock.status === SessionStatus.Running
  return (
    <section className={classes.panel} aria-label="Now" data-tour="session-home">
      <h2 className={classes.name}>{now.title}</h2>
      <NowRing now={now} clock={clock} people={people} classes={classes}>
        {step && now.seconds !== null && (
          <span className={classes.rest}>{clockFace(now.seconds)} left in this part</span>
        )}
      </NowRing>
      <div className={classes.about}>
        {text && <PartText key={now.uuid} html={text} />}
        {now.also.map(other => (
          <p key={other.uuid} className={classes.line}>
            <span className={classes.label}>Also now</span> {other.title} <span>{clockFace(other.seconds)}</span>
          </p>
        ))}
        {now.next && (
          <p className={classes.line}>
            <span className={classes.label}>Next</span> {now.next.title}
            {now.next.inSeconds !== null && isRunning && (
              <span className={classes.rest} aria-hidden>
                in {timeText(now.next.inSeconds, clock)}
              </span>
            )}
          </p>
        )}
        {session.timers.map((timer, index) => {
          const at = clock.timers[index]
          if (!at) return null
          return (
            <p key={timer.uuid} className={classes.line}>
              <span className={classes.label}>{timer.title || 'Timer'}</span>
              {at.title !== timer.title && ` ${at.title}`} <span>{clockFace(at.remaining)}</span>
            </p>
          )
        })}
        {/* On phones the dock opens it. */}
        {data.isOwner && isRunning && !isPhone && <HostBar data={data} clock={clock} isOfDays={false} />}
      </div>
      <div className={classes.people}>{!session.is_preset && <Here data={data} />}</div>
      {children && <div className={classes.acts}>{children}</div>}
    </section>
  )
}
