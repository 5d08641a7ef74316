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

/** Moves the time to a second, runs due work and delivers the events. */
async function at(seconds: number): Promise<void> {
  // The receiver refuses a signature from before the jump, so deliver the waiting events first.
  await sandbox.tick()
  clock.jump(seconds * 1000 - clock.now())
  await sandbox.tick()
}

const VISA = '4242424242424242'
const MASTERCARD = '5555555555554444'
const DECLINED = '4000000000000002'
const FAILS_LATER = '4000000000000341'
const ASKS = '4000002760003184'
const ASKS_ONCE = '4000002500003155'
const DISPUTED = '4000000000000259'

/** A card as a person types it into a page. */
const typed = (number: string) => ({
  type: 'card' as const,
  card: { number, exp_month: 12, exp_year: 2040, cvc: number.startsWith('37') ? '1234' : '123' }
})
const cardOf = (number = VISA) => page.paymentMethods.create(typed(number))

async function attach(number: string, customer: string): Promise<string> {
  const { id } = await cardOf(number)
  await stripe.paymentMethods.attach(id, { customer })
  return id
}

async function customer(number = VISA): Promise<Stripe.Customer> {
  const { id } = await stripe.customers.create({ email: 'ada@example.org' })
  const default_payment_method = await attach(number, id)
  return stripe.customers.update(id, { invoice_settings: { default_payment_method } })
}

const purchase = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, idempotencyKey?: string) =>
  stripe.paymentIntents.create({ amount: 1000, currency: 'usd', ...more }, idempotencyKey ? { idempotencyKey } : {})

/** Confirms a payment as the page does. */
async function confirm(
  client_secret: string | null | undefined,
  payment_method: string
): Promise<Stripe.PaymentIntent> {
  const [id = ''] = String(client_secret).split('_secret_')
  return page.paymentIntents.confirm(id, {
    payment_method,
    client_secret: String(client_secret)
  } as Stripe.PaymentIntentConfirmParams)
}

/** Pays once with a typed card. */
async function pay(number = VISA, customer?: string): Promise<Stripe.PaymentIntent> {
  const { id, client_secret } = await purchase({ customer })
  await confirm(client_secret, (await cardOf(number)).id)
  return stripe.paymentIntents.retrieve(id)
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

/** The events since the test started. @param customer the only customer that they are about */
async function eventsOf(customer?: string): Promise<Stripe.Event[]> {
  await sandbox.tick()
  return received.filter(({ data }) => {
    const object = data.object as { id?: string; customer?: string }
    return customer === undefined || object.id === customer || object.customer === customer
  })
}
const events = async (customer?: string) => (await eventsOf(customer)).map(({ type }) => type)

const subscribe = (owner: string, plan: string, metadata = {}) =>
  stripe.subscriptions.create({
    customer: owner,
    items: [{ price: plan }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    metadata,
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments']
  })
const secretOf = ({ latest_invoice }: Stripe.Subscription) =>
  (latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret
const itemOf = ({ items }: Stripe.Subscription) => items.data[0] as Stripe.SubscriptionItem
const invoiceOf = ({ latest_invoice }: Stripe.Subscription) => stripe.invoices.retrieve(String(latest_invoice))

/** Subscribes a customer, who pays with their default card. */
async function begin(owner: Stripe.Customer, plan: string): Promise<Stripe.Subscription> {
  const made = await subscribe(owner.id, plan)
  await confirm(secretOf(made), String(owner.invoice_settings.default_payment_method))
  return stripe.subscriptions.retrieve(made.id)
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
    const owner = await customer(DISPUTED)
    const plan = await price()
    const product = await stripe.products.create({ name: 'Goal Basics' })
    const begun = await begin(owner, plan.id)
    const subscription = await stripe.subscriptions.retrieve(begun.id, {
      expand: ['latest_invoice.payments', 'latest_invoice.confirmation_secret']
    })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const [payment] = invoice.payments?.data ?? []
    const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent), {
      expand: ['payment_method']
    })
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    const refund = await stripe.refunds.create({ payment_intent: (await pay()).id })
    const setup = await stripe.setupIntents.create({
      customer: owner.id,
      payment_method: (await cardOf()).id,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      confirm: true
    })
    const [event] = await eventsOf(owner.id)
    holds('Customers', 'Customer', owner)
    holds('Prices', 'Price', plan)
    holds('Products', 'Product', product)
    holds('Subscriptions', 'Subscription', subscription)
    holds('SubscriptionItems', 'SubscriptionItem', subscription.items.data[0] ?? {})
    holds('Plans', 'Plan', subscription.items.data[0]?.plan ?? {})
    holds('Invoices', 'Invoice', invoice)
    holds('InvoiceLineItems', 'InvoiceLineItem', invoice.lines.data[0] ?? {})
    holds('InvoicePayments', 'InvoicePayment', payment ?? {})
    holds('PaymentIntents', 'PaymentIntent', intent)
    holds('Charges', 'Charge', await stripe.charges.retrieve(String(intent.latest_charge)))
    holds('PaymentMethods', 'PaymentMethod', intent.payment_method as Stripe.PaymentMethod)
    holds('Disputes', 'Dispute', dispute ?? {})
    holds('Refunds', 'Refund', refund)
    holds('SetupIntents', 'SetupIntent', setup)
    holds('Events', 'EventBase', event ?? {})
    expect(plan.unit_amount_decimal?.toString()).toBe('400')
  })

  test('the sandbox returns the API version of the SDK’s types', async () => {
    const { lastResponse } = await stripe.refunds.list()
    expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION)
  })
})

