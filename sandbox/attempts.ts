/** Confirms payment intents: charges the card, declines it, or waits until the person authenticates. */
import type Stripe from 'stripe'
import { declineOnCharge, NOT_THERE, wantsAuthentication } from './cards.ts'
import { Fault, invalid } from './faults.ts'
import { makeId, type Row, type Store, secretText, set } from './object-rows.ts'
import { behaviourOf, checkOwner, saveMethod } from './payment-methods.ts'

export type Intent = Row<'payment_intent'>
type Method = Row<'payment_method'>
type PaymentError = Stripe.PaymentIntent.LastPaymentError

/** Adds a payment intent that is not confirmed yet. */
export async function addIntent(
  store: Store,
  given: Pick<Stripe.PaymentIntent, 'amount' | 'currency'> & Partial<Stripe.PaymentIntent>,
  { clock, invoice }: { clock: string | null; invoice?: string }
): Promise<Intent> {
  const id = makeId('pi')
  const data: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${secretText(25)}`,
    confirmation_method: 'automatic',
    created: await store.time(clock),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given
  }
  const row = await store.add('payment_intent', data, { clock, hidden: invoice ? { invoice } : {} })
  await store.emit('payment_intent.created', row)
  return row
}

/** The id of a reference that may be expanded into its object. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** Throws when the intent is already paid or canceled. @throws Fault */
export function checkOpen({ data }: Intent, deed: string): void {
  if (data.status !== 'succeeded' && data.status !== 'canceled') return
  throw new Fault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${deed} this PaymentIntent because it has a status of ${data.status}.`,
    payment_intent: data
  })
}

/**
 * Charges a card for an intent, or starts authentication first if the card requires it.
 * @param offSession the person is not present, so a card that requires authentication is declined
 * @returns why the card was declined; null when the intent succeeded or waits for the person
 */
export async function attempt(
  store: Store,
  intent: Intent,
  method: Method,
  offSession: boolean
): Promise<Fault | null> {
  checkOpen(intent, 'confirm')
  checkOwner(method, idOf(intent.data.customer))
  const behaviour = behaviourOf(method)
  if (!wantsAuthentication(behaviour, method.hidden.isSetUp === true)) return take(store, intent, method)
  if (offSession) return declined(store, intent, method, NOT_THERE)
  set(intent.data, { ...askPerson(intent, method), last_payment_error: null })
  await store.save(intent)
  await store.emit('payment_intent.requires_action', intent)
  return null
}

/** Shown when the person fails the authentication at their bank. */
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

/**
 * Finishes an authentication.
 * @param hasPassed whether the bank accepted it
 * @returns why the payment failed; null when it was paid
 */
export async function authenticate(store: Store, intent: Intent, hasPassed: boolean): Promise<Fault | null> {
  const method = await methodOf(store, intent)
  if (intent.data.status !== 'requires_action' || !method) {
    throw invalid('This payment does not wait for authentication.', undefined, 'payment_intent_unexpected_state')
  }
  if (hasPassed) {
    method.hidden.isSetUp = Boolean(intent.data.setup_future_usage)
    await store.save(method)
    return take(store, intent, method)
  }
  const code = 'payment_intent_authentication_failure'
  return refuse(store, intent, method, { type: 'invalid_request_error', code, message: NOT_PROVED })
}

/** The payment method of an intent, if it has one. */
export async function methodOf(store: Store, intent: Intent): Promise<Method | null> {
  const id = idOf(intent.data.payment_method)
  return id ? store.get('payment_method', id) : null
}

async function take(store: Store, intent: Intent, method: Method): Promise<Fault | null> {
  const behaviour = behaviourOf(method)
  const decline = declineOnCharge(behaviour)
  if (decline) return declined(store, intent, method, decline)
  const charge = await addCharge(store, intent, method, null)
  if (intent.data.setup_future_usage && typeof intent.data.customer === 'string') {
    await saveMethod(store, method, intent.data.customer)
  } else if (method.data.customer === null) {
    method.hidden.isUsed = true
    await store.save(method)
  }
  set(intent.data, {
    status: 'succeeded',
    amount_received: intent.data.amount,
    payment_method: method.data.id,
    latest_charge: charge.data.id,
    last_payment_error: null,
    next_action: null
  })
  await store.save(intent)
  await store.emit('charge.succeeded', charge)
  await store.emit('payment_intent.succeeded', intent)
  if (behaviour === 'dispute') await dispute(store, charge)
  return null
}

