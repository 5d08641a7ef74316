import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../server/app.ts'
import { sandboxProvider } from '../server/billing/provider.ts'
import { readConfig } from '../server/lib/config.ts'
import { createBus } from '../server/realtime/bus.ts'
import { openStore } from '../server/uploads/open-store.ts'
import { OPEN_INTERNET } from '../server/uploads/public-fetch.ts'
import { testClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database/database.ts'
import { type Sandbox, startSandbox } from './server.ts'

/** Tests the sandbox through the official SDK. `page` is the SDK with the publishable key, as a browser uses it. */
const clock = testClock()
const log = pino({ level: 'silent' })
let database: TestDatabase
let sandbox: Sandbox
let stripe: Stripe
let page: Stripe
let receiver: Server

/** The events that the receiver accepted, and the statuses that it returns next. Without one it returns 200. */
let received: Stripe.Event[] = []
let statuses: number[] = []

beforeAll(async () => {
  database = await testDatabase()
  sandbox = await startSandbox({ db: database.db, clock, log })
  stripe = connect(sandbox.secretKey)
  page = connect(sandbox.publishableKey)
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const signature = String(request.headers['stripe-signature'])
    try {
      received.push(stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret, 300, undefined, clock.now()))
      response.writeHead(statuses.shift() ?? 200).end()
    } catch {
      // The signature is older than the moved clock allows. The sandbox sends the event again.
      response.writeHead(400).end()
    }
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  sandbox.webhooksTo(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
})
afterAll(async () => {
  await sandbox.close()
  receiver.closeAllConnections()
  receiver.close()
  await database.drop()
})
beforeEach(async () => {
  await sandbox.tick()
  received = []
  statuses = []
})

function connect(key: string, to = sandbox): Stripe {
  return new Stripe(key, { host: to.host, port: to.port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

const DAY = 86_400
const PERIOD = 30 * DAY
const HOUR = 3600
const nowSeconds = () => Math.floor(clock.now() / 1000)

/** A card as a person types it into a page. */
const typed = (number: string) => ({
  type: 'card' as const,
  card: { number, exp_month: 12, exp_year: 2030, cvc: number.startsWith('37') ? '1234' : '123' }
})

async function customer(method = 'pm_card_visa', test_clock?: string): Promise<Stripe.Customer> {
  const made = await stripe.customers.create({ email: 'ada@example.org', test_clock })
  const saved = await stripe.paymentMethods.attach(method, { customer: made.id })
  return stripe.customers.update(made.id, { invoice_settings: { default_payment_method: saved.id } })
}

let prices = 0
async function price(unit_amount = 400): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: 'Goal Basics' })
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount,
    lookup_key: `price_${++prices}`,
    recurring: { interval: 'day', interval_count: 30 }
  })
}

/** The error of a refused call. */
async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    failure => failure
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error(`not refused with an error of the SDK: ${error}`)
}

/** Presses a button in the sandbox's replacement for the bank's window. */
const authenticate = (client_secret: string | null | undefined, outcome: 'complete' | 'fail') =>
  page.rawRequest('POST', '/v1/sandbox/authenticate', { client_secret, outcome })

/** The types of the events since the test started. */
async function events(): Promise<string[]> {
  await sandbox.tick()
  return received.map(({ type }) => type)
}