describe('calls', () => {
  test('a call needs the right key, and the publishable key reads only an intent whose secret it knows', async () => {
    expect(await refusal(connect('sk_test_wrong').refunds.list())).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError
    )
    expect(await refusal(page.refunds.list())).toMatchObject({ statusCode: 403 })
    const made = await purchase({ metadata: { user_id: '7' } })
    expect(await refusal(page.paymentIntents.retrieve(made.id))).toMatchObject({ statusCode: 403 })
    const guessed = await refusal(confirm(`${made.id}_secret_guessed`, (await cardOf()).id))
    expect(guessed).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    expect((await stripe.paymentIntents.retrieve(made.id)).status).toBe('requires_payment_method')
    const seen = await confirm(made.client_secret, (await cardOf()).id)
    expect(seen).toMatchObject({ id: made.id, status: 'succeeded' })
    expect(seen).not.toHaveProperty('metadata')
    expect(seen).not.toHaveProperty('customer')
  })

  test('an error names the wrong parameter', async () => {
    const create = (params: object) => refusal(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams))
    expect(await create({ currency: 'usd' })).toMatchObject({ param: 'amount' })
    expect(await create({ amount: 10.5, currency: 'usd' })).toMatchObject({ param: 'amount' })
    expect(await create({ amount: 49, currency: 'usd' })).toMatchObject({ param: 'amount' })
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
    expect(await refusal(subscribe('cus_none', ''))).toMatchObject({ param: 'items[0][price]' })
    expect(await refusal(stripe.balance.retrieve())).toMatchObject({ statusCode: 404 })
  })

  test('the same idempotency key returns the same response and changes nothing twice', async () => {
    const owner = await stripe.customers.create()
    const make = (amount: number, key: string) => purchase({ amount, customer: owner.id }, key)
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => make(1000, 'purchase 1')))
    for (const other of others) expect(other).toEqual(first)
    expect((await stripe.paymentIntents.list({ customer: owner.id })).data).toHaveLength(1)
    const other = await refusal(make(2000, 'purchase 1'))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other.statusCode).toBe(400)
    expect((await make(2000, 'purchase 2')).id).not.toBe(first?.id)
  })

  test('a retried key returns the same decline, and works after a wrong parameter is corrected', async () => {
    const { client_secret, id } = await purchase()
    const { id: payment_method } = await cardOf(DECLINED)
    const params = { payment_method, client_secret: String(client_secret) } as Stripe.PaymentIntentConfirmParams
    const decline = () => refusal(page.paymentIntents.confirm(id, params, { idempotencyKey: 'declined' }))
    const first = await decline()
    expect(await decline()).toMatchObject({ statusCode: 402, charge: first.charge })
    expect(await refusal(purchase({ amount: 1 }, 'put right'))).toMatchObject({ param: 'amount' })
    expect((await purchase({}, 'put right')).status).toBe('requires_payment_method')
  })

  test('an idempotency key is forgotten after a day', async () => {
    const make = () => stripe.customers.create({ email: 'grace@example.org' }, { idempotencyKey: 'customer 1' })
    const { id } = await make()
    expect((await make()).id).toBe(id)
    await at(nowSeconds() + 25 * HOUR)
    expect((await make()).id).not.toBe(id)
  })

  test('events are deleted after thirty days', async () => {
    const { id } = await stripe.customers.create()
    const count = async () => {
      const { rows } = await database.db.$client.query(
        `select count(*)::int as count from sandbox_objects where kind = 'event' and data #>> '{data,object,id}' = $1`,
        [id]
      )
      return rows[0].count
    }
    expect(await count()).toBe(1)
    await at(nowSeconds() + 31 * DAY)
    expect(await count()).toBe(0)
  })

  test('lists are paged newest first', async () => {
    const owner = await stripe.customers.create()
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.unshift((await purchase({ customer: owner.id })).id)
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
    const first = await stripe.paymentIntents.list({ customer: owner.id, limit: 2 })
    expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 2), true])
    const last = await stripe.paymentIntents.list({ customer: owner.id, limit: 3, starting_after: ids[1] })
    expect([idsOf(last), last.has_more]).toEqual([ids.slice(2), false])
    const all = stripe.paymentIntents.list({ customer: owner.id, limit: 2 })
    expect(idsOf({ data: await all.autoPagingToArray({ limit: 100 }) })).toEqual(ids)
    expect(await refusal(stripe.refunds.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  })

  test('expand replaces ids by objects, in lists too', async () => {
    const owner = await customer()
    const { id } = await pay(VISA, owner.id)
    expect(await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })).toMatchObject({
      payment_method: { object: 'payment_method', card: { last4: '4242' } }
    })
    await begin(owner, (await price()).id)
    const { data } = await stripe.invoices.list({ customer: owner.id, expand: ['data.payments'] })
    expect(data[0]?.payments?.data[0]).toMatchObject({ status: 'paid', payment: { type: 'payment_intent' } })
    const wrong = stripe.customers.retrieve(owner.id, { expand: ['colour'] })
    expect(await refusal(wrong)).toMatchObject({ message: 'This property cannot be expanded (colour).' })
  })

  test('metadata is merged, and an empty value removes a key', async () => {
    const { id } = await purchase({ metadata: { user_id: '7', kind: 'person' } })
    const changed = await stripe.paymentIntents.update(id, { metadata: { kind: '', plan: 'none' } })
    expect(changed.metadata).toEqual({ user_id: '7', plan: 'none' })
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

  test('a page types a card and confirms a payment once', { tags: 'D-10' }, async () => {
    const method = (await post('payment_methods', card)).json()
    expect(method).toMatchObject({ object: 'payment_method', card: { last4: '4242', exp_year: 2030 } })
    const { id, client_secret } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const secret = String(client_secret)
    const paid = await post(`payment_intents/${id}/confirm`, { payment_method: method.id, client_secret: secret })
    expect(paid.json()).toMatchObject({ id, status: 'succeeded' })
    const again = await post(`payment_intents/${id}/confirm`, { payment_method: method.id, client_secret: secret })
    expect([again.statusCode, again.json().error.payment_intent.status]).toEqual([400, 'succeeded'])
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
    [VISA, 'visa', '4242'],
    [MASTERCARD, 'mastercard', '4444'],
    ['378282246310005', 'amex', '0005']
  ])('%s is a %s', async (number, brand, last4) => {
    const { card, customer } = await cardOf(number)
    expect(card).toMatchObject({ brand, last4, exp_month: 12, exp_year: 2040 })
    expect(customer).toBeNull()
  })

  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
    [{ number: '4242' }, 'invalid_number', 'number'],
    [{ exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_year: 2025 }, 'invalid_expiry_year', 'exp_year'],
    [{ exp_year: 2099 }, 'invalid_expiry_year', 'exp_year'],
    [{ cvc: '12' }, 'invalid_cvc', 'cvc']
  ])('a wrong card field is refused with its name: %o', async (wrong, code, param) => {
    const card = { ...typed(VISA).card, ...wrong }
    const error = await refusal(page.paymentMethods.create({ type: 'card', card }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ code, param })
  })

  test.each([
    [DECLINED, 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['4111111111111111', 'card_declined', 'test_mode_live_card']
  ])('card %s is declined with %s (%s) when it is saved and when it is charged', async (number, code, decline_code) => {
    const method = await cardOf(number)
    const owner = await stripe.customers.create()
    const saved = await refusal(stripe.paymentMethods.attach(method.id, { customer: owner.id }))
    expect(saved).toMatchObject({ statusCode: 402, code, decline_code })
    const intent = await purchase({ customer: owner.id })
    const error = await refusal(confirm(intent.client_secret, method.id))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ code, decline_code, payment_intent: { id: intent.id } })
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, decline_code, payment_method: { id: method.id } }
    })
    expect(await stripe.charges.retrieve(String(after.latest_charge))).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: code
    })
    expect(await events(owner.id)).toEqual(
      expect.arrayContaining(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed'])
    )
  })

  test('only pages may send a card number, and the sandbox never stores it', async () => {
    const method = await cardOf('4000002760003184')
    const error = await refusal(stripe.paymentMethods.create(typed(VISA)))
    expect(error.statusCode).toBe(403)
    const owner = await stripe.customers.create()
    await stripe.paymentMethods.attach(method.id, { customer: owner.id })
    const dump = await database.db.$client.query(
      `select string_agg(t::text, '') as text from (select o::text as t from sandbox_objects o
       union all select r::text from sandbox_responses r) rows(t)`
    )
    expect(dump.rows[0].text).toContain(method.id)
    expect(dump.rows[0].text).not.toMatch(/4000002760003184|4242424242424242|"cvc":/)
  })

  test('a card is attached to a customer, listed, made the default, and detached for good', async () => {
    const owner = await customer()
    const chosen = String(owner.invoice_settings.default_payment_method)
    const cards = async () => (await stripe.paymentMethods.list({ customer: owner.id, type: 'card' })).data
    expect((await cards()).map(({ id, card }) => [id, card?.last4])).toEqual([[chosen, '4242']])
    const other = await customer()
    expect((await refusal(stripe.paymentMethods.attach(chosen, { customer: other.id }))).statusCode).toBe(400)
    const change = { invoice_settings: { default_payment_method: chosen } }
    expect(await refusal(stripe.customers.update(other.id, change))).toMatchObject({
      param: 'invoice_settings[default_payment_method]'
    })
    await stripe.paymentMethods.detach(chosen)
    const after = (await stripe.customers.retrieve(owner.id)) as Stripe.Customer
    expect(after.invoice_settings.default_payment_method).toBeNull()
    expect(await cards()).toEqual([])
    expect((await refusal(stripe.paymentMethods.attach(chosen, { customer: owner.id }))).statusCode).toBe(400)
    expect(await events()).toEqual(
      expect.arrayContaining(['customer.created', 'payment_method.attached', 'payment_method.detached'])
    )
    const detached = received.find(({ type }) => type === 'payment_method.detached')
    expect(detached?.data.previous_attributes).toEqual({ customer: owner.id })
  })
})

