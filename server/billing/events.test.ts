/**
 * Tests which events of the provider are refused and which are retried. histories.test.ts tests their order, repetition
 * and loss.
 */
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSubscription } from '../../domain/billing/subscription-api.ts'
import { getPaymentIntent, purchaseTokens, tokensPage } from '../../domain/billing/tokens-api.ts'
import { newGoal } from '../../domain/goals/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { countRows } from '../../testing/database/rows.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { setUses } from '../../testing/token-balance.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { createLog } from '../lib/log.ts'
import { audit } from '../tokens/audit.ts'
import { spend } from '../tokens/ledger-rows.ts'
import { storeEvent } from './event-rows.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld()
  shop = await openShop(world)
})
afterAll(() => world.close())

const seconds = () => Math.floor(world.clock.now() / 1000)

/** Sends an event as the provider does. */
function send(
  event: object,
  { at = seconds(), secret = world.sandbox.webhookSecret, payload = JSON.stringify(event) } = {}
) {
  const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
  return post(payload, { 'stripe-signature': signature })
}

function post(payload: string, headers: Record<string, string> = {}) {
  return world.visitor.request({
    method: 'POST',
    url: '/webhooks/stripe',
    payload,
    headers: { 'content-type': 'application/json', ...headers }
  })
}

const unknown = (id: string) => ({
  id,
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_nobody', object: 'payment_intent', customer: 'cus_nobody' } }
})

describe('a refused event stores nothing', { tags: 'BIL-40' }, () => {
  test.each<[string, () => ReturnType<typeof send>, number]>([
    ['has no signature', () => post(JSON.stringify(unknown('evt_bad'))), 422],
    ['has a forged signature', () => send(unknown('evt_bad'), { secret: 'whsec_of_somebody_else' }), 422],
    ['has the signature of another body', () => post('{"id":"evt_bad"}', { 'stripe-signature': 't=1,v1=00' }), 422],
    ['is six minutes old', () => send(unknown('evt_bad'), { at: seconds() - 360 }), 422],
    ['is six minutes ahead', () => send(unknown('evt_bad'), { at: seconds() + 360 }), 422],
    ['is not JSON', () => send({}, { payload: '{"id":' }), 422],
    ['has a signature of nothing', () => post('{}', { 'stripe-signature': 't=,v1=' }), 422],
    ['is not an object', () => send({}, { payload: 'null' }), 422],
    ['has no object', () => send({ id: 'evt_bad', type: 'a.b', data: {} }), 422],
    ['has an id with a NUL', () => send(unknown('evt_\u0000')), 422],
    ['has an id longer than an index takes', () => send(unknown('e'.repeat(9000))), 422],
    ['is a megabyte long', () => send({ ...unknown('evt_bad'), text: 'x'.repeat(1_000_000) }), 413]
  ])('an event is refused when it %s', async (_, sent, status) => {
    const before = await countRows(world.db)
    const response = await sent()
    expect([response.statusCode, response.json().message]).toEqual([status, expect.any(String)])
    expect(await countRows(world.db)).toEqual(before)
  })

  test('an event that is less than five minutes old is accepted', async () => {
    expect((await send(unknown('evt_late'), { at: seconds() - 290 })).statusCode).toBe(200)
  })
})

test('an event is stored before the response, and handled once when it arrives three times', async () => {
  for (const _ of [1, 2, 3]) expect((await send(unknown('evt_thrice'))).json()).toEqual({ received: true })
  await shop.settle()
  const { rows } = await world.db.execute(
    sql`select attempts, handled_at is not null as handled from provider_events where id = 'evt_thrice'`
  )
  expect(rows).toEqual([{ attempts: 1, handled: true }])
})

test('refused events and payments write no secret to the log', { tags: 'BIL-40' }, async () => {
  let written = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    }
  })
  const logged = await openWorld({}, { log: createLog('trace', { destination: stream }) })
  const own = await openShop(logged)
  const ada = await logged.as('ada')
  await own.buy(ada)
  const { client_secret } = await ada.call(getPaymentIntent, { query: {} })
  const { status } = await ada.refused(purchaseTokens, { body: { paymentIntent: client_secret, token_pool: 0 } })
  expect(status).toBe(404)
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=5e1f' }
  await logged.visitor.request({ method: 'POST', url: '/webhooks/stripe', payload: '{"id":"evt_card_4242"}', headers })
  await own.settle()
  await logged.close()
  expect(written).toContain('/webhooks/stripe')
  const { secretKey, webhookSecret } = logged.sandbox
  for (const secret of [secretKey, webhookSecret, client_secret, '5e1f', 'evt_card_4242', '4242424242424242']) {
    expect(written).not.toContain(secret)
  }
})

