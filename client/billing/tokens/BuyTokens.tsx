import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { PaymentMethod } from '../../../domain/billing/api.ts'
import { CURRENCY, PACK } from '../../../domain/billing/plans.ts'
import { getPaymentIntent, purchaseTokens, tokensPage } from '../../../domain/billing/tokens-api.ts'
import { formatMoney } from '../../../domain/lib/money.ts'
import { call } from '../../lib/api.ts'
import { changePages, reloadPages } from '../../lib/page-cache.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { CardError, type CardPayer, type Checkout, STILL_LOADING } from '../card/card.ts'
import { firstChoice, NEW_CARD, PayBy } from '../PayBy.tsx'
import { purchaseSucceeded } from '../purchase.ts'

const ACKNOWLEDGE = 'Please acknowledge that you are purchasing tokens for the shared pool.'
const FOR_EVERYBODY = 'I understand these tokens are for everyone, not for my account.'
const NOT_PAID = 'There was an error when making the payment'
/** The text is fixed by the specification (D-14). */
const NOT_CREDITED = 'There was an updating your account.'

interface Props {
  cards: readonly PaymentMethod[]
  checkout: Checkout
  onBought: () => void
  /** Whether the tokens may go to the shared pool. False when the person needs the tokens now. */
  canGive?: boolean
}

/** A payment with an unknown result, or whose tokens are not credited yet. */
interface Unsettled {
  secret: string
  toPool: 0 | 1
  /** Id of the payment, once it succeeded. */
  paid: string | null
}

/**
 * Buys the pack of tokens, for the user or for the shared pool (TOK-26..TOK-33). After a lost response, another press
 * continues with the same payment, so nobody pays twice.
 */
export function BuyTokens({ cards, checkout, onBought, canGive = true }: Props) {
  const payer = useRef<CardPayer>(null)
  const [choice, setChoice] = useState(() => firstChoice(cards))
  const [toPool, setToPool] = useState(false)
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const [problem, setProblem] = useState<{ text: string; reason: string | null } | null>(null)
  const { busy, run } = useAction()
  const unsettled = useRef<Unsettled | null>(null)
  const isClaiming = unsettled.current?.paid != null

  async function pay(form: CardPayer): Promise<void> {
    setProblem(null)
    const payment = await paidBy(form)
    if (payment) await claim(payment)
  }

  async function paidBy(form: CardPayer): Promise<Unsettled | null> {
    if (unsettled.current?.paid) return unsettled.current
    let isTried = false
    try {
      const method = choice === NEW_CARD ? await form.createPaymentMethod() : choice
      isTried = true
      unsettled.current ??= await prepare()
      const payment = unsettled.current
      payment.paid = await form.confirmPayment(payment.secret, method)
      return payment
    } catch (error) {
      const isRefused = error instanceof CardError
      if (isRefused) unsettled.current = null
      // The card form shows refusals of a new card under its field. If the payment was not tried yet, that says
      // everything.
      const isUnderField = isRefused && choice === NEW_CARD
      if (isTried || !isUnderField)
        setProblem({ text: NOT_PAID, reason: isUnderField ? null : isRefused ? error.message : messageOf(error) })
      return null
    }
  }

  async function prepare(): Promise<Unsettled> {
    const token_pool = toPool ? 1 : 0
    const { client_secret } = await call(getPaymentIntent, { query: { token_pool } })
    return { secret: client_secret, toPool: token_pool, paid: null }
  }

  async function claim({ paid, toPool }: Unsettled): Promise<void> {
    try {
      const body = { paymentIntent: String(paid), token_pool: toPool }
      const { message, balance, pool, token_pool } = await call(purchaseTokens, { body })
      unsettled.current = null
      changePages(tokensPage, data => ({ ...data, balance, pool }))
      void reloadPages(tokensPage)
      toast.success(message)
      if (!token_pool) void purchaseSucceeded(message)
      onBought()
    } catch (error) {
      setProblem({ text: NOT_CREDITED, reason: `Your payment went through. ${messageOf(error)}` })
    }
  }

  function submit(): void {
    const form = payer.current
    if (toPool && !isAcknowledged) setProblem({ text: ACKNOWLEDGE, reason: null })
    else if (!form) setProblem({ text: STILL_LOADING, reason: null })
    else void run(() => pay(form))
  }

  const tick = (label: string, checked: boolean, set: (checked: boolean) => void) => (
    <Checkbox
      label={label}
      checked={checked}
      disabled={isClaiming}
      onChange={event => {
        set(event.currentTarget.checked)
        setProblem(null)
      }}
    />
  )

  return (
    <Form busy={busy} onSubmit={submit} aria-label="Buy tokens" takesFocus={cards.length > 0}>
      <Stack gap="md">
        <PayBy ref={payer} cards={cards} checkout={checkout} value={choice} onChange={setChoice} takesFocus />
        {canGive && tick('Add the tokens to the shared pool', toPool, setToPool)}
        {toPool && tick(FOR_EVERYBODY, isAcknowledged, setIsAcknowledged)}
      </Stack>
      <FormMessage text={problem?.text ?? null} />
      {problem?.reason && <Text c="dimmed">{problem.reason}</Text>}
      <Button type="submit" mt="md" fullWidth loading={busy}>
        {isClaiming ? 'Update my account' : `Pay ${formatMoney(PACK.amount, CURRENCY)}`}
      </Button>
    </Form>
  )
}