describe('a page pays with a typed card', () => {
  test('a confirmed payment succeeds once, and cannot be changed afterwards', async () => {
    const owner = await stripe.customers.create()
    const made = await purchase({
      customer: owner.id,
      allowed_payment_method_types: ['card'],
      metadata: { user_id: '7', kind: 'purchase' }
    })
    expect(made.client_secret).toMatch(/^pi_\w+_secret_\w+$/)
    const paid = await confirm(made.client_secret, (await cardOf()).id)
    expect(paid).toMatchObject({ status: 'succeeded', amount: 1000 })
    const seen = await stripe.paymentIntents.retrieve(made.id, { expand: ['payment_method'] })
    expect(seen).toMatchObject({
      status: 'succeeded',
      amount_received: 1000,
      metadata: { user_id: '7' },
      payment_method: { card: { last4: '4242' } }
    })
    expect(await stripe.charges.retrieve(String(seen.latest_charge))).toMatchObject({ paid: true, amount: 1000 })
    expect(await events(owner.id)).toEqual([
      'customer.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded'
    ])
    const again = await refusal(confirm(made.client_secret, (await cardOf()).id))
    expect(again).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: made.id, status: 'succeeded' }
    })
    expect(await refusal(stripe.paymentIntents.update(made.id, { amount: 5000 }))).toMatchObject({ statusCode: 400 })
  })

  test('a card that requires authentication waits for the person', async () => {
    const ask = async () => {
      const made = await purchase()
      return { ...made, ...(await confirm(made.client_secret, (await cardOf(ASKS)).id)) }
    }
    const asked = await ask()
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await authenticate(asked.client_secret, 'complete')
    expect(await stripe.paymentIntents.retrieve(asked.id)).toMatchObject({ status: 'succeeded', next_action: null })
    const other = await ask()
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

  test('an unsaved card works once, and a saved card works for its customer only', async () => {
    const owner = await customer()
    const payWith = async (card: string, customer = owner.id) =>
      confirm((await purchase({ customer })).client_secret, card)
    const saved = String(owner.invoice_settings.default_payment_method)
    expect([(await payWith(saved)).status, (await payWith(saved)).status]).toEqual(['succeeded', 'succeeded'])
    const { id: once } = await cardOf()
    await payWith(once)
    expect((await refusal(payWith(once))).statusCode).toBe(400)
    const stranger = await stripe.customers.create()
    expect((await refusal(payWith(saved, stranger.id))).message).toMatch(/does not belong/)
  })

  test('a payment intent is changed before it is paid', async () => {
    const { id, client_secret } = await purchase()
    expect(await stripe.paymentIntents.update(id, { amount: 2000 })).toMatchObject({ amount: 2000 })
    expect(await confirm(client_secret, (await cardOf()).id)).toMatchObject({ amount: 2000, status: 'succeeded' })
  })
})

