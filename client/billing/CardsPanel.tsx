import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { PaymentMethod } from '../../domain/billing/api.ts'
import { ActionButton, useAction } from '../ui/ActionButton.tsx'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useFocusAfter } from '../ui/focus.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './billing.module.css'
import { chooseCard, removeCard, saveCard } from './billing.ts'
import { CardForm } from './card/CardForm.tsx'
import { CardError, type CardPayer, type Checkout } from './card/card.ts'
import { cardText } from './card-text.ts'

interface Props {
  cards: readonly PaymentMethod[]
  checkout: Checkout
  /** Whether the subscription renews. */
  renews: boolean
}

/** Saved cards: choosing the one that pays renewals, adding one, and removing one (BIL-37, BIL-50..BIL-52). */
export function CardsPanel({ cards, checkout, renews }: Props) {
  const [adding, setAdding] = useState(false)
  return (
    <Panel id="cards" title="Cards">
      {cards.length === 0 && <Text>You have no saved cards.</Text>}
      <ul className={classes.cards}>
        {cards.map(card => (
          <ErrorBoundary key={card.id} as="li" what="this card">
            <SavedCard card={card} renews={renews} />
          </ErrorBoundary>
        ))}
      </ul>
      {adding ? (
        <AddCard checkout={checkout} onDone={() => setAdding(false)} />
      ) : (
        <Button variant="default" mt="md" style={{ alignSelf: 'start' }} onClick={() => setAdding(true)}>
          Add a card
        </Button>
      )}
    </Panel>
  )
}

function SavedCard({ card, renews }: { card: PaymentMethod; renews: boolean }) {
  const [asking, setAsking] = useState(false)
  const text = cardText(card)
  const isNeeded = renews && card.is_default
  return (
    <li>
      <div>
        <div>{text}</div>
        {isNeeded && (
          <Text size="sm" c="dimmed">
            Pays renewals. To remove it, choose another card first.
          </Text>
        )}
      </div>
      <Group gap="xs">
        {!card.is_default && <Use card={card} />}
        {!isNeeded && (
          <Button variant="default" aria-label={`Remove ${text}`} onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
      </Group>
      <ConfirmModal
        opened={asking}
        title="Remove this card?"
        confirm="Remove"
        onConfirm={() => removeCard(card.id)}
        onClose={() => setAsking(false)}
      >
        {text}
      </ConfirmModal>
    </li>
  )
}

function Use({ card }: { card: PaymentMethod }) {
  const button = useFocusAfter<HTMLButtonElement>()
  return (
    <ActionButton
      ref={button}
      variant="default"
      aria-label={`Use ${cardText(card)}`}
      action={() => chooseCard(card.id)}
    >
      Use
    </ActionButton>
  )
}

function AddCard({ checkout, onDone }: { checkout: Checkout; onDone: () => void }) {
  const payer = useRef<CardPayer>(null)
  const { busy, refusal, run } = useAction(error => {
    // A problem of the card is shown under its field, other errors below the form.
    const { payment_method } = errorsByField(error)
    if (payment_method) payer.current?.refuse(payment_method)
    return payment_method || error instanceof CardError ? null : messageOf(error)
  })

  async function save(): Promise<void> {
    const form = payer.current
    if (!form) return
    await saveCard(await form.createPaymentMethod(), form.confirmSetup)
    toast.success('Your card is saved.')
    onDone()
  }

  return (
    <Form busy={busy} onSubmit={() => run(save)} aria-label="Add a card" style={{ marginTop: '1rem' }}>
      <CardForm ref={payer} checkout={checkout} isShown takesFocus />
      <FormEnd refusal={refusal} busy={busy} submit="Save the card" onCancel={onDone} mt="md" />
    </Form>
  )
}
