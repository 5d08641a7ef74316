import { groupSessionsPage } from '../../domain/groups/api.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'
import { GroupHeading } from './GroupHeading.tsx'
import { GroupSidebar } from './GroupSidebar.tsx'
import { untagged } from './untagged.ts'

export function GroupSessionsPage() {
  const data = usePage(groupSessionsPage)
  return (
    <ListScreen
      kind="sessions"
      data={untagged(data)}
      welcome={<GroupHeading data={data} />}
      aside={<GroupSidebar data={data} />}
    />
  )
}