describe('setup intents', () => {
  const save = (customer: string, payment_method: string) =>
    stripe.setupIntents.create({
      customer,
      payment_method,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      confirm: true,
      metadata: { user_id: '7' }
    })

  test('a setup intent saves a card and refuses a declined one', async () => {
    const owner = await stripe.customers.create()
    expect(await refusal(save(owner.id, (await cardOf(DECLINED)).id))).toMatchObject({ code: 'card_declined' })
    const good = await cardOf(MASTERCARD)
    expect((await save(owner.id, good.id)).status).toBe('succeeded')
    expect((await stripe.paymentMethods.retrieve(good.id)).customer).toBe(owner.id)
    expect(await events(owner.id)).toEqual([
      'customer.created',
      'setup_intent.created',
      'setup_intent.setup_failed',
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded'
    ])
  })

  test('a card that asks once is charged without the person after it was set up', async () => {
    const saved = async (number: string): Promise<[string, string]> => {
      const owner = await stripe.customers.create()
      const { id: card } = await cardOf(number)
      const { id, client_secret: secret, status, next_action } = await save(owner.id, card)
      expect([status, next_action?.type]).toEqual(['requires_action', 'use_stripe_sdk'])
      const read = (client_secret: string) => page.setupIntents.retrieve(id, { client_secret })
      expect((await refusal(read(`${id}_secret_guessed`))).statusCode).toBe(404)
      expect((await read(String(secret))).status).toBe('requires_action')
      expect(await refusal(authenticate(secret, 'fail'))).toMatchObject({ code: 'setup_intent_authentication_failure' })
      expect((await read(String(secret))).status).toBe('requires_payment_method')
      const again = await save(owner.id, card)
      await authenticate(again.client_secret, 'complete')
      expect((await stripe.paymentMethods.retrieve(card)).customer).toBe(owner.id)
      return [owner.id, card]
    }
    const later = async ([owner, card]: [string, string]) => {
      const { client_secret } = await purchase({ customer: owner })
      return (await confirm(client_secret, card)).status
    }
    expect(await later(await saved(ASKS_ONCE))).toBe('succeeded')
    expect(await later(await saved(ASKS))).toBe('requires_action')
  })
})

