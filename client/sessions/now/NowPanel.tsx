import type { ReactNode } from 'react'
import { clockFace } from '../../../domain/lib/duration.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { useNow } from '../../lib/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { readNow, textNow, timeText } from '../../live/clock/current-part.ts'
import { RichText } from '../../ui/text/RichText.tsx'
import { HostBar } from '../hosting/HostBar.tsx'
import classes from './NowPanel.module.css'
import { NowRing } from './NowRing.tsx'

interface Props {
  data: SessionData
  clock: SessionClock
  /** Buttons at the end of the panel. */
  children?: ReactNode
}

/** The running parts, the next one, and the session's timers. */
export function NowPanel({ data, clock, children }: Props) {
  const { challengeEvent: session } = data
  const now = readNow(session, clock, useNow(), useUser()?.username)
  const { step } = now
  const text = textNow(session, now)
  const isHosted = data.isOwner && clock.status === SessionStatus.Running
  return (
    <section
      className={classes.panel}
      data-beside={isHosted || text !== '' || undefined}
      aria-label="Now"
      data-tour="session-home"
    >
      <NowRing now={now} clock={clock} classes={classes}>
        {step && now.seconds !== null && (
          <span className={classes.rest}>{clockFace(now.seconds)} left in this part</span>
        )}
      </NowRing>
      <div className={classes.about}>
        {isHosted && <HostBar data={data} clock={clock} isOfDays={false} />}
        {text && (
          <div className={classes.text}>
            <RichText html={text} />
          </div>
        )}
        {now.also.map(other => (
          <p key={other.uuid} className={classes.line}>
            <span className={classes.label}>Also now</span> {other.title} <span>{clockFace(other.seconds)}</span>
          </p>
        ))}
        {now.next && (
          <p className={classes.line}>
            <span className={classes.label}>Next</span> {now.next.title}
            {now.next.inSeconds !== null && clock.status === SessionStatus.Running && (
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
      </div>
    </section>
  )
}
