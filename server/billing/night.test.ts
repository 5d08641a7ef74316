/**
 * Tests the nightly comparison of payments: it runs once on one node, corrects our rows and is retried after a failure.
 */
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPaymentIntent, tokensPage } from '../../domain/billing/tokens-api.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { storeEvent } from './event-rows.ts'

const DAY = 86_400_000

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld()
  shop = await openShop(world)
})
afterAll(() => world.close())

const nights = async ({ db }: World) =>
  (await db.execute(sql`select id, attempts, error from provider_events where type = 'night' order by id`)).rows
const differences = async ({ visitor }: World) => {
  const { body } = await visitor.request({ url: '/metrics', headers: { host: 'localhost' } })
  return /^hut_payment_differences (.*)$/m.exec(body)?.[1]
}

test('the nightly comparison corrects what no event reported, once for all nodes', { tags: 'BIL-40' }, async () => {
  const node = await world.secondNode()
  world.sandbox.webhooksTo('http://127.0.0.1:9/')
  const ada = await world.as('ada')
  const refunded = await shop.buy(ada)
  await shop.stripe.refunds.create({ payment_intent: refunded })
  const { client_secret } = await ada.call(getPaymentIntent, { query: {} })
  await shop.pay(client_secret)
  await shop.subscribe(ada, 'goals_sub')
  expect((await ada.visit(tokensPage)).balance).toEqual({ monthly: 3000, free: 1000, purchased: 1000 })
  // A payment that belongs to no row here cannot be corrected.
  const metadata = { kind: 'tokens', user_id: '1' }
  const lost = await shop.stripe.paymentIntents.create({ amount: 1000, currency: 'usd', metadata })
  await shop.pay(lost.client_secret)
  world.clock.jump(DAY)
  for (const { workers } of [world, node, world, node]) {
    workers.events.wake()
    await workers.events.done()
  }
  const { balance, ledger } = await ada.visit(tokensPage)
  expect(balance).toEqual({ monthly: 3000, free: 1000, purchased: 1000 })
  expect(ledger.map(({ action }) => action).toSorted()).toEqual([
    'purchase',
    'purchase',
    'refund',
    'renewal',
    'welcome'
  ])
  expect(await nights(world)).toEqual([{ id: 'night-2026-03-03', attempts: 1, error: null }])
  expect(await differences(world)).toBe('1')
})

test('the nightly comparison is retried when the provider does not respond, and the metrics show it', async () => {
  const nobody = new Stripe('sk_test_0123456789', {
    host: '127.0.0.1',
    port: 9,
    protocol: 'http',
    maxNetworkRetries: 0
  })
  const down = await openWorld(
    {},
    { provider: { stripe: nobody, mode: 'test', publishableKey: 'pk_test_0', webhookSecret: 'whsec_0' } }
  )
  const look = async () => {
    down.workers.events.wake()
    await down.workers.events.done()
    return nights(down)
  }
  // The comparison of the start, which does not matter here.
  expect(await look()).toMatchObject([{ id: 'night-2026-03-02', attempts: 1 }])
  await down.db.execute(sql`delete from provider_events`)
  down.clock.jump(DAY)
  // Also handle an event that names neither an object nor a customer, such as one about the operator's own balance.
  const balance = { id: 'evt_balance', type: 'balance.available', object: '', customer: null }
  await storeEvent(down.db, balance, new Date(down.clock.now()))
  const reason = expect.stringContaining('connection to Stripe')
  expect(await look()).toEqual([{ id: 'night-2026-03-03', attempts: 1, error: reason }])
  expect(await differences(down)).toBe('Nan')
  down.clock.jump(11_000)
  expect(await look()).toMatchObject([{ attempts: 2 }])
  down.clock.jump(DAY)
  expect(await look()).toMatchObject([{ attempts: 3 }, { id: 'night-2026-03-04', attempts: 1 }])
  await down.close()
})

test('an app that was down at 3 o’clock compares once after it starts', async () => {
  const hut = await openWorld()
  const nightsAfterStart = async (ms: number) => {
    hut.clock.jump(ms)
    const { workers } = await hut.secondNode()
    workers.events.wake()
    await workers.events.done()
    return (await nights(hut)).map(({ id, attempts }) => [id, attempts])
  }
  const first = ['night-2026-03-02', 1]
  expect(await nightsAfterStart(0)).toEqual([first])
  // The app was down from 23 to 5 o'clock.
  const second = ['night-2026-03-03', 1]
  expect(await nightsAfterStart(20 * 3_600_000)).toEqual([first, second])
  expect(await nightsAfterStart(60_000)).toEqual([first, second])
  await hut.close()
})
