import { Button } from '@mantine/core'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import { Link } from 'react-router'
import { myGroupsPage } from '../../domain/groups/api.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { MyPage } from '../my/MyPage.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { GroupGrid } from './GroupGrid.tsx'

export function MyGroupsPage() {
  return (
    <MyPage title="My Groups" actionText="to see your groups" page={usePersonalPage(myGroupsPage)}>
      {({ groups }) => (
        <>
          {groups.length === 0 ? <NoGroups /> : <GroupGrid groups={pageOf(groups)} />}
          <Pager rows={groups} />
        </>
      )}
    </MyPage>
  )
}

function NoGroups() {
  return (
    <EmptyState icon={<IconTent size={40} aria-hidden />} text="You haven't joined any groups yet.">
      <Button component={Link} to="/groups">
        Browse groups
      </Button>
      <MayCreate kind="groups">
        <Button component={Link} to="/groups/create" variant="default">
          Create a New Group
        </Button>
      </MayCreate>
    </EmptyState>
  )
}