describe('refunds and disputes', () => {
  test('a payment is refunded in parts, up to its amount', async () => {
    const { id, latest_charge } = await pay()
    const first = await stripe.refunds.create({ payment_intent: id, amount: 300 })
    expect(first).toMatchObject({ amount: 300, status: 'succeeded', charge: latest_charge, payment_intent: id })
    expect(await stripe.refunds.retrieve(first.id)).toMatchObject({ amount: 300 })
    const tooMuch = stripe.refunds.create({ payment_intent: id, amount: 701 })
    expect(await refusal(tooMuch)).toMatchObject({ param: 'amount' })
    await stripe.refunds.create({ payment_intent: id })
    const { data: charges } = await stripe.charges.list({ payment_intent: id })
    expect(charges).toMatchObject([{ id: latest_charge, amount_refunded: 1000, refunded: true }])
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded'
    })
    expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([700, 300])
    expect((await events()).filter(type => type === 'charge.refunded')).toHaveLength(2)
    const event = received.findLast(({ type }) => type === 'charge.refunded')
    expect(event?.data.previous_attributes).toEqual({ amount_refunded: 300, refunded: false })
    expect((await refusal(stripe.refunds.create({ payment_intent: (await purchase()).id }))).statusCode).toBe(400)
  })

  test('a disputed payment is won or lost by its evidence', async () => {
    const close = async (intent: string, uncategorized_text: string) => {
      const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data
      return stripe.disputes.update(String(dispute?.id), { evidence: { uncategorized_text }, submit: true })
    }
    const { id, latest_charge } = await pay(DISPUTED)
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    expect(dispute).toMatchObject({ amount: 1000, charge: latest_charge, status: 'needs_response' })
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ code: 'charge_disputed' })
    expect((await close(id, 'winning_evidence')).status).toBe('won')
    expect((await stripe.disputes.retrieve(String(dispute?.id))).status).toBe('won')
    expect((await refusal(close(id, 'losing_evidence'))).statusCode).toBe(400)
    expect((await close((await pay(DISPUTED)).id, 'losing_evidence')).status).toBe('lost')
    const types = (await events()).filter(type => type.startsWith('charge.dispute'))
    const each = ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed']
    expect(types).toEqual([...each, ...each])
  })
})

