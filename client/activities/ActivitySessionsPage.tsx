import { Title } from '@mantine/core'
import { activitySessionsPage } from '../../domain/activities/api.ts'
import { usePage } from '../lib/page.ts'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { ActivityFrame } from './ActivityFrame.tsx'
import { LiveSessions } from './LiveSessions.tsx'

/** All sessions of an activity, also the ended ones, the newest first (D-57). */
export function ActivitySessionsPage() {
  const data = usePage(activitySessionsPage)
  return (
    <ActivityFrame data={data}>
      <section aria-labelledby="sessions">
        <Title order={2} id="sessions" mb="md">
          Sessions
        </Title>
        <LiveSessions cards={pageOf(data.challengeEvents)} />
        <Pager rows={data.challengeEvents} />
      </section>
    </ActivityFrame>
  )
}
