/** Measures what programs cost: a call with an access token instead of a cookie, and many deliveries of webhooks at once. */
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { compare } from './lib/compare.ts'
import { cookieOf, insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { type Row, ratioRow } from './lib/row.ts'
import { p99, send, steadyReads } from './lib/steady.ts'
import { secondsUntilNone } from './lib/until.ts'

const TOKEN = 'hut_bench'
/** At most 10 % more CPU: the calls keep both cores busy, so the rates have the opposite ratio. */
const LEAST = 0.91

const DELIVERIES = 10_000
/** One for each person, because the receivers of one person hold few lanes. */
const WEBHOOKS = 100
const MOST_SECONDS = 60
const MOST_MS = 200
const READ_EVERY_MS = 20

export async function programs(ground: Ground): Promise<Row[]> {
  return [await token(ground), ...(await webhooks(ground))]
}

async function token({ product, databaseUrl, personId }: Ground): Promise<Row> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into access_tokens (user_id, token_hash, name, scopes, created_at, expires_at)
     values ($1, $2, 'bench', 'goals:read', now(), now() + interval '1 day')`,
    [personId, createHash('sha256').update(TOKEN).digest()]
  )
  await client.end()
  const url = `${product.url}/api/my/goals`
  const compared = await compare(
    () => requestsPerSecond({ url, authorization: `Bearer ${TOKEN}` }),
    () => requestsPerSecond({ url, cookies: [cookieOf(1)] })
  )
  return ratioRow('programs: my goals with an access token, against a cookie', 'requests/s', compared, LEAST)
}

/**
 * The address is one that the guard refuses, so no network is measured. The deliveries are two days old, so each is over
 * after one try.
 */
async function webhooks({ apart }: Ground): Promise<Row[]> {
  const { product, databaseUrl } = await apart('webhooks')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await insertPeople(client)
    await client.query(`
      insert into webhooks (user_id, url, format, events, secret, created_at)
      select id, 'https://127.0.0.1/' || id, 'standard', '{log.made}', 'whsec_AAAA', now()
      from users order by id limit ${WEBHOOKS}`)
    await client.query(`
      insert into webhook_deliveries (webhook_id, message_id, event, subject, data, created_at, due_at)
      select w.id, 'msg_' || w.id || '_' || n, 'log.made', 'goal ' || n % 10,
        '{"log": {}, "goal": null, "text": "1 glass"}', now() - interval '2 days', now()
      from webhooks w, generate_series(1, ${DELIVERIES / WEBHOOKS}) n`)
    await client.query('analyze')
    const reads = steadyReads({ everyMs: READ_EVERY_MS, read: () => send('GET', `${product.url}/api/activities`) })
    const seconds = await secondsUntilNone(client, 'select count(due_at) as left from webhook_deliveries')
    const slowest = p99(await reads.stop())
    const what = `programs: ${DELIVERIES.toLocaleString('en')} deliveries of webhooks`
    return [
      row(`${what}, until they are done`, seconds, 's', MOST_SECONDS),
      row(`${what}, a read meanwhile at p99`, slowest, 'ms', MOST_MS)
    ]
  } finally {
    await client.end()
    await product.stop()
  }
}

function row(what: string, measured: number, unit: string, most: number): Row {
  return { what, measured: `${measured.toFixed(1)} ${unit}`, goal: `≤ ${most} ${unit}`, passed: measured <= most }
}
