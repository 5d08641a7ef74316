import type { Card } from '../../domain/browse/api.ts'
import { CardGrid } from '../browse/CardGrid.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

export function LiveSessions({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return <EmptyState text="There are no live sessions for this activity." />
  return <CardGrid cards={cards} level={3} />
}
