/**
 * Events of the payment provider, from sending the first until the last is applied. The product and the bare server
 * have separate databases, or a worker of one would handle the events of the other.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import Stripe from 'stripe'
import { PACK_PRICE, PACK_USES } from '../domain/billing/purchase.ts'
import { startBare } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import { insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { type Row, ratioRow } from './lib/row.ts'

/** In each round. */
const EVENTS = 500
const CONNECTIONS = 16
const SECRET = 'whsec_of_the_benchmark'
const LONGEST_MS = 30_000

const { webhooks } = new Stripe('sk_test_of_the_benchmark')

export async function webhook({ apart }: Ground): Promise<Row[]> {
  const provider = await startBare('provider', {})
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_of_the_benchmark',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_benchmark',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API: provider.url
  }
  const { product, databaseUrl } = await apart('webhook', settings)
  const other = await apart('webhook_bare')
  await other.product.stop()
  const bare = await startBare('webhook', { databaseUrl: other.databaseUrl, providerUrl: provider.url, secret: SECRET })
  const sides = [
    await openSide(`${product.url}/webhooks/stripe`, databaseUrl),
    await openSide(bare.url, other.databaseUrl)
  ] as const
  try {
    const [ours, theirs] = sides
    const credited = await compare(ours.credit, theirs.credit)
    const repeated = await compare(ours.repeat, theirs.repeat)
    return [
      ratioRow('webhook: a payment credited, against the same statements', 'events/s', credited, 0.5),
      ratioRow('webhook: of a payment that was credited, against the same', 'events/s', repeated, 0.5)
    ]
  } finally {
    for (const side of sides) await side.close()
    await Promise.all([product, bare, provider].map(child => child.stop()))
  }
}

interface Payment {
  intent: string
  user_id: number
}

async function openSide(url: string, connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  await insertPeople(client)
  await client.query(
    `insert into customers (user_id, mode, provider) select id, 'test', 'cus_' || id from users where username like 'bench-%'`
  )
  await client.query('analyze')
  const count = async (text: string) => Number((await client.query(`select count(*) from ${text}`)).rows[0].count)

  /** Events a second. */
  const handle = async (payments: Payment[]): Promise<number> => {
    const requests = payments.map(eventOf)
    const start = performance.now()
    await Promise.all(Array.from({ length: CONNECTIONS }, () => sendAll(url, requests)))
    while ((await count('provider_events where due_at is not null')) > 0) {
      if (performance.now() - start > LONGEST_MS) throw new Error(`${url}: the events were not handled`)
      await setTimeout(2)
    }
    const seconds = (performance.now() - start) / 1000
    if ((await count(`payments where state = 'open'`)) > 0) throw new Error(`${url}: a payment was not credited`)
    // Keeps the sending of receipts out of the next round.
    await client.query('delete from mails')
    return payments.length / seconds
  }

  return {
    async credit() {
      const { rows } = await client.query<Payment>(
        `insert into payments (user_id, mode, kind, state, intent, amount, currency, uses, created_at)
         select id, 'test', 'tokens', 'open', 'pi_' || $1 || '_' || id, $2, $3, $4, now()
         from users where username like 'bench-%' order by id limit $5
         returning intent, user_id`,
        [randomUUID().slice(0, 8), PACK_PRICE.amount, PACK_PRICE.currency, PACK_USES, EVENTS]
      )
      return handle(rows)
    },
    async repeat() {
      const { rows } = await client.query<Payment>('select intent, user_id from payments order by id limit $1', [
        EVENTS
      ])
      return handle(rows)
    },
    close: () => client.end()
  }
}

type Event = { body: string; headers: Record<string, string> }

/** Signs the event as the provider does. */
function eventOf({ intent, user_id }: Payment): Event {
  const object = {
    id: intent,
    object: 'payment_intent',
    customer: `cus_${user_id}`,
    status: 'succeeded',
    ...PACK_PRICE
  }
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object }
  })
  const signature = webhooks.generateTestHeaderString({ payload, secret: SECRET })
  return { body: payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}

async function sendAll(url: string, waiting: Event[]): Promise<void> {
  for (let event = waiting.pop(); event; event = waiting.pop()) {
    const response = await fetch(url, { method: 'POST', ...event })
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
}
