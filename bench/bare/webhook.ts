/**
 * The statements of an event of the payment provider in the plain driver. The server verifies and stores the event and
 * responds. It then reads the payment from the provider and applies it at once.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import type { PoolClient } from 'pg'
import { openDatabase } from '../../server/db/database.ts'

interface Task {
  databaseUrl: string
  providerUrl: string
  secret: string
}

const STORE = {
  name: 'store',
  text: `insert into provider_events (id, type, object, customer, created_at, due_at) values ($1, $2, $3, $4, $5, $5)
    on conflict do nothing`
}
const CLAIM = {
  name: 'claim',
  text: `update provider_events set due_at = $3, attempts = attempts + 1 where id = $1 and due_at <= $2 returning *`
}
const HANDLED = {
  name: 'handled',
  text: 'update provider_events set due_at = null, handled_at = $2, failed_at = null, error = null where id = $1'
}
const PAYMENT = { name: 'payment', text: 'select * from payments where intent = $1' }
const CUSTOMER = { name: 'customer', text: 'select * from customers where user_id = $1 and mode = $2' }
const LOCK = { name: 'lock', text: 'select * from payments where id = $1 for update' }
const PAID = {
  name: 'paid',
  text: `update payments set state = 'paid', paid_at = $2, card_brand = $3, card_last4 = $4 where id = $1`
}
const BALANCE = {
  name: 'balance',
  text: 'update balances set purchased = purchased + $2 where user_id = $1 returning monthly, free, purchased'
}
const LEDGER = {
  name: 'ledger',
  text: `insert into ledger (user_id, bucket, amount, action, subject_id, created_at)
    values ($1, 'purchased', $2, 'purchase', $3, $4)`
}
const MAIL = {
  name: 'mail',
  text: 'insert into mails (user_id, message_id, content, created_at, due_at) values ($1, $2, $3, $4, $4)'
}

process.once('message', async ({ databaseUrl, providerUrl, secret }: Task) => {
  const pool = openDatabase({ connectionString: databaseUrl }, console).$client
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  app.post<{ Body: Buffer }>('/', async ({ body, headers }) => {
    const [, time, given = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['stripe-signature'])) ?? []
    const signature = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    if (!timingSafeEqual(Buffer.from(given, 'hex'), signature)) throw new Error('forged')
    const { id, type, data } = JSON.parse(String(body))
    await pool.query({ ...STORE, values: [id, type, data.object.id, data.object.customer, new Date()] })
    apply(id).catch(console.error)
    return { received: true }
  })

  async function apply(id: string): Promise<void> {
    const now = new Date()
    const claimed = await pool.query({ ...CLAIM, values: [id, now, new Date(now.getTime() + 120_000)] })
    const [event] = claimed.rows
    const payment = await pool.query({ ...PAYMENT, values: [event.object] })
    const [{ state, user_id, mode }] = payment.rows
    if (state !== 'paid') {
      const url = `${providerUrl}/v1/payment_intents/${event.object}?expand[0]=payment_method`
      const [intent, customer] = [
        await (await fetch(url)).json(),
        await pool.query({ ...CUSTOMER, values: [user_id, mode] })
      ]
      if (intent.status !== 'succeeded' || intent.customer !== customer.rows[0].provider) throw new Error('not paid')
      await credit(payment.rows[0].id, intent.payment_method.card, now)
    }
    await pool.query({ ...HANDLED, values: [event.id, now] })
  }

  async function credit(id: number, card: { brand: string; last4: string }, now: Date): Promise<void> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await applyPaid(client, id, card, now)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  async function applyPaid(
    client: PoolClient,
    id: number,
    { brand, last4 }: { brand: string; last4: string },
    now: Date
  ): Promise<void> {
    const { rows } = await client.query({ ...LOCK, values: [id] })
    const [{ state, user_id, uses, amount, currency }] = rows
    if (state === 'paid') return
    await client.query({ ...PAID, values: [id, now, brand, last4] })
    await client.query({ ...BALANCE, values: [user_id, uses] })
    await client.query({ ...LEDGER, values: [user_id, uses, id, now] })
    const mail = { kind: 'purchase receipt', tokens: uses / 100, to_pool: false, amount, currency, paid_at: now }
    const content = JSON.stringify({ ...mail, card: { brand, last4 }, reference: `CH-${id}`, is_test: true })
    await client.query({ ...MAIL, values: [user_id, `${randomUUID()}@localhost`, content, now] })
  }

  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
