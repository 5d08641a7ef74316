/** The calls for charges, refunds and disputes. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { idOf } from './attempts.ts'
import { list, nothing, type Route, retrieve, route } from './call.ts'
import { invalid } from './faults.ts'
import { emptyable, flag, mergeMetadata, metadata, whole, word } from './form.ts'
import { makeId, type Row, type Store } from './object-rows.ts'

const refundSchema = z.strictObject({
  charge: word.optional(),
  payment_intent: word.optional(),
  amount: whole.pipe(z.number().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata
})

async function refund(store: Store, input: z.output<typeof refundSchema>): Promise<Stripe.Refund> {
  const charge = await chargeOf(store, input)
  const { data } = charge
  if (data.status !== 'succeeded') throw invalid('This charge did not succeed.', 'charge')
  if (data.disputed)
    throw invalid(`Charge ${data.id} has been charged back; cannot issue a refund.`, 'charge', 'charge_disputed')
  const rest = data.amount - data.amount_refunded
  if (rest === 0) throw invalid(`Charge ${data.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  const amount = input.amount ?? rest
  if (amount > rest)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`, 'amount')
  const row = await store.add(
    'refund',
    {
      id: makeId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: data.id,
      created: await store.time(charge.clock),
      currency: data.currency,
      customer: data.customer,
      customer_account: null,
      destination_details: { type: 'card' },
      metadata: mergeMetadata({}, input.metadata),
      payment_intent: data.payment_intent,
      payment_method: data.payment_method,
      reason: input.reason ?? null,
      receipt_number: null,
      source_transfer_reversal: null,
      status: 'succeeded',
      transfer_reversal: null
    },
    { clock: charge.clock }
  )
  await store.emit('refund.created', row)
  const amount_refunded = data.amount_refunded + amount
  await store.update('charge.refunded', charge, { amount_refunded, refunded: amount_refunded === data.amount })
  return row.data
}

/** The charge that the call names, or the charge of the payment intent that it names. */
async function chargeOf(store: Store, input: { charge?: string; payment_intent?: string }): Promise<Row<'charge'>> {
  if (input.charge) return store.get('charge', input.charge, 'charge')
  if (!input.payment_intent) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const { data } = await store.get('payment_intent', input.payment_intent, 'payment_intent')
  const charge = idOf(data.latest_charge)
  if (!charge || data.status !== 'succeeded') {
    throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
  }
  return store.get('charge', charge)
}

async function close(store: Store, row: Row<'dispute'>, status: 'won' | 'lost'): Promise<Stripe.Dispute> {
  if (row.data.status === 'won' || row.data.status === 'lost') throw invalid('This dispute is already closed')
  await store.update('charge.dispute.closed', row, { status })
  return row.data
}

export const chargeRoutes: Route[] = [
  retrieve('charge', '/v1/charges'),
  list('charge', '/v1/charges', { customer: word.optional(), payment_intent: word.optional() }),

  route('POST', '/v1/refunds', refundSchema, ({ store, input }) => refund(store, input)),
  retrieve('refund', '/v1/refunds'),
  list('refund', '/v1/refunds', { charge: word.optional(), payment_intent: word.optional() }),

  route(
    'POST',
    '/v1/disputes/:id',
    z.strictObject({
      evidence: z.strictObject({ uncategorized_text: emptyable(word).optional() }).optional(),
      submit: flag.optional(),
      metadata
    }),
    async ({ store, input, id }) => {
      const row = await store.get('dispute', id)
      const text = input.evidence?.uncategorized_text
      const { evidence, evidence_details, status } = row.data
      await store.update('charge.dispute.updated', row, {
        metadata: mergeMetadata(row.data.metadata, input.metadata),
        evidence: text === undefined ? evidence : { ...evidence, uncategorized_text: text },
        evidence_details: input.submit
          ? { ...evidence_details, has_evidence: true, submission_count: evidence_details.submission_count + 1 }
          : evidence_details,
        status: input.submit ? 'under_review' : status
      })
      // Like the provider's test mode, the text of the evidence decides who wins.
      if (input.submit && text === 'winning_evidence') return close(store, row, 'won')
      if (input.submit && text === 'losing_evidence') return close(store, row, 'lost')
      return row.data
    }
  ),
  route('POST', '/v1/disputes/:id/close', nothing, async ({ store, id }) =>
    close(store, await store.get('dispute', id), 'lost')
  ),
  retrieve('dispute', '/v1/disputes'),
  list('dispute', '/v1/disputes', { charge: word.optional(), payment_intent: word.optional() })
]
