import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { Card } from '../../domain/browse/api.ts'
import { useMayCreate } from '../accounts/sign-in.ts'
import { CardGrid } from './CardGrid.tsx'
import classes from './list.module.css'

/** Templates to start from, below an empty or short list (D-62). */
export function Templates({ cards, isEmpty }: { cards: readonly Card[]; isEmpty: boolean }) {
  const id = useId()
  if (!useMayCreate('sessions')) return null
  return (
    <section aria-labelledby={id} className={classes.templates}>
      <Title order={2} id={id}>
        {isEmpty ? 'Templates' : 'Start one yourself'}
      </Title>
      <Text>Ready-made plans. Open one and start a session, alone or with others.</Text>
      <CardGrid cards={isEmpty ? cards : cards.slice(0, 6)} level={3} />
    </section>
  )
}
