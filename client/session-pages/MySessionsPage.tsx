import { Button } from '@mantine/core'
import IconCampfire from '@tabler/icons-react/dist/esm/icons/IconCampfire.mjs'
import { Link } from 'react-router'
import { mySessionsPage } from '../../domain/sessions/api.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { CardGrid } from '../browse/CardGrid.tsx'
import { CalendarFeed } from '../calendar/CalendarFeed.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { MyPage } from '../my/MyPage.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'

export function MySessionsPage() {
  return (
    <MyPage
      title="My Sessions"
      actionText="to see your sessions"
      page={usePersonalPage(mySessionsPage)}
      actions={<CalendarFeed />}
    >
      {({ sessions }) => (
        <>
          {sessions.length === 0 ? <NoSessions /> : <CardGrid cards={pageOf(sessions)} />}
          <Pager rows={sessions} />
        </>
      )}
    </MyPage>
  )
}

function NoSessions() {
  return (
    <EmptyState icon={<IconCampfire size={40} aria-hidden />} text="You haven't joined any sessions yet.">
      <Button component={Link} to="/events">
        Look for sessions
      </Button>
      <MayCreate kind="sessions">
        <Button component={Link} to="/challenges/events/create" variant="default">
          Create a New Session
        </Button>
      </MayCreate>
    </EmptyState>
  )
}
