import type { ReactNode } from 'react'
import { clockFace } from '../../../domain/lib/duration.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { useNow } from '../../lib/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { figureOf, readNow, STATES, timeText } from './current-part.ts'
import classes from './NowPanel.module.css'
import { Ring } from './Ring.tsx'

interface Props {
  data: SessionData
  clock: SessionClock
  /** What to do about it, such as Pause. */
  children?: ReactNode
}

/** What is now and what is next. */
export function NowPanel({ data, clock, children }: Props) {
  const { challengeEvent: session } = data
  const now = readNow(session, clock, useNow(), useUser()?.username)
  const { step } = now
  const text = figureOf(now, clock)
  return (
    <section className={classes.panel} aria-label="Now" data-tour="session-home">
      <Ring
        status={STATES[clock.status]}
        share={clock.status === 2 ? 1 : now.share}
        innerShare={step ? step.share : null}
        innerSeconds={step ? step.seconds : null}
        seconds={now.seconds}
        what={now.title}
      >
        <span className={classes.title}>{now.title}</span>
        {text !== null && (
          <span className={classes.figure} data-long={text.length > 5 || undefined} aria-hidden>
            {text}
          </span>
        )}
        {(now.isPaused || step) && (
          <span className={classes.step}>
            {[now.isPaused ? 'Paused' : '', step?.title].filter(Boolean).join(' · ')}
          </span>
        )}
        {step && now.seconds !== null && (
          <span className={classes.rest}>{clockFace(now.seconds)} left in this part</span>
        )}
      </Ring>
      {now.also.map(other => (
        <p key={other.uuid} className={classes.line}>
          <span className={classes.label}>Also now</span> {other.title} <span>{clockFace(other.seconds)}</span>
        </p>
      ))}
      {now.next && (
        <p className={classes.line}>
          <span className={classes.label}>Next</span> {now.next.title}
          {now.next.inSeconds !== null && clock.status === 1 && (
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
      {children && <div className={classes.acts}>{children}</div>}
    </section>
  )
}
