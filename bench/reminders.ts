/**
 * Reminders of goals that are all due in the same minute, on three nodes: until they are queued, until they are sent to
 * a push service on this machine, and how long reads take meanwhile.
 */
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startProduct } from './lib/children.ts'
import { insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { p99, send, steadyReads } from './lib/steady.ts'

const REMINDERS = 100_000
const NODES = 3
const MOST_SECONDS = 60
const LEAST_A_SECOND = 500
const MOST_READ_MS = 200
const READ_EVERY_MS = 20
const GIVE_UP_MS = 900_000
const HOOK = fileURLToPath(new URL('./lib/push-here.cjs', import.meta.url))

export async function reminders({ apart, folder }: Ground): Promise<Row[]> {
  const service = await openService()
  const settings = {
    PUSH: 'on',
    PAYMENTS: 'off',
    PUSH_SUBJECT: 'mailto:bench@example.org',
    PUSH_HERE: service.url,
    NODE_OPTIONS: `--require ${HOOK}`
  }
  const { product, databaseUrl } = await apart('reminders', settings)
  const start = () => startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ...settings })
  const nodes = [product, ...(await Promise.all(Array.from({ length: NODES - 1 }, start)))]
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await insertPeople(client)
    await insertReminders(client)
    const reads = steadyReads({
      everyMs: READ_EVERY_MS,
      read: nth => send('GET', `${nodes[nth % NODES]?.url}/api/programmes`)
    })
    const began = performance.now()
    await client.query('update goal_reminders set due_at = now()')
    const queued = await until(began, async () => (await count(client, 'reminders')) === REMINDERS)
    const sent = await until(
      began,
      async () => (await count(client, 'reminder_deliveries where sent_at is not null')) === REMINDERS
    )
    const slowest = p99(await reads.stop())
    return rowsOf({ queued, sent, service, slowest, deliveries: await count(client, 'reminder_deliveries') })
  } finally {
    await client.end()
    await Promise.all(nodes.map(node => node.stop()))
    service.close()
  }
}

interface Measured {
  queued: number
  sent: number
  deliveries: number
  service: Awaited<ReturnType<typeof openService>>
  slowest: number
}

function rowsOf({ queued, sent, deliveries, service, slowest }: Measured): Row[] {
  const many = REMINDERS.toLocaleString('en')
  const { topics, total, seconds } = service.seen()
  const rate = total / seconds
  const isOnce = deliveries === REMINDERS && topics === REMINDERS && total === REMINDERS
  return [
    {
      what: `reminders: ${many} that are due in the same minute, queued by ${NODES} nodes`,
      measured: `${queued.toFixed(1)} s`,
      goal: `≤ ${MOST_SECONDS} s`,
      passed: queued <= MOST_SECONDS
    },
    {
      what: 'the same: pushes, without TLS, to a push service on this machine',
      measured: `${Math.round(rate)} a second, all after ${sent.toFixed(0)} s`,
      goal: `≥ ${LEAST_A_SECOND} a second`,
      passed: rate >= LEAST_A_SECOND
    },
    {
      what: 'the same: each is queued and pushed once',
      measured: `${deliveries.toLocaleString('en')} queued, ${total.toLocaleString('en')} pushed for ${topics.toLocaleString('en')} reminders`,
      goal: 'once',
      passed: isOnce
    },
    {
      what: 'the same: reads of a page of all three nodes meanwhile, p99',
      measured: `${Math.round(slowest)} ms`,
      goal: `≤ ${MOST_READ_MS} ms`,
      passed: slowest <= MOST_READ_MS
    }
  ]
}

/** A push service that counts. Each reminder has its own topic. */
async function openService() {
  const topics = new Set<string>()
  let [total, first, last] = [0, 0, 0]
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      last = performance.now()
      first ||= last
      total++
      topics.add(String(request.headers.topic))
      response.writeHead(201).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: () => ({ topics: topics.size, total, seconds: (last - first) / 1000 }),
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** A hundred goals with a reminder for each person who has a login, and a device for each of them. */
async function insertReminders(client: Client): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  await client.query(
    `insert into push_devices (user_id, login_hash, endpoint, p256dh, auth, created_at)
     select u.id, l.token_hash, 'https://push.example.org/' || u.id, $1, $2, now()
     from users u join logins l on l.user_id = u.id where u.username like 'bench-%' order by u.id limit 1000`,
    [p256dh, auth]
  )
  await client.query(
    `with made as (
       insert into goals (uuid, user_id, title, amount, repeats, created_at, updated_at)
       select gen_random_uuid(), d.user_id, 'Water ' || n, 8, '{"every":"day","weekdays":[]}', now(), now()
       from push_devices d, generate_series(1, $1::int / 1000) n returning id, user_id)
     insert into goal_reminders (goal_id, user_id, at, weekdays, at_night, due_at, created_at)
     select id, user_id, to_char(now() at time zone 'UTC', 'HH24:MI'), '[]', true, now() + interval '1 day', now() from made`,
    [REMINDERS]
  )
  await client.query('analyze')
}

async function count(client: Client, rows: string): Promise<number> {
  const { rows: found } = await client.query<{ count: number }>(`select count(*)::int as count from ${rows}`)
  return found[0]?.count ?? 0
}

/** Returns the seconds until it is so. */
async function until(began: number, isSo: () => Promise<boolean>): Promise<number> {
  while (!(await isSo())) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error('the reminders were not sent')
    await setTimeout(500)
  }
  return (performance.now() - began) / 1000
}