test('a price is found by its lookup key, which no other price gets', async () => {
  const { id, lookup_key, product } = await price(400)
  const find = (key: string) => stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
  expect((await find(String(lookup_key))).data.map(price => price.id)).toEqual([id])
  expect((await find('another')).data).toEqual([])
  const again = stripe.prices.create({
    product: String(product),
    currency: 'usd',
    unit_amount: 500,
    lookup_key: String(lookup_key),
    recurring: { interval: 'day', interval_count: 30 }
  })
  expect(await refusal(again)).toMatchObject({ param: 'lookup_key' })
})

describe('subscriptions', () => {
  const countOf = (types: string[], wanted: string) => types.filter(type => type === wanted).length
  const invoicesOf = async ({ id }: Stripe.Customer) => (await stripe.invoices.list({ customer: id, limit: 100 })).data

  test('a subscription starts when the page pays its first invoice', async () => {
    const owner = await stripe.customers.create({ email: 'ada@example.org' })
    const plan = await price(400)
    const made = await subscribe(owner.id, plan.id, { user_id: '7' })
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
    const secret = secretOf(made)
    const [intent] = String(secret).split('_secret_')
    expect(invoice.payments?.data[0]).toMatchObject({ status: 'open', payment: { payment_intent: intent } })
    const declined = await cardOf('4000000000009995')
    expect(await refusal(confirm(secret, declined.id))).toMatchObject({ decline_code: 'insufficient_funds' })
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
    const method = await cardOf()
    await confirm(secret, method.id)
    const begun = await stripe.subscriptions.retrieve(made.id)
    expect(begun).toMatchObject({ status: 'active', default_payment_method: method.id, latest_invoice: invoice.id })
    expect(await invoiceOf(begun)).toMatchObject({ status: 'paid', amount_paid: 400, amount_remaining: 0 })
    expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBe(owner.id)
    expect(await invoicesOf(owner)).toHaveLength(1)
    const own = await eventsOf(owner.id)
    expect(own.map(({ type }) => type)).toEqual([
      'customer.created',
      'invoice.created',
      'customer.subscription.created',
      'payment_intent.created',
      'invoice.finalized',
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'payment_method.attached',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated'
    ])
    expect(own.at(-1)?.data.previous_attributes).toMatchObject({ status: 'incomplete' })
  })

  test('a subscription waits until the person authenticates their saved card', async () => {
    const owner = await customer(ASKS)
    const made = await subscribe(owner.id, (await price()).id)
    const card = String(owner.invoice_settings.default_payment_method)
    expect((await confirm(secretOf(made), card)).status).toBe('requires_action')
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
    await authenticate(secretOf(made), 'complete')
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    expect(await events(owner.id)).toContain('invoice.payment_action_required')
  })

  test('an unpaid subscription expires after 23 hours and its invoice is void', async () => {
    const [owner, start] = [await customer(), nowSeconds()]
    const made = await subscribe(owner.id, (await price()).id)
    await at(start + 23 * HOUR - 1)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
    await at(start + 23 * HOUR)
    const expired = await stripe.subscriptions.retrieve(made.id)
    expect(expired).toMatchObject({ status: 'incomplete_expired', ended_at: start + 23 * HOUR })
    expect((await invoiceOf(expired)).status).toBe('void')
    expect(await events(owner.id)).toContain('payment_intent.canceled')
  })

  test('a subscription renews every thirty days and is charged an hour after each period', async () => {
    const [owner, start] = [await customer(), nowSeconds()]
    const made = await begin(owner, (await price()).id)
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
    const invoices = await invoicesOf(owner)
    expect(invoices).toHaveLength(13)
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true)
    const intents = await stripe.paymentIntents.list({ customer: owner.id, limit: 100 })
    expect(intents.data.map(({ status }) => status)).toEqual(Array(13).fill('succeeded'))
    expect(countOf(await events(owner.id), 'invoice.paid')).toBe(13)
  })

  test('a failed renewal is retried after 3, 5 and 7 days, and then the subscription ends', async () => {
    const [owner, start] = [await customer(), nowSeconds()]
    const made = await begin(owner, (await price()).id)
    const bad = await attach(FAILS_LATER, owner.id)
    await stripe.subscriptions.update(made.id, { default_payment_method: bad })
    const failedAt = start + PERIOD + HOUR
    await at(start + PERIOD)
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
    await at(failedAt + 8 * DAY)
    await at(failedAt + 15 * DAY - 1)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due')
    await at(failedAt + 15 * DAY)
    expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
      status: 'canceled',
      ended_at: failedAt + 15 * DAY,
      cancellation_details: { reason: 'payment_failed' }
    })
    expect(await invoiceOf(late)).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
    const types = await events(owner.id)
    expect(countOf(types, 'invoice.payment_failed')).toBe(4)
    expect(countOf(types, 'customer.subscription.deleted')).toBe(1)
    await at(failedAt + 2 * PERIOD)
    expect(await invoicesOf(owner)).toHaveLength(2)
  })

  test('a person pays a failed renewal, and the subscription continues with the same period', async () => {
    const [owner, start] = [await customer(), nowSeconds()]
    const made = await begin(owner, (await price()).id)
    const bad = await attach(FAILS_LATER, owner.id)
    await stripe.subscriptions.update(made.id, { default_payment_method: bad })
    await at(start + PERIOD)
    await at(start + PERIOD + HOUR)
    const late = await stripe.subscriptions.retrieve(made.id)
    const again = await refusal(stripe.invoices.pay(String(late.latest_invoice), { payment_method: bad }))
    expect(again).toMatchObject({ statusCode: 402, code: 'card_declined' })
    // A person's own attempt does not move the schedule of the retries.
    const open = await invoiceOf(late)
    expect(open.next_payment_attempt).toBe(start + PERIOD + HOUR + 3 * DAY)
    const asks = await attach(ASKS, owner.id)
    expect(await refusal(stripe.invoices.pay(open.id, { payment_method: asks }))).toMatchObject({
      statusCode: 402,
      code: 'invoice_payment_intent_requires_action'
    })
    const good = await attach(MASTERCARD, owner.id)
    const paid = await stripe.invoices.pay(open.id, { payment_method: good })
    expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null })
    const on = await stripe.subscriptions.retrieve(made.id)
    expect(on).toMatchObject({ status: 'active', default_payment_method: good })
    expect(itemOf(on).current_period_end).toBe(start + 2 * PERIOD)
    expect(await refusal(stripe.invoices.pay(open.id, { payment_method: good }))).toMatchObject({
      statusCode: 400,
      code: 'invoice_already_paid'
    })
  })

  test('a renewal without a card fails', async () => {
    const [owner, start] = [await customer(), nowSeconds()]
    const made = await begin(owner, (await price()).id)
    await stripe.paymentMethods.detach(String(made.default_payment_method))
    expect((await stripe.subscriptions.retrieve(made.id)).default_payment_method).toBeNull()
    await at(start + PERIOD)
    await at(start + PERIOD + HOUR)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due')
  })

  test('a cancelled subscription runs until its period ends, unless the cancellation is undone', async () => {
    const [owner, start] = [await customer(), nowSeconds()]
    const made = await begin(owner, (await price()).id)
    const cancelled = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    expect(cancelled).toMatchObject({
      status: 'active',
      cancel_at: start + PERIOD,
      canceled_at: start,
      cancellation_details: { reason: 'cancellation_requested' }
    })
    const back = await stripe.subscriptions.update(made.id, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false })
    await at(start + PERIOD)
    await at(start + PERIOD + HOUR)
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    await at(start + 2 * PERIOD - 1)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    await at(start + 2 * PERIOD)
    const ended = await stripe.subscriptions.retrieve(made.id)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: start + 2 * PERIOD })
    expect(await invoicesOf(owner)).toHaveLength(2)
    const listed = async (status?: 'all' | 'canceled') =>
      (await stripe.subscriptions.list({ customer: owner.id, status })).data.length
    expect([await listed(), await listed('all'), await listed('canceled')]).toEqual([0, 1, 1])
    expect(await refusal(stripe.subscriptions.cancel(made.id))).toMatchObject({ code: 'resource_missing' })
    expect((await refusal(stripe.subscriptions.update(made.id, { cancel_at_period_end: false }))).statusCode).toBe(400)
    expect(countOf(await events(owner.id), 'customer.subscription.deleted')).toBe(1)
  })

  test('a voided invoice can no longer be paid', async () => {
    const owner = await customer()
    const made = await subscribe(owner.id, (await price()).id)
    const open = made.latest_invoice as Stripe.Invoice
    const payment_method = String(owner.invoice_settings.default_payment_method)
    expect((await stripe.invoices.voidInvoice(open.id)).status).toBe('void')
    expect(await refusal(confirm(secretOf(made), payment_method))).toMatchObject({
      code: 'payment_intent_unexpected_state'
    })
    expect((await refusal(stripe.invoices.pay(open.id, { payment_method }))).statusCode).toBe(400)
    expect(await stripe.invoices.retrieve(open.id, { expand: ['confirmation_secret'] })).toMatchObject({
      confirmation_secret: null
    })
  })

  test('a draft is charged after its subscription was cancelled, unless it is finalized and voided', async () => {
    const [kept, called] = [await customer(), await customer()]
    const { id: plan } = await price()
    const start = nowSeconds()
    const made = [await begin(kept, plan), await begin(called, plan)]
    await at(start + PERIOD)
    for (const { id } of made) await stripe.subscriptions.cancel(id)
    const [pending] = await invoicesOf(called)
    const id = pending?.id ?? ''
    expect((await refusal(stripe.invoices.voidInvoice(id))).statusCode).toBe(400)
    expect(await stripe.invoices.finalizeInvoice(id, { auto_advance: false })).toMatchObject({
      status: 'open',
      auto_advance: false
    })
    expect((await refusal(stripe.invoices.finalizeInvoice(id, { auto_advance: false }))).statusCode).toBe(400)
    await stripe.invoices.voidInvoice(id)
    await at(start + PERIOD + HOUR)
    const newest = async (owner: Stripe.Customer) => (await invoicesOf(owner))[0]?.status
    expect([await newest(kept), await newest(called)]).toEqual(['paid', 'void'])
    expect((await stripe.invoices.list({ customer: called.id, status: 'void' })).data).toHaveLength(1)
  })

  test('a subscription is cancelled immediately', async () => {
    const made = await begin(await customer(), (await price()).id)
    const ended = await stripe.subscriptions.cancel(made.id)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: nowSeconds() })
  })

  test('a new price is charged from the next period on, since the sandbox has no prorations', async () => {
    const [owner, start] = [await customer(), nowSeconds()]
    const made = await begin(owner, (await price(400)).id)
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
    await at(start + PERIOD)
    await at(start + PERIOD + HOUR)
    expect((await invoicesOf(owner)).map(({ total, status }) => [total, status])).toEqual([
      [800, 'paid'],
      [400, 'paid']
    ])
  })
})

describe('webhooks', () => {
  test('an event is sent again, with longer pauses, until the receiver accepts it', async () => {
    statuses = [500, 503, 404]
    const { id } = await stripe.customers.create({ email: 'ada@example.org' })
    const mine = () => received.filter(({ data }) => (data.object as { id?: string }).id === id)
    await sandbox.tick()
    expect(mine()).toHaveLength(1)
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
    expect(mine()[0]).toMatchObject({ type: 'customer.created', data: { object: { id } } })
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
      const pay = (from: Stripe) => from.paymentIntents.create({ amount: 1000, currency: 'usd' }, key)
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
