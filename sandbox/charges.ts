/** The calls for charges, refunds and disputes. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { list, type Route, retrieve, route } from './call.ts'
import { invalid } from './faults.ts'
import { mergeMetadata, metadata, whole, word } from './form.ts'
import { idOf, makeId } from './object-rows.ts'
import { each } from './shapes.ts'

const ofPayment = { payment_intent: word.optional() }

export const chargeRoutes: Route[] = [
  retrieve('charge', '/v1/charges'),
  list('charge', '/v1/charges', ofPayment),

  route(
    'POST',
    '/v1/refunds',
    z.strictObject({ payment_intent: word, amount: whole.pipe(z.number().min(1)).optional(), metadata }),
    async ({ store, input }) => {
      const intent = await store.get('payment_intent', input.payment_intent, 'payment_intent')
      const charge = await store.find('charge', idOf(intent.data.latest_charge) ?? '')
      if (charge?.data.status !== 'succeeded') throw invalid('This payment has no charge to refund.', 'payment_intent')
      const { id, currency, customer, payment_intent, payment_method, disputed, ...data } = charge.data
      if (disputed) throw invalid(`Charge ${id} has been charged back.`, 'charge', 'charge_disputed')
      const rest = data.amount - data.amount_refunded
      if (rest === 0) throw invalid(`Charge ${id} has already been refunded.`, 'charge', 'charge_already_refunded')
      const amount = input.amount ?? rest
      if (amount > rest) throw invalid(`Only ${rest} of charge ${id} can be refunded.`, 'amount')
      const refund: Stripe.Refund = {
        id: makeId('re'),
        object: 'refund',
        amount,
        charge: id,
        created: store.now,
        currency,
        customer,
        destination_details: { type: 'card' },
        metadata: mergeMetadata({}, input.metadata),
        payment_intent,
        payment_method,
        status: 'succeeded',
        ...each(null, 'balance_transaction customer_account reason receipt_number source_transfer_reversal'),
        transfer_reversal: null
      }
      const row = await store.add('refund', refund, { event: 'refund.created' })
      const amount_refunded = data.amount_refunded + amount
      await store.update('charge.refunded', charge, { amount_refunded, refunded: amount_refunded === data.amount })
      return row.data
    }
  ),
  retrieve('refund', '/v1/refunds'),
  list('refund', '/v1/refunds', ofPayment),

  route(
    'POST',
    '/v1/disputes/:id',
    z.strictObject({
      evidence: z.strictObject({ uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']) }),
      submit: z.literal('true')
    }),
    async ({ store, input, id }) => {
      const row = await store.get('dispute', id)
      if (row.data.status !== 'needs_response') throw invalid('This dispute is already closed')
      const { uncategorized_text: text } = input.evidence
      await store.update('charge.dispute.updated', row, {
        evidence: { ...row.data.evidence, uncategorized_text: text }
      })
      // Like the provider's test mode, the text of the evidence decides who wins.
      await store.update('charge.dispute.closed', row, { status: text === 'winning_evidence' ? 'won' : 'lost' })
      return row.data
    }
  ),
  retrieve('dispute', '/v1/disputes'),
  list('dispute', '/v1/disputes', ofPayment)
]