describe('shapes of the objects', () => {
  /** The fields of an interface in the SDK's declarations: name → whether it is required. */
  function fieldsOf(file: string, name: string): Map<string, boolean> {
    const path = new URL(`../node_modules/stripe/esm/resources/${file}.d.ts`, import.meta.url)
    const text = readFileSync(path, 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '')
    const [, body = ''] = new RegExp(`\\nexport interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(text) ?? []
    const fields = [...body.matchAll(/^ {4}(\w+)(\??): /gm)].map(([, key = '', mark]) => [key, mark === ''] as const)
    return new Map(fields)
  }

  function holds(file: string, name: string, object: object): void {
    const fields = fieldsOf(file, name)
    expect(fields.size, `${file}.${name}`).toBeGreaterThan(5)
    const needed = [...fields].filter(([, isNeeded]) => isNeeded).map(([key]) => key)
    expect(Object.keys(object), `${name} has every required field`).toEqual(expect.arrayContaining(needed))
    expect(
      Object.keys(object).filter(key => !fields.has(key)),
      `${name} has nothing else`
    ).toEqual([])
  }

  test('every object has the required fields of its type and no unknown ones', async () => {
    const owner = await customer('pm_card_createDispute')
    const plan = await price()
    const subscription = await stripe.subscriptions.create({
      customer: owner.id,
      items: [{ price: plan.id }],
      expand: ['latest_invoice.payments', 'latest_invoice.confirmation_secret']
    })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const [payment] = invoice.payments?.data ?? []
    const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent), {
      expand: ['latest_charge', 'payment_method']
    })
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    const paid = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true
    })
    const refund = await stripe.refunds.create({ payment_intent: paid.id })
    const setup = await stripe.setupIntents.create({ customer: owner.id })
    const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: nowSeconds() })
    const [event] = (await stripe.events.list({ limit: 1 })).data
    holds('Customers', 'Customer', owner)
    holds('Prices', 'Price', plan)
    holds('Products', 'Product', await stripe.products.retrieve(String(plan.product)))
    holds('Subscriptions', 'Subscription', subscription)
    holds('SubscriptionItems', 'SubscriptionItem', subscription.items.data[0] ?? {})
    holds('Plans', 'Plan', subscription.items.data[0]?.plan ?? {})
    holds('Invoices', 'Invoice', invoice)
    holds('InvoiceLineItems', 'InvoiceLineItem', invoice.lines.data[0] ?? {})
    holds('InvoicePayments', 'InvoicePayment', payment ?? {})
    holds('PaymentIntents', 'PaymentIntent', intent)
    holds('Charges', 'Charge', intent.latest_charge as Stripe.Charge)
    holds('PaymentMethods', 'PaymentMethod', intent.payment_method as Stripe.PaymentMethod)
    holds('Disputes', 'Dispute', dispute ?? {})
    holds('Refunds', 'Refund', refund)
    holds('SetupIntents', 'SetupIntent', setup)
    holds('TestHelpers/TestClocks', 'TestClock', testClock)
    holds('Events', 'EventBase', event ?? {})
    expect(plan.unit_amount_decimal?.toString()).toBe('400')
  })

  test('the sandbox returns the API version of the SDK’s types', async () => {
    const { lastResponse } = await stripe.customers.list()
    expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION)
  })
})

describe('calls', () => {
  test('a call needs the right key, and the publishable key reads only an intent whose secret it knows', async () => {
    expect(await refusal(connect('sk_test_wrong').customers.list())).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError
    )
    expect(await refusal(page.customers.list())).toMatchObject({ statusCode: 403, code: 'secret_key_required' })
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    expect(await refusal(page.paymentIntents.retrieve(intent.id))).toMatchObject({ code: 'resource_missing' })
    const seen = await page.paymentIntents.retrieve(intent.id, { client_secret: String(intent.client_secret) })
    expect(seen).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    expect(seen).not.toHaveProperty('metadata')
    expect(seen).not.toHaveProperty('customer')
  })

  test('an error names the wrong parameter', async () => {
    const create = (params: object) => refusal(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams))
    expect(await create({ currency: 'usd' })).toMatchObject({ code: 'parameter_missing', param: 'amount' })
    expect(await create({ amount: 10.5, currency: 'usd' })).toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'amount'
    })
    expect(await create({ amount: 49, currency: 'usd' })).toMatchObject({ code: 'amount_too_small' })
    expect(await create({ amount: 1000, currency: 'usd', colour: 'red' })).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour'
    })
    const missing = await create({ amount: 1000, currency: 'usd', customer: 'cus_none' })
    expect(missing).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(missing).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
    expect(await refusal(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      message: "No such customer: 'cus_none'"
    })
    const subscribe = stripe.subscriptions.create({ customer: 'cus_none', items: [{ price: '' }] })
    expect(await refusal(subscribe)).toMatchObject({ param: 'items[0][price]', code: 'parameter_invalid_empty' })
    expect(await refusal(stripe.balance.retrieve())).toMatchObject({ statusCode: 404 })
  })

  test('the same idempotency key returns the same response and changes nothing twice', async () => {
    const owner = await customer()
    const pay = (amount: number, idempotencyKey: string) =>
      stripe.paymentIntents.create(
        { amount, currency: 'usd', customer: owner.id, payment_method: 'pm_card_visa', confirm: true },
        { idempotencyKey }
      )
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => pay(1000, 'purchase 1')))
    for (const other of others) expect(other).toEqual(first)
    expect((await stripe.charges.list({ customer: owner.id })).data).toHaveLength(1)
    const replayed = await pay(1000, 'purchase 1')
    expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true')
    const other = await refusal(pay(2000, 'purchase 1'))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other.statusCode).toBe(400)
    expect((await pay(2000, 'purchase 2')).id).not.toBe(first?.id)
  })

  test('a retried key returns the same decline, and works after a wrong parameter is corrected', async () => {
    const pay = (payment_method: string, key: string, amount = 1000) =>
      stripe.paymentIntents.create({ amount, currency: 'usd', payment_method, confirm: true }, { idempotencyKey: key })
    const first = await refusal(pay('pm_card_chargeDeclined', 'declined'))
    const again = await refusal(pay('pm_card_chargeDeclined', 'declined'))
    expect(again).toMatchObject({ statusCode: 402, charge: first.charge })
    expect(await refusal(pay('pm_card_visa', 'put right', 1))).toMatchObject({ code: 'amount_too_small' })
    expect((await pay('pm_card_visa', 'put right')).status).toBe('succeeded')
  })

  test('an idempotency key is forgotten after a day', async () => {
    const make = () => stripe.customers.create({ email: 'grace@example.org' }, { idempotencyKey: 'customer 1' })
    const { id } = await make()
    expect((await make()).id).toBe(id)
    clock.jump(25 * 3600 * 1000)
    await sandbox.tick()
    expect((await make()).id).not.toBe(id)
  })

  test('events are deleted after thirty days', async () => {
    const { id } = await stripe.customers.create()
    const has = async () => {
      const { data } = await stripe.events.list({ type: 'customer.created', limit: 100 })
      return data.some(({ data }) => (data.object as Stripe.Customer).id === id)
    }
    expect(await has()).toBe(true)
    clock.jump(31 * DAY * 1000)
    await sandbox.tick()
    expect(await has()).toBe(false)
  })

  test('lists are paged newest first, in both directions, and filtered by time', async () => {
    const owner = await stripe.customers.create()
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      ids.unshift((await stripe.paymentIntents.create({ amount: 1000, currency: 'usd', customer: owner.id })).id)
    }
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
    const first = await stripe.paymentIntents.list({ customer: owner.id, limit: 2 })
    expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 2), true])
    const last = await stripe.paymentIntents.list({ customer: owner.id, limit: 3, starting_after: ids[1] })
    expect([idsOf(last), last.has_more]).toEqual([ids.slice(2), false])
    const back = await stripe.paymentIntents.list({ customer: owner.id, limit: 2, ending_before: ids[3] })
    expect([idsOf(back), back.has_more]).toEqual([ids.slice(1, 3), true])
    const all = stripe.paymentIntents.list({ customer: owner.id, limit: 2 })
    expect(idsOf({ data: await all.autoPagingToArray({ limit: 100 }) })).toEqual(ids)
    const later = { customer: owner.id, created: { gt: nowSeconds() } }
    expect((await stripe.paymentIntents.list(later)).data).toEqual([])
    expect(await refusal(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await refusal(stripe.customers.list({ starting_after: 'cus_none' }))).toMatchObject({
      param: 'starting_after'
    })
  })

  test('expand replaces ids by objects, in lists too, down to four levels', async () => {
    const owner = await customer()
    const params = { amount: 1000, currency: 'usd', customer: owner.id, payment_method: 'pm_card_visa', confirm: true }
    await stripe.paymentIntents.create(params)
    const { data } = await stripe.paymentIntents.list({
      customer: owner.id,
      expand: ['data.latest_charge.customer', 'data.customer']
    })
    expect(data[0]?.customer).toMatchObject({ object: 'customer', id: owner.id })
    expect(data[0]?.latest_charge).toMatchObject({ object: 'charge', customer: { id: owner.id } })
    const wrong = stripe.customers.retrieve(owner.id, { expand: ['colour'] })
    expect(await refusal(wrong)).toMatchObject({ message: 'This property cannot be expanded (colour).' })
    expect(await refusal(stripe.customers.retrieve(owner.id, { expand: ['a.b.c.d.e'] }))).toMatchObject({
      statusCode: 400
    })
  })

  test('metadata is merged, and an empty value removes a key', async () => {
    const { id } = await stripe.customers.create({ metadata: { user_id: '7', kind: 'person' } })
    const changed = await stripe.customers.update(id, { metadata: { kind: '', plan: 'none' } })
    expect(changed.metadata).toEqual({ user_id: '7', plan: 'none' })
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  })
})

describe('calls from a page, at the app’s own address', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
    const { db } = database
    const provider = sandboxProvider(sandbox)
    const store = await openStore(config)
    const built = await createApp({
      db,
      bus: createBus(),
      clock,
      config,
      shell: () => '',
      assets: null,
      provider,
      sandbox,
      store,
      network: OPEN_INTERNET
    })
    app = built.app
    await app.ready()
  })
  afterAll(() => app.close())

  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/sandbox/v1/${path}`,
      headers: {
        authorization: `Bearer ${sandbox.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers
      },
      payload: new URLSearchParams(form).toString()
    })
  const card = {
    type: 'card',
    'card[number]': '4242 4242 4242 4242',
    'card[exp_month]': '12',
    'card[exp_year]': '30',
    'card[cvc]': '123'
  }

  test('a page types a card, confirms a payment and reads it again', { tags: 'D-10' }, async () => {
    const method = (await post('payment_methods', card)).json()
    expect(method).toMatchObject({ object: 'payment_method', card: { last4: '4242', exp_year: 2030 } })
    const { id, client_secret } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const secret = String(client_secret)
    const paid = await post(`payment_intents/${id}/confirm`, { payment_method: method.id, client_secret: secret })
    expect(paid.json()).toMatchObject({ id, status: 'succeeded' })
    const seen = await app.inject({
      url: `/sandbox/v1/payment_intents/${id}?client_secret=${secret}`,
      headers: { authorization: `Bearer ${sandbox.publishableKey}` }
    })
    expect([seen.statusCode, seen.json().status]).toEqual([200, 'succeeded'])
  })

  test('a wrong card number returns the text to show under the field', { tags: 'D-10' }, async () => {
    const wrong = await post('payment_methods', { ...card, 'card[number]': '4242424242424241' })
    expect(wrong.statusCode).toBe(402)
    expect(wrong.json().error).toEqual({
      type: 'card_error',
      code: 'incorrect_number',
      param: 'number',
      message: 'Your card number is incorrect.'
    })
  })

  test('other sites, other keys and other calls are refused', { tags: 'D-21' }, async () => {
    expect((await post('payment_methods', card, { origin: 'https://evil.example' })).statusCode).toBe(403)
    const secret = { authorization: `Bearer ${sandbox.secretKey}` }
    expect((await post('payment_methods', card, secret)).statusCode).toBe(401)
    expect((await post('customers', {})).statusCode).toBe(403)
    expect((await post('payment_intents/%ff/confirm', {})).statusCode).toBe(400)
    expect((await post('payment_methods', { type: 'card', padding: 'x'.repeat(70_000) })).statusCode).toBe(413)
  })
})

describe('cards', () => {
  test.each([
    ['4242424242424242', 'visa', '4242', 'credit'],
    ['5555555555554444', 'mastercard', '4444', 'credit'],
    ['378282246310005', 'amex', '0005', 'credit'],
    ['4000056655665556', 'visa', '5556', 'debit']
  ])('%s is a %s', async (number, brand, last4, funding) => {
    const { card, customer } = await page.paymentMethods.create(typed(number))
    expect(card).toMatchObject({ brand, last4, funding, exp_month: 12, exp_year: 2030 })
    expect(customer).toBeNull()
  })

  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
    [{ number: '4242' }, 'invalid_number', 'number'],
    [{ exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_year: 2025 }, 'invalid_expiry_year', 'exp_year'],
    [{ cvc: '12' }, 'invalid_cvc', 'cvc']
  ])('a wrong card field is refused with its name: %o', async (wrong, code, param) => {
    const card = { ...typed('4242424242424242').card, ...wrong }
    const error = await refusal(page.paymentMethods.create({ type: 'card', card }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ code, param })
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['4111111111111111', 'card_declined', 'test_mode_live_card']
  ])('card %s is declined with %s (%s) when it is saved and when it is charged', async (number, code, decline_code) => {
    const method = await page.paymentMethods.create(typed(number))
    const owner = await stripe.customers.create()
    const saved = await refusal(stripe.paymentMethods.attach(method.id, { customer: owner.id }))
    expect(saved).toMatchObject({ statusCode: 402, code, decline_code })
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd', customer: owner.id })
    const error = await refusal(stripe.paymentIntents.confirm(intent.id, { payment_method: method.id }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ code, decline_code, payment_intent: { id: intent.id } })
    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, decline_code, payment_method: { id: method.id } },
      latest_charge: { status: 'failed', paid: false, failure_code: code, outcome: { reason: decline_code } }
    })
    expect(await events()).toEqual(
      expect.arrayContaining(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed'])
    )
  })

  test('only pages may send a card number, and the sandbox never stores it', async () => {
    const method = await page.paymentMethods.create(typed('4000056655665556'))
    const error = await refusal(stripe.paymentMethods.create(typed('4242424242424242')))
    expect(error.statusCode).toBe(402)
    const owner = await stripe.customers.create()
    await stripe.paymentMethods.attach(method.id, { customer: owner.id })
    const dump = await database.db.$client.query(
      `select string_agg(t::text, '') as text from (select o::text as t from sandbox_objects o
       union all select r::text from sandbox_responses r) rows(t)`
    )
    expect(dump.rows[0].text).toContain(method.id)
    expect(dump.rows[0].text).not.toMatch(/4000056655665556|4242424242424242|"cvc":/)
  })

  test('a card is attached to a customer, listed, made the default, and detached for good', async () => {
    const owner = await customer()
    const chosen = owner.invoice_settings.default_payment_method
    const { data } = await stripe.customers.listPaymentMethods(owner.id)
    expect(data.map(({ id, card }) => [id, card?.last4])).toEqual([[chosen, '4242']])
    expect((await stripe.paymentMethods.list({ customer: owner.id, type: 'card' })).data).toEqual(data)
    const other = await customer()
    expect((await refusal(stripe.paymentMethods.attach(String(chosen), { customer: other.id }))).statusCode).toBe(400)
    const change = { invoice_settings: { default_payment_method: String(chosen) } }
    expect(await refusal(stripe.customers.update(other.id, change))).toMatchObject({
      param: 'invoice_settings[default_payment_method]'
    })
    await stripe.paymentMethods.detach(String(chosen))
    const after = (await stripe.customers.retrieve(owner.id)) as Stripe.Customer
    expect(after.invoice_settings.default_payment_method).toBeNull()
    expect((await stripe.customers.listPaymentMethods(owner.id)).data).toEqual([])
    expect((await refusal(stripe.paymentMethods.attach(String(chosen), { customer: owner.id }))).statusCode).toBe(400)
    expect(await events()).toEqual(
      expect.arrayContaining(['customer.created', 'payment_method.attached', 'payment_method.detached'])
    )
  })
})

describe('a page pays with a typed card', () => {
  test('a confirmed payment succeeds once, and cannot be changed afterwards', async () => {
    const owner = await stripe.customers.create()
    const made = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer: owner.id,
      automatic_payment_methods: { enabled: true },
      metadata: { user_id: '7', kind: 'purchase' }
    })
    expect(made.client_secret).toMatch(/^pi_\w+_secret_\w+$/)
    const method = await page.paymentMethods.create(typed('4242424242424242'))
    const params = { payment_method: method.id, client_secret: String(made.client_secret) }
    const paid = await page.paymentIntents.confirm(made.id, params as Stripe.PaymentIntentConfirmParams)
    expect(paid).toMatchObject({ status: 'succeeded', amount: 1000 })
    const seen = await stripe.paymentIntents.retrieve(made.id, { expand: ['latest_charge'] })
    expect(seen).toMatchObject({
      status: 'succeeded',
      amount_received: 1000,
      metadata: { user_id: '7' },
      latest_charge: { paid: true, amount: 1000, payment_method_details: { card: { last4: '4242' } } }
    })
    expect(await events()).toEqual([
      'customer.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded'
    ])
    const again = await refusal(stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' }))
    expect(again).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { id: made.id } })
    expect(await refusal(stripe.paymentIntents.cancel(made.id))).toMatchObject({
      code: 'payment_intent_unexpected_state'
    })
    expect(await refusal(stripe.paymentIntents.update(made.id, { amount: 5000 }))).toMatchObject({ statusCode: 400 })
  })

  test('a page pays and saves a card in one call, like the provider’s script', async () => {
    const owner = await stripe.customers.create()
    const [made, setup] = await Promise.all([
      stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        customer: owner.id,
        allowed_payment_method_types: ['card']
      }),
      stripe.setupIntents.create({ customer: owner.id, allowed_payment_method_types: ['card'] })
    ])
    const confirm = (kind: string, { id, client_secret }: { id: string; client_secret: string | null }) =>
      page.rawRequest('POST', `/v1/${kind}/${id}/confirm`, {
        client_secret,
        payment_method_data: typed('5555555555554444')
      })
    expect(await confirm('payment_intents', made)).toMatchObject({ status: 'succeeded' })
    expect(await confirm('setup_intents', setup)).toMatchObject({ status: 'succeeded' })
    const { data } = await stripe.customers.listPaymentMethods(owner.id)
    expect(data.map(({ card }) => card?.brand)).toEqual(['mastercard'])
    expect((await stripe.setupIntents.list({ customer: owner.id })).data.map(({ id }) => id)).toEqual([setup.id])
  })

  test('a page with a wrong secret cannot pay', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const params = { payment_method: 'pm_card_visa', client_secret: `${id}_secret_guessed` }
    const error = await refusal(page.paymentIntents.confirm(id, params as Stripe.PaymentIntentConfirmParams))
    expect(error).toMatchObject({ statusCode: 404 })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  test('a card that requires authentication waits for the person', async () => {
    const pay = () =>
      stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        payment_method: 'pm_card_authenticationRequired',
        confirm: true
      })
    const asked = await pay()
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await authenticate(asked.client_secret, 'complete')
    expect(await stripe.paymentIntents.retrieve(asked.id)).toMatchObject({ status: 'succeeded', next_action: null })
    const other = await pay()
    expect(await refusal(authenticate(other.client_secret, 'fail'))).toMatchObject({
      code: 'payment_intent_authentication_failure'
    })
    expect(await stripe.paymentIntents.retrieve(other.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' }
    })
    expect((await refusal(authenticate(other.client_secret, 'complete'))).statusCode).toBe(400)
    expect(await events()).toEqual(expect.arrayContaining(['payment_intent.requires_action']))
  })

  test('a card that was set up is charged without the person, unless it always requires authentication', async () => {
    const later = (owner: string, payment_method: string) =>
      stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        customer: owner,
        payment_method,
        confirm: true,
        off_session: true
      })
    const saved = async (number: string): Promise<[string, string]> => {
      const owner = await stripe.customers.create()
      const setup = await stripe.setupIntents.create({ customer: owner.id })
      const method = await page.paymentMethods.create(typed(number))
      const params = { payment_method: method.id, client_secret: String(setup.client_secret) }
      const asked = await page.setupIntents.confirm(setup.id, params as Stripe.SetupIntentConfirmParams)
      expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
      await authenticate(setup.client_secret, 'complete')
      const done = await stripe.setupIntents.retrieve(setup.id)
      expect(done).toMatchObject({ status: 'succeeded', payment_method: method.id })
      return [owner.id, method.id]
    }
    expect((await later(...(await saved('4000002500003155')))).status).toBe('succeeded')
    expect(await refusal(later(...(await saved('4000002760003184'))))).toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_required'
    })
  })

  test('a payment saves its card only on request, and an unsaved card works once', async () => {
    const owner = await stripe.customers.create()
    const pay = (method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        customer: owner.id,
        payment_method: method,
        confirm: true,
        ...more
      })
    const kept = await page.paymentMethods.create(typed('4242424242424242'))
    await pay(kept.id, { setup_future_usage: 'off_session' })
    expect((await pay(kept.id, { off_session: true })).status).toBe('succeeded')
    const once = await page.paymentMethods.create(typed('4242424242424242'))
    await pay(once.id)
    expect((await refusal(pay(once.id))).statusCode).toBe(400)
    const stranger = await stripe.customers.create()
    expect((await refusal(pay(kept.id, { customer: stranger.id }))).message).toMatch(/does not belong/)
  })

  test('a payment intent is changed and cancelled before it is paid', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const changed = await stripe.paymentIntents.update(id, { amount: 2000, payment_method: 'pm_card_visa' })
    expect(changed).toMatchObject({ amount: 2000, status: 'requires_confirmation' })
    const cancelled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(await events()).toEqual(['payment_intent.created', 'payment_intent.canceled'])
  })
})

describe('setup intents', () => {
  test('a setup intent saves a card and refuses a declined one', async () => {
    const owner = await stripe.customers.create()
    const setup = await stripe.setupIntents.create({ customer: owner.id, metadata: { user_id: '7' } })
    const confirm = (payment_method: string) =>
      page.setupIntents.confirm(setup.id, {
        payment_method,
        client_secret: String(setup.client_secret)
      } as Stripe.SetupIntentConfirmParams)
    const declined = await page.paymentMethods.create(typed('4000000000000002'))
    expect(await refusal(confirm(declined.id))).toMatchObject({ code: 'card_declined' })
    expect(await stripe.setupIntents.retrieve(setup.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'card_declined' }
    })
    const good = await page.paymentMethods.create(typed('5555555555554444'))
    expect((await confirm(good.id)).status).toBe('succeeded')
    expect((await stripe.paymentMethods.retrieve(good.id)).customer).toBe(owner.id)
    expect(await events()).toEqual([
      'customer.created',
      'setup_intent.created',
      'setup_intent.setup_failed',
      'payment_method.attached',
      'setup_intent.succeeded'
    ])
  })
})

describe('refunds and disputes', () => {
  const pay = (payment_method = 'pm_card_visa') =>
    stripe.paymentIntents.create({ amount: 1000, currency: 'usd', payment_method, confirm: true })

  test('a payment is refunded in parts, up to its amount', async () => {
    const { id, latest_charge } = await pay()
    const first = await stripe.refunds.create({ payment_intent: id, amount: 300, metadata: { user_id: '7' } })
    expect(first).toMatchObject({ amount: 300, status: 'succeeded', charge: latest_charge, payment_intent: id })
    const tooMuch = stripe.refunds.create({ charge: String(latest_charge), amount: 701 })
    expect(await refusal(tooMuch)).toMatchObject({ param: 'amount' })
    await stripe.refunds.create({ charge: String(latest_charge) })
    expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({
      amount_refunded: 1000,
      refunded: true
    })
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded'
    })
    expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([700, 300])
    expect((await events()).filter(type => type === 'charge.refunded')).toHaveLength(2)
    const event = received.findLast(({ type }) => type === 'charge.refunded')
    expect(event?.data.previous_attributes).toEqual({ amount_refunded: 300, refunded: false })
  })

  test('a disputed payment is won or lost by its evidence', async () => {
    const { id, latest_charge } = await pay('pm_card_createDispute')
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    expect(dispute).toMatchObject({ amount: 1000, charge: latest_charge, status: 'needs_response' })
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ code: 'charge_disputed' })
    const evidence = { uncategorized_text: 'winning_evidence' }
    const won = await stripe.disputes.update(String(dispute?.id), { evidence, submit: true })
    expect(won.status).toBe('won')
    const other = await pay('pm_card_createDispute')
    const [second] = (await stripe.disputes.list({ payment_intent: other.id })).data
    expect((await stripe.disputes.close(String(second?.id))).status).toBe('lost')
    const types = (await events()).filter(type => type.startsWith('charge.dispute'))
    expect(types).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.closed'
    ])
  })
})

describe('products and prices', () => {
  test('a price is found by its lookup key, and the key can move to another price', async () => {
    const old = await price(400)
    const key = String(old.lookup_key)
    const find = async () => (await stripe.prices.list({ lookup_keys: [key] })).data.map(({ id }) => id)
    expect(await find()).toEqual([old.id])
    const params = { product: String(old.product), currency: 'usd', unit_amount: 500, lookup_key: key }
    expect(await refusal(stripe.prices.create(params))).toMatchObject({ param: 'lookup_key' })
    const next = await stripe.prices.create({ ...params, transfer_lookup_key: true })
    expect(await find()).toEqual([next.id])
    expect(await stripe.products.create({ id: 'goals_sub', name: 'Goal Basics' })).toMatchObject({ id: 'goals_sub' })
    expect(await refusal(stripe.products.create({ id: 'goals_sub', name: 'Twice' }))).toMatchObject({
      code: 'resource_already_exists'
    })
  })
})

describe('subscriptions', () => {
  const subscribe = (owner: string, plan: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer: owner, items: [{ price: plan }], ...more })
  const invoiceOf = ({ latest_invoice }: Stripe.Subscription) => stripe.invoices.retrieve(String(latest_invoice))
  const itemOf = ({ items }: Stripe.Subscription) => items.data[0] as Stripe.SubscriptionItem

  /** A test clock, its customer with a card, and a function that moves the clock. */
  async function clocked(method = 'pm_card_visa') {
    const start = nowSeconds()
    const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: start })
    const owner = await customer(method, id)
    const at = async (frozen_time: number) => {
      const asked = await stripe.testHelpers.testClocks.advance(id, { frozen_time })
      expect(asked.status).toBe('advancing')
      const done = await stripe.testHelpers.testClocks.retrieve(id)
      expect(done).toMatchObject({ status: 'ready', frozen_time })
    }
    return { id, start, owner, at }
  }

  const typesOf = (types: string[], prefix: string) => types.filter(type => type.startsWith(prefix))

  test('a subscription starts when the page pays its first invoice', async () => {
    const owner = await stripe.customers.create({ email: 'ada@example.org' })
    const plan = await price(400)
    const made = await subscribe(owner.id, plan.id, {
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: { user_id: '7' },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'pending_setup_intent']
    })
    const invoice = made.latest_invoice as Stripe.Invoice
    expect(made).toMatchObject({ status: 'incomplete', pending_setup_intent: null, metadata: { user_id: '7' } })
    expect(itemOf(made).current_period_end - itemOf(made).current_period_start).toBe(PERIOD)
    expect(invoice).toMatchObject({
      status: 'open',
      billing_reason: 'subscription_create',
      total: 400,
      amount_remaining: 400,
      parent: { type: 'subscription_details', subscription_details: { subscription: made.id } },
      confirmation_secret: { type: 'payment_intent' }
    })
    const secret = String(invoice.confirmation_secret?.client_secret)
    const [intent = ''] = secret.split('_secret_')
    expect(invoice.payments?.data[0]).toMatchObject({ status: 'open', payment: { payment_intent: intent } })
    const declined = await page.paymentMethods.create(typed('4000000000009995'))
    const confirm = (payment_method: string) =>
      page.paymentIntents.confirm(intent, {
        payment_method,
        client_secret: secret
      } as Stripe.PaymentIntentConfirmParams)
    expect(await refusal(confirm(declined.id))).toMatchObject({ decline_code: 'insufficient_funds' })
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
    const method = await page.paymentMethods.create(typed('4242424242424242'))
    await confirm(method.id)
    const begun = await stripe.subscriptions.retrieve(made.id)
    expect(begun).toMatchObject({ status: 'active', default_payment_method: method.id, latest_invoice: invoice.id })
    expect(await invoiceOf(begun)).toMatchObject({ status: 'paid', amount_paid: 400, amount_remaining: 0 })
    expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBe(owner.id)
    expect((await stripe.invoices.list({ subscription: made.id })).data).toHaveLength(1)
    const types = await events()
    expect(types.slice(1)).toEqual([
      'product.created',
      'price.created',
      'invoice.created',
      'customer.subscription.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'payment_method.attached',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated'
    ])
    expect(received.at(-1)?.data.previous_attributes).toMatchObject({ status: 'incomplete' })
  })

  test('a saved card starts a subscription at once, and a declined card leaves it incomplete', async () => {
    const plan = await price()
    const good = await customer()
    expect((await subscribe(good.id, plan.id)).status).toBe('active')
    const bad = await customer('pm_card_chargeCustomerFail')
    expect((await subscribe(bad.id, plan.id)).status).toBe('incomplete')
    const error = await refusal(subscribe(bad.id, plan.id, { payment_behavior: 'error_if_incomplete' }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect((await stripe.subscriptions.list({ customer: bad.id })).data).toHaveLength(1)
    const none = await stripe.customers.create()
    expect(await refusal(subscribe(none.id, plan.id))).toMatchObject({ code: 'resource_missing' })
    expect((await stripe.subscriptions.list({ customer: none.id, status: 'all' })).data).toEqual([])
  })

  test('a subscription waits until the person authenticates their saved card', async () => {
    const owner = await customer('pm_card_authenticationRequired')
    const made = await subscribe(owner.id, (await price()).id, { expand: ['latest_invoice.confirmation_secret'] })
    expect(made.status).toBe('incomplete')
    await authenticate((made.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret, 'complete')
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    expect(await events()).toContain('invoice.payment_action_required')
  })

  test('an unpaid subscription expires after 23 hours and its invoice is void', async () => {
    const { owner, start, at } = await clocked()
    const made = await subscribe(owner.id, (await price()).id, { payment_behavior: 'default_incomplete' })
    await at(start + 23 * HOUR - 1)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
    await at(start + 23 * HOUR)
    const expired = await stripe.subscriptions.retrieve(made.id)
    expect(expired).toMatchObject({ status: 'incomplete_expired', ended_at: start + 23 * HOUR })
    expect((await invoiceOf(expired)).status).toBe('void')
    expect(await events()).toContain('payment_intent.canceled')
  })

  test('a subscription renews every thirty days and is charged an hour after each period', async () => {
    const { owner, start, at } = await clocked()
    const made = await subscribe(owner.id, (await price()).id)
    for (let renewal = 1; renewal <= 12; renewal++) {
      await at(start + renewal * PERIOD)
      const renewed = await stripe.subscriptions.retrieve(made.id)
      expect(itemOf(renewed)).toMatchObject({
        current_period_start: start + renewal * PERIOD,
        current_period_end: start + (renewal + 1) * PERIOD
      })
      expect(await invoiceOf(renewed)).toMatchObject({
        status: 'draft',
        created: start + renewal * PERIOD,
        period_start: start + (renewal - 1) * PERIOD,
        period_end: start + renewal * PERIOD
      })
      await at(start + renewal * PERIOD + HOUR)
      const invoice = await invoiceOf(renewed)
      expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle', total: 400 })
      expect(invoice.status_transitions.paid_at).toBe(start + renewal * PERIOD + HOUR)
      expect(invoice.lines.data[0]?.period.end).toBe(start + (renewal + 1) * PERIOD)
    }
    const invoices = await stripe.invoices.list({ customer: owner.id, limit: 100 })
    expect(new Set(invoices.data.map(({ number }) => number)).size).toBe(13)
    expect(invoices.data.every(({ status }) => status === 'paid')).toBe(true)
    const charges = await stripe.charges.list({ customer: owner.id, limit: 100 })
    expect(charges.data).toHaveLength(13)
    expect(typesOf(await events(), 'invoice.paid')).toHaveLength(13)
  })

  test('a test clock moves forward only, by at most two intervals of its shortest subscription', async () => {
    const { owner, start, at, id } = await clocked()
    await subscribe(owner.id, (await price()).id)
    const advance = (frozen_time: number) => refusal(stripe.testHelpers.testClocks.advance(id, { frozen_time }))
    expect(await advance(start + 2 * PERIOD + 1)).toMatchObject({ param: 'frozen_time' })
    expect(await advance(start)).toMatchObject({ param: 'frozen_time' })
    await at(start + 2 * PERIOD)
    await stripe.testHelpers.testClocks.del(id)
    expect(await refusal(stripe.testHelpers.testClocks.retrieve(id))).toMatchObject({ statusCode: 404 })
    expect((await stripe.subscriptions.list({ customer: owner.id, status: 'all' })).data).toEqual([])
  })

  test('a failed renewal is retried after 3, 5 and 7 days, and then the subscription ends', async () => {
    const { owner, start, at } = await clocked()
    const made = await subscribe(owner.id, (await price()).id)
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: owner.id })
    await stripe.subscriptions.update(made.id, { default_payment_method: bad.id })
    const failedAt = start + PERIOD + HOUR
    await at(failedAt)
    const late = await stripe.subscriptions.retrieve(made.id)
    expect(late.status).toBe('past_due')
    expect(await invoiceOf(late)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: failedAt + 3 * DAY
    })
    await at(failedAt + 3 * DAY)
    expect(await invoiceOf(late)).toMatchObject({ attempt_count: 2, next_payment_attempt: failedAt + 8 * DAY })
    await at(failedAt + 15 * DAY - 1)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due')
    await at(failedAt + 15 * DAY)
    expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
      status: 'canceled',
      ended_at: failedAt + 15 * DAY,
      cancellation_details: { reason: 'payment_failed' }
    })
    expect(await invoiceOf(late)).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
    const types = await events()
    expect(typesOf(types, 'invoice.payment_failed')).toHaveLength(4)
    expect(typesOf(types, 'customer.subscription.deleted')).toHaveLength(1)
    await at(failedAt + 2 * PERIOD)
    expect((await stripe.invoices.list({ customer: owner.id })).data).toHaveLength(2)
  })

  test('a person pays a failed renewal, and the subscription continues with the same period', async () => {
    const { owner, start, at } = await clocked()
    const made = await subscribe(owner.id, (await price()).id)
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: owner.id })
    await stripe.subscriptions.update(made.id, { default_payment_method: bad.id })
    await at(start + PERIOD + HOUR)
    const late = await stripe.subscriptions.retrieve(made.id)
    const again = await refusal(stripe.invoices.pay(String(late.latest_invoice)))
    expect(again).toMatchObject({ statusCode: 402, code: 'card_declined' })
    // A person's own attempt does not move the schedule of the retries.
    const open = await invoiceOf(late)
    expect(open.next_payment_attempt).toBe(start + PERIOD + HOUR + 3 * DAY)
    const good = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: owner.id })
    const paid = await stripe.invoices.pay(open.id, { payment_method: good.id })
    expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null })
    const on = await stripe.subscriptions.retrieve(made.id)
    expect(on.status).toBe('active')
    expect(itemOf(on).current_period_end).toBe(start + 2 * PERIOD)
    expect(await refusal(stripe.invoices.pay(open.id))).toMatchObject({ statusCode: 400 })
  })

  test('a cancelled subscription runs until its period ends, unless the cancellation is undone', async () => {
    const { owner, start, at } = await clocked()
    const made = await subscribe(owner.id, (await price()).id)
    const cancelled = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    expect(cancelled).toMatchObject({
      status: 'active',
      cancel_at: start + PERIOD,
      canceled_at: start,
      cancellation_details: { reason: 'cancellation_requested' }
    })
    const back = await stripe.subscriptions.update(made.id, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false })
    await at(start + PERIOD + HOUR)
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    await at(start + 2 * PERIOD - 1)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    await at(start + 2 * PERIOD)
    const ended = await stripe.subscriptions.retrieve(made.id)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: start + 2 * PERIOD })
    expect((await stripe.invoices.list({ subscription: made.id })).data).toHaveLength(2)
    expect((await stripe.subscriptions.list({ customer: owner.id })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: owner.id, status: 'canceled' })).data).toHaveLength(1)
    expect(await refusal(stripe.subscriptions.cancel(made.id))).toMatchObject({ code: 'resource_missing' })
    expect((await refusal(stripe.subscriptions.update(made.id, { cancel_at_period_end: false }))).statusCode).toBe(400)
    expect(typesOf(await events(), 'customer.subscription.deleted')).toHaveLength(1)
  })

  test('a voided invoice can no longer be paid', async () => {
    const owner = await customer()
    const made = await subscribe(owner.id, (await price()).id, { payment_behavior: 'default_incomplete' })
    const open = await invoiceOf(made)
    const [payment] = (await stripe.invoicePayments.list({ invoice: open.id })).data
    expect((await stripe.invoices.voidInvoice(open.id)).status).toBe('void')
    const intent = String(payment?.payment.payment_intent)
    expect(await refusal(stripe.paymentIntents.confirm(intent))).toMatchObject({
      code: 'payment_intent_unexpected_state'
    })
    expect((await refusal(stripe.invoices.pay(open.id))).statusCode).toBe(400)
  })

  test('a draft is charged after its subscription was cancelled, unless it is finalized and voided', async () => {
    const { owner, start, at } = await clocked()
    const { id: plan } = await price()
    const [kept, called] = [await subscribe(owner.id, plan), await subscribe(owner.id, plan)]
    await at(start + PERIOD)
    for (const { id } of [kept, called]) await stripe.subscriptions.cancel(id)
    const [pending] = (await stripe.invoices.list({ subscription: called.id })).data
    const id = pending?.id ?? ''
    expect((await refusal(stripe.invoices.voidInvoice(id))).statusCode).toBe(400)
    expect(await stripe.invoices.finalizeInvoice(id, { auto_advance: false })).toMatchObject({
      status: 'open',
      auto_advance: false
    })
    expect((await refusal(stripe.invoices.finalizeInvoice(id, { auto_advance: false }))).statusCode).toBe(400)
    await stripe.invoices.voidInvoice(id)
    await at(start + PERIOD + HOUR)
    const newest = async (subscription: string) => (await stripe.invoices.list({ subscription })).data[0]?.status
    expect([await newest(kept.id), await newest(called.id)]).toEqual(['paid', 'void'])
  })

  test('a subscription is cancelled immediately', async () => {
    const owner = await customer()
    const made = await subscribe(owner.id, (await price()).id)
    const ended = await stripe.subscriptions.cancel(made.id)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: nowSeconds() })
  })

  describe('a change of plan', () => {
    const change = (
      subscription: Stripe.Subscription,
      plan: Stripe.Price,
      payment_behavior: Stripe.SubscriptionUpdateParams.PaymentBehavior
    ) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: itemOf(subscription).id, price: plan.id }],
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'none',
        payment_behavior,
        expand: ['latest_invoice.confirmation_secret']
      })

    test('a new plan starts a new period at once and is charged in full', async () => {
      const { owner, start, at } = await clocked()
      const made = await subscribe(owner.id, (await price(400)).id)
      await at(start + 10 * DAY)
      const changed = await change(made, await price(800), 'error_if_incomplete')
      expect(changed).toMatchObject({
        status: 'active',
        billing_cycle_anchor: start + 10 * DAY,
        latest_invoice: { status: 'paid', billing_reason: 'subscription_update', total: 800 }
      })
      expect(itemOf(changed)).toMatchObject({
        price: { unit_amount: 800 },
        current_period_start: start + 10 * DAY,
        current_period_end: start + 10 * DAY + PERIOD
      })
      await at(start + PERIOD + HOUR)
      expect((await stripe.invoices.list({ subscription: made.id })).data).toHaveLength(2)
      await at(start + 10 * DAY + PERIOD + HOUR)
      const totals = (await stripe.invoices.list({ subscription: made.id })).data.map(({ total }) => total)
      expect(totals).toEqual([800, 800, 400])
    })

    test('error_if_incomplete keeps the old plan when the payment is declined', async () => {
      const owner = await customer()
      const made = await subscribe(owner.id, (await price(400)).id)
      const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: owner.id })
      await stripe.subscriptions.update(made.id, { default_payment_method: bad.id })
      const error = await refusal(change(made, await price(800), 'error_if_incomplete'))
      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
      const same = await stripe.subscriptions.retrieve(made.id)
      expect(same).toMatchObject({ status: 'active', latest_invoice: made.latest_invoice })
      expect(itemOf(same).price.unit_amount).toBe(400)
      expect((await change(made, await price(800), 'allow_incomplete')).status).toBe('past_due')
    })

    test('pending_if_incomplete waits for the payment, and is dropped after 23 hours without it', async () => {
      const { owner, start, at } = await clocked()
      const made = await subscribe(owner.id, (await price(400)).id)
      const asks = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: owner.id })
      await stripe.subscriptions.update(made.id, { default_payment_method: asks.id })
      const higher = await price(800)
      const waiting = await change(made, higher, 'pending_if_incomplete')
      expect(waiting).toMatchObject({ status: 'active', pending_update: { expires_at: start + 23 * HOUR } })
      expect(itemOf(waiting).price.unit_amount).toBe(400)
      await at(start + 23 * HOUR)
      const forgotten = await stripe.subscriptions.retrieve(made.id)
      expect(forgotten).toMatchObject({ status: 'active', pending_update: null })
      expect((await invoiceOf(forgotten)).status).toBe('void')
      const again = await change(made, higher, 'pending_if_incomplete')
      await authenticate((again.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret, 'complete')
      const changed = await stripe.subscriptions.retrieve(made.id)
      expect(changed).toMatchObject({ status: 'active', pending_update: null })
      expect(itemOf(changed)).toMatchObject({
        price: { unit_amount: 800 },
        current_period_start: start + 23 * HOUR,
        current_period_end: start + 23 * HOUR + PERIOD
      })
      expect((await events()).filter(type => type.includes('pending_update'))).toEqual([
        'customer.subscription.pending_update_expired',
        'customer.subscription.pending_update_applied'
      ])
    })

    test('default_incomplete waits until the page confirms the payment', async () => {
      const owner = await customer()
      const made = await subscribe(owner.id, (await price(400)).id)
      const changed = await change(made, await price(800), 'default_incomplete')
      expect(changed).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open' } })
      const secret = String((changed.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret)
      const params = { client_secret: secret } as Stripe.PaymentIntentConfirmParams
      await page.paymentIntents.confirm(secret.split('_secret_')[0] ?? '', params)
      expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    })

    test('a change without proration_behavior is refused, since the sandbox has no prorations', async () => {
      const owner = await customer()
      const made = await subscribe(owner.id, (await price(400)).id)
      const items = [{ id: itemOf(made).id, price: (await price(800)).id }]
      expect(await refusal(stripe.subscriptions.update(made.id, { items }))).toMatchObject({
        param: 'proration_behavior'
      })
      const later = await stripe.subscriptions.update(made.id, { items, proration_behavior: 'none' })
      expect(later.latest_invoice).toBe(made.latest_invoice)
      expect(itemOf(later)).toMatchObject({
        price: { unit_amount: 800 },
        current_period_end: itemOf(made).current_period_end
      })
    })
  })

  test('a subscription without a test clock renews by the app’s clock', async () => {
    const owner = await customer()
    const made = await subscribe(owner.id, (await price()).id)
    clock.jump((PERIOD + HOUR) * 1000)
    await sandbox.tick()
    const renewed = await stripe.subscriptions.retrieve(made.id)
    expect(itemOf(renewed).current_period_end).toBe(itemOf(made).current_period_end + PERIOD)
    clock.jump(HOUR * 1000)
    await sandbox.tick()
    expect(await invoiceOf(renewed)).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' })
  })
})

describe('webhooks', () => {
  test('an event is sent again, with longer pauses, until the receiver accepts it', async () => {
    statuses = [500, 503, 404]
    const { id } = await stripe.customers.create({ email: 'ada@example.org' })
    const mine = () => received.filter(({ data }) => (data.object as { id?: string }).id === id)
    await sandbox.tick()
    expect(mine()).toHaveLength(1)
    const [event] = mine()
    expect((await stripe.events.retrieve(String(event?.id))).pending_webhooks).toBe(1)
    for (const [seconds, times] of [
      [9, 1],
      [1, 2],
      [19, 2],
      [1, 3],
      [40, 4],
      [DAY, 4]
    ] as const) {
      clock.jump(seconds * 1000)
      await sandbox.tick()
      expect(mine(), `after ${seconds} seconds more`).toHaveLength(times)
    }
    expect(new Set(mine().map(sent => sent.id)).size).toBe(1)
    const taken = await stripe.events.retrieve(String(event?.id))
    expect(taken).toMatchObject({ type: 'customer.created', pending_webhooks: 0, data: { object: { id } } })
  })

  test('a node skips an event that another node is sending', async () => {
    statuses = [500]
    await stripe.customers.create()
    await sandbox.tick()
    clock.jump(10_000)
    const other = await database.db.$client.connect()
    await other.query(`begin; select from sandbox_objects where kind = 'event' and due is not null for update`)
    await sandbox.tick()
    expect(received).toHaveLength(1)
    await other.query('rollback')
    other.release()
    await sandbox.tick()
    expect(received).toHaveLength(2)
  })

  test('two nodes share keys and objects, and send each event once', async () => {
    const other = await startSandbox({ db: database.db, clock, log })
    try {
      expect([other.secretKey, other.publishableKey, other.webhookSecret]).toEqual([
        sandbox.secretKey,
        sandbox.publishableKey,
        sandbox.webhookSecret
      ])
      const there = connect(other.secretKey, other)
      other.webhooksTo(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? stripe : there).customers.create())
      )
      await Promise.all([sandbox.tick(), other.tick()])
      const ids = received.map(({ data }) => (data.object as { id: string }).id)
      expect(ids.sort()).toEqual(made.map(({ id }) => id).sort())
      const key = { idempotencyKey: 'both nodes' }
      const pay = (from: Stripe) =>
        from.paymentIntents.create(
          { amount: 1000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
          key
        )
      const [one, two] = await Promise.all([pay(stripe), pay(there)])
      expect(one.id).toBe(two.id)
    } finally {
      await other.close()
    }
  })

  test('a signature made with another secret is refused', async () => {
    await stripe.customers.create()
    await sandbox.tick()
    const payload = JSON.stringify(received[0])
    const signed = (secret: string) => stripe.webhooks.generateTestHeaderString({ payload, secret })
    expect(() => stripe.webhooks.constructEvent(payload, signed('whsec_other'), sandbox.webhookSecret)).toThrow(
      Stripe.errors.StripeSignatureVerificationError
    )
    expect(sandbox.webhookSecret).toMatch(/^whsec_\w{32}$/)
  })
})
