import { groupPage } from '../../domain/groups/api.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'
import { DetachButton } from './DetachButton.tsx'
import { GroupHeading } from './GroupHeading.tsx'
import { GroupSidebar } from './GroupSidebar.tsx'
import { untagged } from './untagged.ts'

export function GroupPage() {
  const data = usePage(groupPage)
  return (
    <ListScreen
      kind="activities"
      data={untagged(data)}
      welcome={<GroupHeading data={data} />}
      aside={<GroupSidebar data={data} />}
      cardEnd={card => data.detachable.includes(card.slug) && <DetachButton group={data.group} card={card} />}
    />
  )
}
