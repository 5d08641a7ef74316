/** Confirms payment intents: charges the card, declines it, or waits until the person authenticates. */
import type Stripe from 'stripe'
import { type Decline, declineOnCharge, wantsAuthentication } from './cards.ts'
import { Fault, invalid } from './faults.ts'
import { idOf, makeId, type Row, type Store, secretText } from './object-rows.ts'
import { checkOwner, type Method, saveMethod } from './payment-methods.ts'
import { each } from './shapes.ts'

export type Intent = Row<'payment_intent'>

/** Adds a payment intent that is not confirmed yet. @param invoice the invoice that it pays */
export async function addIntent(
  store: Store,
  given: Pick<Stripe.PaymentIntent, 'amount' | 'currency'> & Partial<Stripe.PaymentIntent>,
  invoice?: string
): Promise<Intent> {
  const id = makeId('pi')
  const data: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${secretText(25)}`,
    confirmation_method: 'automatic',
    created: store.now,
    livemode: false,
    metadata: {},
    payment_method_options: {},
    payment_method_types: ['card'],
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    ...each(0, 'amount_capturable amount_received'),
    ...each(null, 'allowed_payment_method_types application application_fee_amount automatic_payment_methods'),
    ...each(null, 'canceled_at cancellation_reason customer customer_account description'),
    ...each(null, 'excluded_payment_method_types last_payment_error latest_charge managed_payments next_action'),
    ...each(null, 'on_behalf_of payment_method payment_method_configuration_details payment_record processing'),
    ...each(null, 'receipt_email review setup_future_usage shipping source statement_descriptor'),
    ...each(null, 'statement_descriptor_suffix transfer_group'),
    ...given
  }
  return store.add('payment_intent', data, { event: 'payment_intent.created', hidden: invoice ? { invoice } : {} })
}

/** Throws when the intent is already paid or canceled. @throws Fault that contains the intent */
export function checkOpen({ data }: Intent): void {
  if (data.status !== 'succeeded' && data.status !== 'canceled') return
  const code = 'payment_intent_unexpected_state'
  const message = `This PaymentIntent has a status of ${data.status}.`
  throw new Fault(400, { type: 'invalid_request_error', code, message, payment_intent: data })
}

/**
 * Charges a card for an intent, or starts authentication first if the card requires it.
 * @returns why the card was declined; null when the intent succeeded or waits for the person
 */
export async function attempt(store: Store, intent: Intent, method: Method): Promise<Fault | null> {
  checkOpen(intent)
  checkOwner(method, idOf(intent.data.customer))
  if (!wantsAuthentication(method.hidden.behaviour ?? 'pay', method.hidden.isSetUp === true)) {
    return take(store, intent, method)
  }
  const change = { ...askPerson(intent, method), last_payment_error: null }
  await store.update('payment_intent.requires_action', intent, change)
  return null
}

/** The message when the person fails the authentication at their bank. */
export const NOT_PROVED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/**
 * The fields of an intent that waits for authentication. The sandbox's call `authenticate` replaces the bank's window.
 */
export function askPerson(intent: Intent | Row<'setup_intent'>, method: Method) {
  return {
    status: 'requires_action' as const,
    payment_method: method.data.id,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `/sandbox/authenticate/${intent.data.id}` }
    }
  }
}

/** The card of an intent that waits for authentication. @throws Fault when the intent does not wait */
export async function askedMethod(store: Store, { data }: Intent | Row<'setup_intent'>): Promise<Method> {
  const id = idOf(data.payment_method)
  if (data.status === 'requires_action' && id) return store.get('payment_method', id)
  throw invalid('This card does not wait for authentication.', undefined, `${data.object}_unexpected_state`)
}

/**
 * Finishes an authentication.
 * @param hasPassed whether the bank accepted it
 * @returns why the payment failed; null when it was paid
 */
export async function authenticate(store: Store, intent: Intent, hasPassed: boolean): Promise<Fault | null> {
  const method = await askedMethod(store, intent)
  if (hasPassed) {
    method.hidden.isSetUp = Boolean(intent.data.setup_future_usage)
    await store.save(method)
    return take(store, intent, method)
  }
  const code = 'payment_intent_authentication_failure'
  return refuse(store, intent, method, { type: 'invalid_request_error', code, message: NOT_PROVED })
}

async function take(store: Store, intent: Intent, method: Method): Promise<Fault | null> {
  const behaviour = method.hidden.behaviour ?? 'pay'
  const decline = declineOnCharge(behaviour)
  if (decline) {
    const { data } = await addCharge(store, intent, method, decline)
    intent.data.latest_charge = data.id
    return refuse(store, intent, method, { type: 'card_error', charge: data.id, ...decline })
  }
  const customer = idOf(intent.data.customer)
  if (intent.data.setup_future_usage && customer) await saveMethod(store, method, customer)
  else if (method.data.customer === null) await store.save({ ...method, hidden: { ...method.hidden, isUsed: true } })
  const charge = await addCharge(store, intent, method, null)
  await store.update('payment_intent.succeeded', intent, {
    status: 'succeeded',
    amount_received: intent.data.amount,
    payment_method: method.data.id,
    latest_charge: charge.data.id,
    last_payment_error: null,
    next_action: null
  })
  if (behaviour === 'dispute') await dispute(store, charge)
  return null
}

type Reason = Pick<Fault['body'], 'type' | 'message' | 'code' | 'decline_code' | 'charge'>

/** Resets the intent so that the person can choose another card, and stores the reason. */
async function refuse(store: Store, intent: Intent, method: Method, reason: Reason): Promise<Fault> {
  await store.update('payment_intent.payment_failed', intent, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { ...reason, payment_method: method.data } as Stripe.PaymentIntent.LastPaymentError,
    next_action: null
  })
  return new Fault(402, { ...reason, payment_intent: intent.data }, true)
}

async function addCharge(
  store: Store,
  { data }: Intent,
  { data: method }: Method,
  decline: Decline | null
): Promise<Row<'charge'>> {
  const { amount, currency, customer, description, metadata } = data
  const charge: Stripe.Charge = {
    id: makeId('ch'),
    object: 'charge',
    amount,
    amount_captured: decline ? 0 : amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: !decline,
    created: store.now,
    currency,
    customer,
    description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    metadata,
    paid: !decline,
    payment_intent: data.id,
    payment_method: method.id,
    status: decline ? 'failed' : 'succeeded',
    ...each(false, 'disputed livemode refunded'),
    ...each(null, 'application application_fee application_fee_amount balance_transaction'),
    ...each(null, 'calculated_statement_descriptor failure_balance_transaction on_behalf_of outcome'),
    ...each(null, 'payment_method_details receipt_email receipt_number receipt_url review shipping source'),
    ...each(null, 'source_transfer statement_descriptor statement_descriptor_suffix transfer_data transfer_group')
  }
  return store.add('charge', charge, { event: decline ? 'charge.failed' : 'charge.succeeded' })
}

const DISPUTE_SECONDS = 9 * 86_400

/** Opens a dispute: the bank takes the money back until the dispute is decided. */
async function dispute(store: Store, charge: Row<'charge'>): Promise<void> {
  const { amount, currency, id, payment_intent } = charge.data
  const data: Stripe.Dispute = {
    id: makeId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: id,
    created: store.now,
    currency,
    enhanced_eligibility_types: [],
    evidence: {
      enhanced_evidence: {},
      ...each(null, 'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure'),
      ...each(null, 'cancellation_rebuttal customer_communication customer_email_address customer_name'),
      ...each(null, 'customer_purchase_ip customer_signature duplicate_charge_documentation'),
      ...each(null, 'duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy'),
      ...each(null, 'refund_policy_disclosure refund_refusal_explanation service_date service_documentation'),
      ...each(null, 'shipping_address shipping_carrier shipping_date shipping_documentation'),
      ...each(null, 'shipping_tracking_number uncategorized_file uncategorized_text')
    },
    evidence_details: {
      due_by: store.now + DISPUTE_SECONDS,
      enhanced_eligibility: {},
      submission_count: 0,
      submission_method: 'manual',
      ...each(false, 'has_evidence past_due')
    },
    intended_submission_method: null,
    metadata: {},
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    ...each(false, 'is_charge_refundable livemode')
  }
  await store.save({ ...charge, data: { ...charge.data, disputed: true } })
  await store.add('dispute', data, { event: 'charge.dispute.created' })
}
