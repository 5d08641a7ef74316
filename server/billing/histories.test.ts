/**
 * Runs random histories for two people. Both do the same. One gets their events in order; the other's events are lost,
 * late, repeated and shuffled. Both must end with the same ledger.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPaymentIntent } from '../../domain/billing/tokens-api.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import { seededRandom } from '../../testing/random.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { audit } from '../tokens/audit.ts'
import { reconcile } from './reconcile.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const VISA = '4242424242424242'
const DISPUTED = '4000000000000259'
const DECLINED_LATER = '4000000000000341'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld()
  shop = await openShop(world)
  // The test delivers events itself.
  world.sandbox.webhooksTo('http://127.0.0.1:9/')
})
afterAll(() => world.close())

type Deed =
  | { type: 'buy'; card: string }
  | { type: 'refund'; amount: number }
  | { type: 'win' | 'cancel' }
  | { type: 'subscribe'; plan: PlanKey }
  | { type: 'card'; card: string }
  | { type: 'days'; days: number }

const plans = fc.constantFrom<PlanKey>('goals_sub', 'goals_sessions_sub')
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('buy'), card: fc.constantFrom(VISA, VISA, DISPUTED) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('refund'), amount: fc.integer({ min: 1, max: 1000 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('win', 'cancel') }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('subscribe'), plan: plans }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('card'), card: fc.constantFrom(VISA, DECLINED_LATER) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('days'), days: fc.constantFrom(1, 10, 20) }) }
)

/**
 * Performs one step of the person or an operator, at the provider if possible. If the provider refuses it, it refuses
 * both people.
 */
async function act(person: Caller, deed: Deed): Promise<void> {
  const { stripe } = shop
  const customer = await customerOf(person)
  const running = async () =>
    customer ? (await stripe.subscriptions.list({ customer })).data.find(({ status }) => status !== 'incomplete') : null
  const intents = async () => {
    const { data } = customer ? await stripe.paymentIntents.list({ customer, limit: 100 }) : { data: [] }
    return data.filter(({ status, metadata }) => status === 'succeeded' && metadata.kind === 'tokens')
  }
  if (deed.type === 'buy') {
    const { client_secret } = await person.call(getPaymentIntent, { query: {} })
    await shop.pay(client_secret, deed.card)
  } else if (deed.type === 'refund') {
    const [last] = await intents()
    await stripe.refunds.create({ payment_intent: last?.id ?? 'pi_none', amount: deed.amount }).catch(() => {})
  } else if (deed.type === 'win') {
    for (const { id } of await intents()) {
      const { data } = await stripe.disputes.list({ payment_intent: id })
      const open = data.find(({ status }) => status === 'needs_response')
      const evidence = { uncategorized_text: 'winning_evidence' }
      if (open) return void (await stripe.disputes.update(open.id, { evidence, submit: true }))
    }
  } else if (deed.type === 'cancel') {
    const subscription = await running()
    if (subscription) await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  } else if (deed.type === 'subscribe') {
    const url = `/api/subscriptions/create/${deed.plan}`
    const response = await person.request({ method: 'POST', url })
    expect([200, 409]).toContain(response.statusCode)
    const { type, clientSecret } = response.json()
    if (type === 'payment' && clientSecret) await shop.pay(clientSecret)
  } else if (deed.type === 'card' && customer) {
    const { id } = await shop.card(deed.card)
    await stripe.paymentMethods.attach(id, { customer })
    const subscription = await running()
    if (subscription) await stripe.subscriptions.update(subscription.id, { default_payment_method: id })
  }
}

async function customerOf({ username }: Caller): Promise<string | null> {
  const { rows } = await world.db.execute<{ provider: string | null }>(
    sql`select provider from customers c join users u on u.id = c.user_id where username = ${username}`
  )
  return rows[0]?.provider ?? null
}

/** The event types that matter. The others report nothing that these do not report too. */
const TELLING = `e.data ->> 'type' ~ '^(payment_intent.succeeded|charge.refunded|charge.dispute|invoice.pa|customer.subscription)'`

/** The events about a person, in order. */
async function eventsOf(person: Caller): Promise<Stripe.Event[]> {
  const customer = await customerOf(person)
  const { rows } = await world.db.execute<{ data: Stripe.Event }>(sql`
    select e.data from sandbox_objects e where e.kind = 'event' and ${sql.raw(TELLING)} and (
      ${customer} in (e.data #>> '{data,object,customer}', e.data #>> '{data,previous_attributes,customer}',
        e.data #>> '{data,object,id}')
      or exists (select from sandbox_objects i where i.id = e.data #>> '{data,object,payment_intent}'
        and i.data ->> 'customer' = ${customer}))
    order by e.seq`)
  return rows.map(({ data }) => data)
}

