import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { PaymentMethod } from '../../domain/billing/api.ts'
import { formatMoney } from '../../domain/lib/money.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { payNow, SUBSCRIPTION_TOAST } from './billing.ts'
import { CardForm } from './card/CardForm.tsx'
import { CardError, type CardPayer, type Checkout, STILL_LOADING } from './card/card.ts'

interface PayNowProps {
  id: number
  amount: { amount: number; currency: string }
  card: PaymentMethod | undefined
  checkout: Checkout
}

/** Pays a declined renewal with the saved default card. The hidden form only shows the bank's confirmation. */
export function PayNow({ id, amount: { amount, currency }, card, checkout }: PayNowProps) {
  const form = useRef<CardPayer>(null)
  const { busy, refusal, run } = useAction(error => (error instanceof CardError ? error.message : messageOf(error)))
  async function pay(): Promise<void> {
    const message = await payNow(id, async secret => {
      if (!form.current || !card) throw new Error(STILL_LOADING)
      await form.current.confirmPayment(secret, card.id)
    })
    toast.success(message, { id: SUBSCRIPTION_TOAST })
  }
  return (
    <>
      <CardForm ref={form} checkout={checkout} isShown={false} />
      <FormMessage text={refusal} />
      <Button mt="md" style={{ alignSelf: 'start' }} loading={busy} onClick={() => void run(pay)}>
        Pay {formatMoney(amount, currency)} now
      </Button>
    </>
  )
}
