import type { Group } from '../../domain/groups/api.ts'
import card from '../browse/card.module.css'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { GroupCard } from './GroupCard.tsx'

export function GroupGrid({ groups }: { groups: readonly Group[] }) {
  return (
    <ul className={card.grid}>
      {groups.map(group => (
        <li key={group.id}>
          <ErrorBoundary what="this group">
            <GroupCard group={group} />
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  )
}
