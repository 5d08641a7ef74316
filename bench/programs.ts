/** Measures what programs cost: a call with an access token instead of a cookie, and many deliveries of webhooks at once. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { compare } from './lib/compare.ts'
import { cookieOf, insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { type Row, ratioRow } from './lib/row.ts'

const TOKEN = 'hut_bench'
/** At most 10 % more CPU: the calls keep both cores busy, so the rates have the opposite ratio. */
const LEAST = 0.91

const DELIVERIES = 10_000
/** One for each person, because the receivers of one person hold few lanes. */
const WEBHOOKS = 100
const MOST_SECONDS = 60
const MOST_MS = 200
const GIVE_UP_MS = 300_000

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
    const { seconds, slowest } = await readUntilSent(client, `${product.url}/api/activities`)
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

/** Reads the page again and again until nothing waits. */
async function readUntilSent(client: Client, url: string): Promise<{ seconds: number; slowest: number }> {
  const started = performance.now()
  const times: number[] = []
  let left = 1
  while (left > 0 && performance.now() - started < GIVE_UP_MS) {
    for (let read = 0; read < 20; read++) {
      const before = performance.now()
      await (await fetch(url)).arrayBuffer()
      times.push(performance.now() - before)
      await setTimeout(10)
    }
    const { rows } = await client.query('select count(*)::int as left from webhook_deliveries where due_at is not null')
    left = rows[0]?.left ?? 0
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { seconds: (performance.now() - started) / 1000, slowest: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}
