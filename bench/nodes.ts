/** Several nodes on one database, with events through PostgreSQL or through a Redis, compared with one node alone. */
import { Client } from 'pg'
import { startRedis, withoutRedis } from '../testing/servers/redis.ts'
import { type Child, openCrowd, startProduct } from './lib/children.ts'
import { compare, median } from './lib/compare.ts'
import { insertCrowdSession, insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { metricOf } from './lib/metric.ts'
import { type Row, ratioRow } from './lib/row.ts'
import { type Audience, openPages } from './lib/sockets.ts'
import { send } from './lib/steady.ts'

const NODES = 3
const SOCKETS = 300
const MESSAGES = 200
const ROUNDS = 5
const MANY = 5000
const LONE = 15

export async function nodes(ground: Ground): Promise<Row[]> {
  const rows = await through('PostgreSQL', 2, ground)
  if (withoutRedis) return rows
  const redis = await startRedis()
  try {
    return [...rows, ...(await through('Redis', 1.5, ground, redis.url))]
  } finally {
    await redis.kill()
  }
}

/**
 * @param most the goal: time until sockets of another node have a message, divided by the time for sockets of the same
 * node
 */
async function through(bus: string, most: number, ground: Ground, redisUrl?: string): Promise<Row[]> {
  const settings: Record<string, string> = redisUrl ? { REDIS_URL: redisUrl } : {}
  const { product: first, databaseUrl } = await ground.apart(`nodes_${bus.toLowerCase()}`, settings)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await insertPeople(client)
  await client.end()
  const { id } = await insertCrowdSession(databaseUrl)
  const open = (node: Child, count: number) => openPages(node.url, id, count)

  const alone = await open(first, SOCKETS)
  const costAlone = await cpuOfMessage([first], [alone], id)
  const manyAlone = await lastOfMany([first], id)
  alone.close()

  const start = () => startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: ground.folder, ...settings })
  const all = [first, ...(await Promise.all(Array.from({ length: NODES - 1 }, start)))]
  const spread = await Promise.all(all.map(node => open(node, SOCKETS / NODES)))
  const cost = await cpuOfMessage(all, spread, id)
  const many = await lastOfMany(all, id)
  const [here, there] = spread as [Audience, Audience]
  const reach = await compare(
    () => loneAsecond(first, there, id),
    () => loneAsecond(first, here, id)
  )
  for (const audience of spread) audience.close()
  await Promise.all(all.map(node => node.stop()))
  return [
    ratioRow(
      `nodes through ${bus}: lone messages, each until ${SOCKETS / NODES} sockets of another node have it, against the same node`,
      'a second',
      reach,
      Number((1 / most).toFixed(2))
    ),
    {
      what: `the same: CPU of a message to ${SOCKETS} sockets, of three nodes against one`,
      measured: `${(cost / costAlone).toFixed(2)} × (${cost.toFixed(2)} against ${costAlone.toFixed(2)} ms)`,
      goal: '≤ 1.3 ×',
      passed: cost <= 1.3 * costAlone
    },
    {
      what: `the same: ${MANY.toLocaleString('en')} sockets, until the last has a message, on three nodes against one`,
      measured: `${(many / manyAlone).toFixed(2)} × (${Math.round(many)} against ${Math.round(manyAlone)} ms)`,
      goal: '≤ 1 ×',
      passed: many <= manyAlone
    }
  ]
}

/** The CPU of all nodes together in ms, the median of some rounds. */
async function cpuOfMessage(all: Child[], audiences: Audience[], room: number): Promise<number> {
  const seconds = async (): Promise<number> => {
    const each = await Promise.all(all.map(({ url }) => metricOf(url, 'process_cpu_seconds_total')))
    return each.reduce((sum, value) => sum + value, 0)
  }
  const secondsOf = async (work: () => Promise<void>): Promise<number> => {
    const before = await seconds()
    await work()
    return (await seconds()) - before
  }
  const talk = async (): Promise<void> => {
    const heard = audiences.map(audience => audience.listen())
    for (let nth = 0; nth < MESSAGES; nth++) await say(all[nth % all.length] as Child, room)
    await Promise.all(heard.map(hears => hears((MESSAGES * SOCKETS) / audiences.length)))
  }
  // Node still compiles the new processes during these messages.
  for (let round = 0; round < all.length; round++) await talk()
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Reading the metrics costs a node some milliseconds too.
    const asked = await secondsOf(async () => {})
    rounds.push((((await secondsOf(talk)) - asked) * 1000) / MESSAGES)
  }
  return median(rounds)
}

/** Returns ms. The sockets are in separate processes. */
async function lastOfMany(all: Child[], room: number): Promise<number> {
  const count = Math.ceil(MANY / all.length)
  const crowds = await Promise.all(all.map(({ url }) => openCrowd({ url, room, count })))
  const times: number[] = []
  for (let nth = 0; nth < LONE; nth++) {
    const heard = crowds.map(crowd => crowd.heard())
    const started = performance.now()
    await say(all[0] as Child, room)
    await Promise.all(heard)
    times.push(performance.now() - started)
  }
  for (const crowd of crowds) crowd.close()
  return median(times)
}

async function loneAsecond(at: Child, audience: Audience, room: number): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < LONE; nth++) {
    const heard = audience.listen()
    const started = performance.now()
    await say(at, room)
    await heard(SOCKETS / NODES)
    times.push(performance.now() - started)
  }
  return 1000 / median(times)
}

const say = ({ url }: Child, room: number): Promise<void> =>
  send('POST', `${url}/api/messages`, 1, {
    messageable_type: 'challenge_event',
    messageable_id: room,
    content: 'Two more rounds and we are done.'
  })
