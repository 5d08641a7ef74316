import { groupPage } from '../../domain/groups/api.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'
import { DetachButton } from './DetachButton.tsx'
import { FirstSession } from './FirstSession.tsx'
import { GroupHeading } from './GroupHeading.tsx'
import { GroupSidebar } from './GroupSidebar.tsx'
import { untagged } from './untagged.ts'

export function GroupPage() {
  const data = usePage(groupPage)
  const isEmpty = data.together.has_sessions === 0 && data.group.challenges.length === 0
  return (
    <ListScreen
      kind="activities"
      data={untagged(data)}
      welcome={<GroupHeading data={data} />}
      aside={<GroupSidebar data={data} isEmpty={isEmpty} />}
      instead={isEmpty && <FirstSession group={data.group} />}
      cardEnd={card => data.detachable.includes(card.slug) && <DetachButton group={data.group} card={card} />}
    />
  )
}