async function deliver(events: Stripe.Event[]): Promise<void> {
  for (const event of events) {
    const payload = JSON.stringify(event)
    const signature = shop.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: world.sandbox.webhookSecret,
      timestamp: Math.floor(world.clock.now() / 1000)
    })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const response = await world.visitor.request({ method: 'POST', url: '/webhooks/stripe', payload, headers })
    expect(response.statusCode).toBe(200)
    await world.workers.events.done()
  }
}

const shuffled = <T>(list: T[], random: () => number): T[] =>
  list
    .map(item => ({ item, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ item }) => item)

/**
 * A person's ledger. The monthly entries keep their order. The others are summed, because a dispute may be won before
 * the app learns of it.
 */
async function ledgerOf({ username }: Caller) {
  const rowsOf = async (text: string) => (await world.db.$client.query(text, [username])).rows
  return {
    monthly: await rowsOf(`select action, amount from ledger l join users u on u.id = user_id
      where username = $1 and bucket = 'monthly' order by l.id`),
    bought: await rowsOf(`select action, sum(amount)::int from ledger l join users u on u.id = user_id
      where username = $1 and bucket <> 'monthly' group by action having sum(amount) <> 0 order by action`),
    balance: await rowsOf(
      'select monthly, free, purchased, plan from balances join users u on u.id = user_id where username = $1'
    ),
    payments: await rowsOf(`select kind, p.plan, state, amount, refunded, is_disputed from payments p
      join users u on u.id = user_id where username = $1 and state = 'paid' order by kind, p.plan, refunded, is_disputed`),
    receipts: await rowsOf(`select content ->> 'kind' as kind, count(*)::int from mails join users u on u.id = user_id
      where username = $1 and content ->> 'kind' like '%receipt' group by 1 order by 1`)
  }
}

async function live(seed: number, history: Deed[]): Promise<void> {
  const random = seededRandom(seed)
  const ordered = await world.as(`ordered-${seed}`)
  const shaken = await world.as(`shaken-${seed}`)
  const seen = { ordered: new Set<string>(), shaken: new Set<string>() }
  const afterwards = async () => {
    await world.sandbox.tick()
    world.workers.events.wake()
    await world.workers.events.done()
    const inOrder = (await eventsOf(ordered)).filter(({ id }) => !seen.ordered.has(id))
    await deliver(inOrder)
    for (const { id } of inOrder) seen.ordered.add(id)
    const some = (await eventsOf(shaken)).filter(({ id }) => random() < (seen.shaken.has(id) ? 0.05 : 0.5))
    await deliver(shuffled([...some, ...some.filter(() => random() < 0.3)], random))
    for (const { id } of await eventsOf(shaken)) seen.shaken.add(id)
  }
  for (const deed of history) {
    world.clock.jump(deed.type === 'days' ? deed.days * DAY : MINUTE)
    for (const person of [ordered, shaken]) {
      await person.user()
      await act(person, deed)
    }
    await afterwards()
  }
  // For even seeds all events come again, in any order. For odd seeds lost events never come, and the nightly
  // comparison corrects the rows.
  world.clock.jump(MINUTE)
  if (seed % 2 === 0) await deliver(shuffled(await eventsOf(shaken), random))
  world.clock.jump(DAY)
  world.workers.events.wake()
  await world.workers.events.done()
  expect(await ledgerOf(shaken)).toEqual(await ledgerOf(ordered))
  expect((await audit(world.db)).findings).toEqual([])
  const provider = { stripe: shop.stripe, mode: 'sandbox' as const, publishableKey: '', webhookSecret: '' }
  expect((await reconcile({ db: world.db, provider })).findings).toEqual([])
  // Cancel their subscriptions, so that they do not affect the next history.
  for (const person of [ordered, shaken]) {
    const customer = await customerOf(person)
    const { data } = customer ? await shop.stripe.subscriptions.list({ customer }) : { data: [] }
    for (const { id } of data) await shop.stripe.subscriptions.cancel(id)
  }
}

test('shuffled, repeated and lost events lead to the same ledger as ordered ones', {
  tags: 'BIL-40',
  timeout: 240_000
}, async () => {
  const history = fc.array(deeds, { minLength: 6, maxLength: 12 })
  await fc.assert(fc.asyncProperty(fc.nat(), history, live), {
    seed: 20_261_122,
    numRuns: 3,
    endOnFailure: true,
    examples: [
      [
        1,
        [
          { type: 'subscribe', plan: 'goals_sub' },
          { type: 'card', card: DECLINED_LATER },
          { type: 'days', days: 20 },
          { type: 'days', days: 20 },
          { type: 'buy', card: DISPUTED },
          { type: 'days', days: 20 },
          { type: 'subscribe', plan: 'goals_sessions_sub' },
          { type: 'win' },
          { type: 'days', days: 20 },
          { type: 'cancel' },
          { type: 'days', days: 20 },
          { type: 'subscribe', plan: 'goals_sub' },
          { type: 'buy', card: VISA },
          { type: 'refund', amount: 250 }
        ]
      ]
    ]
  })
})
