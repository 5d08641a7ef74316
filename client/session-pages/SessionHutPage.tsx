import { sessionHutPage } from '../../domain/posts/api.ts'
import { usePage } from '../lib/page.ts'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { Discussion } from '../posts/Discussion.tsx'
import { SessionFrame } from './SessionFrame.tsx'

/** The Discuss tab of a session (FOR-01, SES-055). */
export function SessionHutPage() {
  const data = usePage(sessionHutPage)
  const clock = useSessionClock(data)
  return (
    <SessionFrame data={data} clock={clock}>
      <Discussion data={data} />
    </SessionFrame>
  )
}
