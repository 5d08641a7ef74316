import { useEffect } from 'react'
import { own } from '../../domain/lib/own.ts'
import { type OverTime, type Session, sessionOverTimePage } from '../../domain/sessions/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { usePage } from '../lib/page.ts'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { reloadRoomPages } from '../live/room-pages.ts'
import { LateLogBars } from '../ui/charts/LateLogBars.tsx'
import { LogPeople } from '../ui/charts/LogPeople.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { useSliceTexts } from './slice-texts.ts'

/** Shows what each person did in an ended session, and when. */
export function SessionOverTimePage() {
  const data = usePage(sessionOverTimePage)
  const clock = useSessionClock(data)
  const { challengeEvent: session, over_time: overTime } = data
  const isMissing = clock.status === SessionStatus.Ended && overTime === null
  useEffect(() => {
    // The session ended while this page was open.
    if (isMissing) void reloadRoomPages(session.id)
  }, [isMissing, session.id])
  return (
    <SessionFrame data={data} clock={clock}>
      {overTime ? (
        <OverTimeCharts session={session} overTime={overTime} />
      ) : (
        <EmptyState text="Once the session ends, you’ll see who did what, and when." />
      )}
    </SessionFrame>
  )
}

function OverTimeCharts({ session, overTime }: { session: Session; overTime: OverTime }) {
  const textOf = useSliceTexts(overTime)
  const { slice_count: count, slices, people } = overTime
  if (slices.length === 0) return <EmptyState text="Nobody has logged anything in this session." />
  return (
    <>
      <LateLogBars
        count={count}
        slices={slices}
        textOf={textOf}
        ends={[textOf(0).split(' to ')[0] ?? '', textOf(count - 1).split(' to ')[1] ?? '']}
      />
      <LogPeople people={people} count={count} textOf={textOf} didOf={person => didOf(person, session)} />
    </>
  )
}

/** A person's amounts for each goal, in the order of the plan. */
function didOf({ tasks }: OverTime['people'][number], session: Session) {
  const planned = session.tasks.flatMap(({ parts }) => parts)
  const did = planned.flatMap(({ uuid, title, unit }) => {
    const done = own(tasks, uuid)
    return done ? [{ title, unit, ...done }] : []
  })
  return { did, hasOthers: Object.keys(tasks).some(uuid => planned.every(task => task.uuid !== uuid)) }
}