describe('while the provider is unreachable', () => {
  let down: World
  beforeAll(async () => {
    const nobody = new Stripe('sk_test_0123456789', {
      host: '127.0.0.1',
      port: 9,
      protocol: 'http',
      maxNetworkRetries: 0
    })
    down = await openWorld(
      {},
      { provider: { stripe: nobody, mode: 'test', publishableKey: 'pk_test_0', webhookSecret: 'whsec_0' } }
    )
    // The nightly comparison of the start is waiting too. Remove it.
    down.workers.events.wake()
    await down.workers.events.done()
    await down.db.execute(sql`delete from provider_events`)
  })
  afterAll(() => down.close())

  test('paying returns 503 with a message, and pages still work', async () => {
    const ada = await down.as('ada')
    for (const [method, url] of [
      ['GET', '/tokens/get-payment-intent'],
      ['POST', '/api/subscriptions/create/goals_sub']
    ] as const) {
      const response = await ada.request({ method, url })
      expect([response.statusCode, response.json().message]).toEqual([
        503,
        'We can’t reach the payment provider right now. Nothing was changed. Please try again.'
      ])
      expect(response.headers['retry-after']).toBe('10')
    }
    expect(await ada.visit(tokensPage)).toMatchObject({ payment_methods: [], balance: { free: 1000 } })
    expect((await audit(down.db)).findings).toEqual([])
  })

  test('a failed event is retried later and counted in the metrics', async () => {
    const ada = await down.as('ada')
    // The call fails, but it creates the row of the customer.
    await ada.request({ url: '/tokens/get-payment-intent' })
    await down.db.execute(sql`update customers set provider = 'cus_down' where user_id = ${(await ada.user()).id}`)
    const payload = JSON.stringify({
      id: 'evt_down',
      type: 'invoice.paid',
      data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_down' } }
    })
    const timestamp = Math.floor(down.clock.now() / 1000)
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_0', timestamp })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    expect((await down.visitor.request({ method: 'POST', url: '/webhooks/stripe', payload, headers })).statusCode).toBe(
      200
    )
    const tries = async () => {
      await down.workers.events.done()
      const { rows } = await down.db.execute<{ attempts: number; error: string | null }>(
        sql`select attempts, error from provider_events`
      )
      return rows[0]
    }
    expect(await tries()).toEqual({ attempts: 1, error: expect.any(String) })
    await down.pass(6000)
    expect((await tries())?.attempts).toBe(1)
    await down.pass(6000)
    expect((await tries())?.attempts).toBe(2)
    const metrics = await down.visitor.request({ url: '/metrics', headers: { host: 'localhost' } })
    expect(metrics.body).toContain('hut_provider_events{state="waiting"} 1')
    expect(metrics.body).toContain('hut_provider_events{state="failed"} 0')
  })
})

test('events of different customers are handled at the same time', { tags: 'BIL-40' }, async () => {
  // Turn off the provider's own events, which would arrive one by one.
  world.sandbox.webhooksTo('http://127.0.0.1:9/')
  const people = [await world.as('tess'), await world.as('vera')]
  const intents: string[] = []
  for (const person of people) {
    const { client_secret } = await person.call(getPaymentIntent, { query: {} })
    const { id } = await shop.pay(client_secret)
    const event = { id: `evt_${id}`, type: 'payment_intent.succeeded', object: id, customer: null }
    await storeEvent(world.db, event, new Date(world.clock.now()))
    intents.push(id)
  }
  await world.db.transaction(async tx => {
    await tx.execute(sql`select from payments where intent in ${intents} for update`)
    world.workers.events.wake()
    await untilSomebodyWaits(world.db, 2)
  })
  await world.workers.events.done()
  for (const person of people) expect((await person.visit(tokensPage)).balance?.purchased).toBe(1000)
})

test('waiting events of one customer cause one look at the provider', { tags: 'BIL-40' }, async () => {
  world.sandbox.webhooksTo('http://127.0.0.1:9/')
  const olga = await world.as('olga')
  await olga.call(getPaymentIntent, { query: {} })
  const lookAt = async () => {
    const { rows } = await world.db.execute<{ provider: string; revision: number }>(
      sql`select provider, revision::int from customers where user_id = ${(await olga.user()).id}`
    )
    return rows[0]
  }
  const before = await lookAt()
  for (const type of ['customer.updated', 'payment_method.attached', 'invoice.paid']) {
    const event = { id: `evt_olga_${type}`, type, object: `of ${type}`, customer: before?.provider ?? '' }
    await storeEvent(world.db, event, new Date(world.clock.now()))
  }
  world.workers.events.wake()
  await world.workers.events.done()
  expect(await lookAt()).toEqual({ ...before, revision: Number(before?.revision) + 1 })
  const { rows } = await world.db.execute(
    sql`select attempts, handled_at is not null as handled from provider_events where id like 'evt_olga_%'`
  )
  expect(rows).toEqual(Array(3).fill({ attempts: 1, handled: true }))
})

