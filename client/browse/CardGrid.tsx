import type { ReactNode } from 'react'
import type { Card } from '../../domain/browse/api.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import classes from './card.module.css'
import { ListCard } from './ListCard.tsx'

interface Props {
  cards: readonly Card[]
  level?: 2 | 3
  /** Renders something below a card. */
  cardEnd?: ((card: Card) => ReactNode) | undefined
}

export function CardGrid({ cards, level, cardEnd }: Props) {
  return (
    <ul className={classes.grid}>
      {cards.map(card => (
        <li key={card.slug}>
          <ErrorBoundary what="this entry">
            <ListCard card={card} level={level} />
          </ErrorBoundary>
          {cardEnd?.(card)}
        </li>
      ))}
    </ul>
  )
}
