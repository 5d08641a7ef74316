import { VisuallyHidden } from '@mantine/core'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { alertLine, type SessionClock } from '../../../domain/sessions/clock.ts'
import { figureOf, spokenNow } from '../../../domain/sessions/now.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useTitleLead } from '../../lib/head.ts'
import { useUser } from '../../lib/user.ts'
import { readNow } from '../../live/clock/current-part.ts'
import { peopleOf } from '../../live/clock/session-clock.ts'
import { useCues } from '../../live/clock/sound.ts'
import { useWakeLock } from '../../live/clock/wake-lock.ts'
import { useUnread } from '../../live/unread.ts'
import classes from './LiveClock.module.css'

interface Props {
  data: SessionData
  clock: SessionClock
  /** True on the tab with the big ring, which shows the same. */
  hasRing: boolean
}

/**
 * The session's clock on every tab. It plays the sounds, keeps the screen on, counts in the document's title, announces
 * changes to screen readers, and shows the running part on tabs without the ring.
 */
export function LiveClock({ data, clock, hasRing }: Props) {
  const { challengeEvent: session } = data
  const time = useNow()
  const me = useUser()?.username
  const now = readNow(session, clock, time, me)
  const figure = figureOf(now, clock)
  const unread = useUnread(session.id)
  const inPart = clock.status === SessionStatus.Running && clock.groups.some(group => group.active.length > 0)
  const line = alertLine({ ...session, plan: session }, time, peopleOf(data))
  useCues(data)
  useWakeLock(clock.status === SessionStatus.Running)
  const counted = clock.status !== SessionStatus.Ended && figure !== null ? [figure, inPart ? now.title : ''] : []
  useTitleLead([unread > 0 ? `(${unread})` : '', ...counted].filter(Boolean).join(' '))
  return (
    <>
      <VisuallyHidden role="status">{spokenNow(now, clock)}</VisuallyHidden>
      {!hasRing && inPart && (
        <section className={classes.now} aria-label="Now">
          <strong className={classes.title}>{now.title}</strong>
          <span className={classes.figure} role="timer">
            {figure}
          </span>
          <span className={classes.step}>
            {[now.isPaused ? 'Paused' : '', now.step?.title].filter(Boolean).join(' · ')}
          </span>
        </section>
      )}
      <div className={classes.alert} role="status">
        {line && <p>{line}</p>}
      </div>
    </>
  )
}
