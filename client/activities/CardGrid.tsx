import type { Card } from '../../domain/activities/api.ts'
import classes from './card.module.css'
import { ListCard } from './ListCard.tsx'

export function CardGrid({ cards, level }: { cards: readonly Card[]; level?: 2 | 3 }) {
  return (
    <ul className={classes.grid}>
      {cards.map(card => (
        <li key={card.slug}>
          <ListCard card={card} level={level} />
        </li>
      ))}
    </ul>
  )
}
