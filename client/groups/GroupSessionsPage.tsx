import { groupSessionsPage } from '../../domain/groups/api.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'
import { FirstSession } from './FirstSession.tsx'
import { GroupHeading } from './GroupHeading.tsx'
import { GroupSidebar } from './GroupSidebar.tsx'
import { untagged } from './untagged.ts'

export function GroupSessionsPage() {
  const data = usePage(groupSessionsPage)
  const isEmpty = data.together.has_sessions === 0
  return (
    <ListScreen
      kind="sessions"
      data={untagged(data)}
      welcome={<GroupHeading data={data} />}
      aside={<GroupSidebar data={data} isEmpty={isEmpty} />}
      instead={isEmpty && <FirstSession group={data.group} />}
    />
  )
}
