import { Button } from '@mantine/core'
import IconCampfire from '@tabler/icons-react/dist/esm/icons/IconCampfire.mjs'
import { Link } from 'react-router'
import { mySessionsPage } from '../../domain/activities/api.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { CardGrid } from '../activities/CardGrid.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'

export function MySessionsPage() {
  const page = usePersonalPage(mySessionsPage)
  const user = useUser()
  return (
    <>
      <MyHeading title="My Sessions" />
      {!user ? (
        <SignInPrompt actionText="to see your sessions" />
      ) : !page ? (
        <Loading />
      ) : page.sessions.length === 0 ? (
        <EmptyState icon={<IconCampfire size={40} aria-hidden />} text="You haven't joined any sessions yet.">
          <Button component={Link} to="/events">
            Look for sessions
          </Button>
          <Button component={Link} to="/challenges/events/create" variant="default">
            Create a New Session
          </Button>
        </EmptyState>
      ) : (
        <CardGrid cards={pageOf(page.sessions)} />
      )}
      {page && <Pager rows={page.sessions} />}
    </>
  )
}
