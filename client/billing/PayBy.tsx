import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { Ref } from 'react'
import type { PaymentMethod } from '../../domain/billing/api.ts'
import { CardForm } from './card/CardForm.tsx'
import type { CardPayer, Checkout } from './card/card.ts'
import { cardText } from './card-text.ts'

/** The value of the choice "Another card". */
export const NEW_CARD = 'new'

interface Props {
  cards: readonly PaymentMethod[]
  checkout: Checkout
  /** Id of a saved card, or `NEW_CARD`. */
  value: string
  onChange: (value: string) => void
  /** Set when this field replaced the button that was pressed, so it takes the focus. */
  takesFocus?: boolean
  ref: Ref<CardPayer>
}

/** Offers the saved cards, and the card form for a new card (BIL-22, BIL-23). */
export function PayBy({ cards, checkout, value, onChange, takesFocus = false, ref }: Props) {
  return (
    <Stack gap="sm">
      {cards.length > 0 && (
        <Radio.Group label="Pay with" value={value} onChange={onChange}>
          <Stack gap="xs" mt="xs">
            {cards.map(card => (
              <Radio key={card.id} value={card.id} label={cardText(card)} />
            ))}
            <Radio value={NEW_CARD} label="Another card" />
          </Stack>
        </Radio.Group>
      )}
      <CardForm
        ref={ref}
        checkout={checkout}
        isShown={value === NEW_CARD}
        takesFocus={takesFocus && cards.length === 0}
      />
    </Stack>
  )
}

/** The initial choice: the default card, any saved card, or else a new one. */
export function firstChoice(cards: readonly PaymentMethod[]): string {
  return (cards.find(({ is_default }) => is_default) ?? cards[0])?.id ?? NEW_CARD
}