type Decline = NonNullable<ReturnType<typeof declineOnCharge>>

async function declined(store: Store, intent: Intent, method: Method, decline: Decline): Promise<Fault> {
  const charge = await addCharge(store, intent, method, decline)
  intent.data.latest_charge = charge.data.id
  await store.emit('charge.failed', charge)
  return refuse(store, intent, method, { type: 'card_error', charge: charge.data.id, ...decline })
}

/** Resets the intent so that the person can choose another card, and stores the reason. */
async function refuse(
  store: Store,
  intent: Intent,
  { data: payment_method }: Method,
  reason: Omit<PaymentError, 'payment_method' | 'code'> & { code: string; message: string }
): Promise<Fault> {
  const error = { ...reason, payment_method } as PaymentError
  set(intent.data, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: error,
    next_action: null
  })
  await store.save(intent)
  await store.emit('payment_intent.payment_failed', intent)
  const { type, message, code, decline_code, charge } = reason
  const body = { type: type as 'card_error', message, code, decline_code, charge, payment_method }
  return new Fault(402, { ...body, payment_intent: intent.data }, true)
}

async function addCharge(
  store: Store,
  { data, clock }: Intent,
  { data: method }: Method,
  decline: Decline | null
): Promise<Row<'charge'>> {
  const { card } = method
  if (!card) throw new Error('a payment method without a card')
  const charge: Stripe.Charge = {
    id: makeId('ch'),
    object: 'charge',
    amount: data.amount,
    amount_captured: decline ? 0 : data.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'CHALLENGE HUT',
    captured: !decline,
    created: await store.time(clock),
    currency: data.currency,
    customer: data.customer,
    description: data.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: data.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: decline ? `The bank returned the decline code \`${decline.decline_code}\`.` : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized'
    },
    paid: !decline,
    payment_intent: data.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: decline ? null : data.amount,
        authorization_code: null,
        brand: card.brand,
        checks: {
          address_line1_check: null,
          address_postal_code_check: null,
          cvc_check: decline?.code === 'incorrect_cvc' ? 'fail' : 'pass'
        },
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null
      }
    },
    receipt_email: data.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null
  }
  return store.add('charge', charge, { clock })
}

const DISPUTE_DAYS = 9

/** Opens a dispute: the bank takes the money back until the dispute is decided. */
async function dispute(store: Store, charge: Row<'charge'>): Promise<void> {
  const created = await store.time(charge.clock)
  const nothing = null
  const data: Stripe.Dispute = {
    id: makeId('du'),
    object: 'dispute',
    amount: charge.data.amount,
    balance_transactions: [],
    charge: charge.data.id,
    created,
    currency: charge.data.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: nothing,
      billing_address: nothing,
      cancellation_policy: nothing,
      cancellation_policy_disclosure: nothing,
      cancellation_rebuttal: nothing,
      customer_communication: nothing,
      customer_email_address: nothing,
      customer_name: nothing,
      customer_purchase_ip: nothing,
      customer_signature: nothing,
      duplicate_charge_documentation: nothing,
      duplicate_charge_explanation: nothing,
      duplicate_charge_id: nothing,
      enhanced_evidence: {},
      product_description: nothing,
      receipt: nothing,
      refund_policy: nothing,
      refund_policy_disclosure: nothing,
      refund_refusal_explanation: nothing,
      service_date: nothing,
      service_documentation: nothing,
      shipping_address: nothing,
      shipping_carrier: nothing,
      shipping_date: nothing,
      shipping_documentation: nothing,
      shipping_tracking_number: nothing,
      uncategorized_file: nothing,
      uncategorized_text: nothing
    },
    evidence_details: {
      due_by: created + DISPUTE_DAYS * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual'
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.data.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response'
  }
  const row = await store.add('dispute', data, { clock: charge.clock })
  charge.data.disputed = true
  await store.save(charge)
  await store.emit('charge.dispute.created', row)
}
