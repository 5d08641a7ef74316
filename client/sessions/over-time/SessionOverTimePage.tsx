import { useEffect } from 'react'
import { type OverTime, type Session, sessionOverTimePage } from '../../../domain/sessions/api.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { usePage } from '../../lib/page.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { late } from '../../ui/late.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { reloadRoomPages } from '../live/room-pages.ts'
import { useSessionClock } from '../now/session-clock.ts'
import { SessionFrame } from '../SessionFrame.tsx'
import classes from './over-time.module.css'
import { People } from './People.tsx'

const LogBars = late<{ overTime: OverTime }>(async () => (await import('./LogBars.tsx')).LogBars)

/** Who did what in a session that ended, and when. */
export function SessionOverTimePage() {
  const data = usePage(sessionOverTimePage)
  const clock = useSessionClock(data)
  const { challengeEvent: session, over_time: overTime } = data
  const isMissing = clock.status === SessionStatus.Ended && overTime === null
  useEffect(() => {
    // It ended while this page was open.
    if (isMissing) void reloadRoomPages(session.id)
  }, [isMissing, session.id])
  return (
    <SessionFrame data={data} clock={clock}>
      {overTime ? (
        <Whole session={session} overTime={overTime} />
      ) : (
        <EmptyState text="When the session has ended, this page shows who did what, and when." />
      )}
    </SessionFrame>
  )
}

function Whole({ session, overTime }: { session: Session; overTime: OverTime }) {
  if (overTime.slices.length === 0) return <EmptyState text="Nobody has logged anything in this session." />
  const tasks = session.tasks.flatMap(({ parts }) => parts)
  return (
    <>
      <section className={classes.room} aria-label="Everybody">
        <LogBars overTime={overTime} />
      </section>
      <People overTime={overTime} tasks={tasks} />
      <Pager rows={overTime.people} />
    </>
  )
}
