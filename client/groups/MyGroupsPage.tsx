import { Button } from '@mantine/core'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import { Link } from 'react-router'
import { myGroupsPage } from '../../domain/groups/api.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { GroupGrid } from './GroupGrid.tsx'

export function MyGroupsPage() {
  const page = usePersonalPage(myGroupsPage)
  const user = useUser()
  return (
    <>
      <MyHeading title="My Groups" />
      {!user ? (
        <SignInPrompt actionText="to see your groups" />
      ) : !page ? (
        <Loading />
      ) : page.groups.length === 0 ? (
        <EmptyState icon={<IconTent size={40} aria-hidden />} text="You haven't joined any groups yet.">
          <Button component={Link} to="/groups">
            Look at groups
          </Button>
          <Button component={Link} to="/groups/create" variant="default">
            Create a New Group
          </Button>
        </EmptyState>
      ) : (
        <GroupGrid groups={pageOf(page.groups)} />
      )}
      {page && <Pager rows={page.groups} />}
    </>
  )
}