test('a crash between the provider’s response and our commit charges and credits only once', async () => {
  // This test changes rows by hand, so events would interfere.
  world.sandbox.webhooksTo('http://127.0.0.1:9/')
  const rosa = await world.as('rosa')
  // Makes each write to a table fail, as if the process were killed there. The person then presses again.
  const breaking = async (table: string, work: () => Promise<unknown>) => {
    await world.db.execute(
      sql.raw(`create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
    )
    await world.db.execute(
      sql.raw(`create trigger die before insert or update on ${table} for each row execute function die()`)
    )
    await work().catch(() => {})
    await world.db.execute(sql.raw(`drop trigger die on ${table}`))
    await world.db.execute(sql.raw('drop function die'))
  }
  const prepare = () => rosa.call(getPaymentIntent, { query: {} })
  await breaking('customers', prepare)
  await rosa.request({ url: '/tokens/get-payment-intent' })
  await world.db.execute(sql`update customers set provider = null where user_id = ${(await rosa.user()).id}`)
  await world.db.execute(sql`update payments set intent = null where user_id = ${(await rosa.user()).id}`)
  const { client_secret } = await prepare()
  const [paymentIntent = ''] = client_secret.split('_secret_')
  const { data: made } = await shop.stripe.paymentIntents.list({ limit: 100 })
  expect(made.filter(({ metadata }) => metadata.user_id === String(made[0]?.metadata.user_id))).toHaveLength(1)
  await shop.pay(client_secret)
  const claim = () => rosa.call(purchaseTokens, { body: { paymentIntent, token_pool: 0 } })
  for (const table of ['payments', 'balances', 'ledger', 'mails']) await breaking(table, claim)
  expect((await rosa.visit(tokensPage)).balance?.purchased).toBe(0)
  await claim()
  await claim()
  expect((await rosa.visit(tokensPage)).balance?.purchased).toBe(1000)

  const begin = () => rosa.call(createSubscription, { params: { product: 'goals_sub' }, body: {} })
  const first = await begin()
  await world.db.execute(sql`update subscriptions set provider = null where id = ${first.subscription.id}`)
  expect((await begin()).clientSecret).toBe(first.clientSecret)
  await shop.pay(first.clientSecret)
  const look = () => rosa.request({ method: 'POST', url: `/api/subscriptions/${first.subscription.id}/confirm` })
  for (const table of ['customers', 'payments', 'ledger', 'subscriptions', 'mails', 'cards']) {
    await breaking(table, look)
    expect((await rosa.user()).subscription).toBeNull()
  }
  expect((await look()).statusCode).toBe(200)
  expect((await rosa.visit(tokensPage)).balance?.monthly).toBe(3000)
  expect((await audit(world.db)).findings).toEqual([])
}, 60_000)

test('a thousand spends at once take exactly the available tokens', {
  tags: 'TOK-46',
  timeout: 120_000
}, async () => {
  const hedy = await world.as('hedy')
  await setUses(world, hedy, 990)
  const goal = (nth: number) => {
    const task = { ...newGoal(`7c9e6679-7425-40de-944b-${String(nth).padStart(12, '0')}`), title: 'Walk' }
    return { method: 'POST' as const, url: '/goals/store', payload: { challenge: { tasks: [task] } } }
  }
  // A busy server returns 503, and the page retries.
  const press = async (nth: number) => {
    let status = 503
    for (let tries = 0; status === 503 && tries < 50; tries++) status = (await hedy.request(goal(nth))).statusCode
    return status
  }
  const statuses = await Promise.all(Array.from({ length: 1000 }, (_, nth) => press(nth)))
  const count = (status: number) => statuses.filter(each => each === status).length
  expect([count(200), count(402)]).toEqual([990, 10])
  expect((await hedy.user()).all_remaining_tokens).toBe(0)
  expect((await audit(world.db)).findings).toEqual([])
})

test('a charge adds at most two statements to the transaction that it pays for', async () => {
  const mary = await world.as('mary')
  const { id } = await mary.user()
  const none = await statementsOf(() => world.db.transaction(async () => {}))
  const spent = await statementsOf(() =>
    world.db
      .transaction(async tx => {
        await spend(tx, world, id, 'goal', { ids: [1], inSession: false }, new Date(world.clock.now()))
        throw new Error('nothing was made')
      })
      .catch(() => {})
  )
  expect(spent - none).toBeLessThanOrEqual(2)
})
