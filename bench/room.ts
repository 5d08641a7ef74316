/** A full room: how fast 2,000 people get in and log, all with a socket open, and what others wait for meanwhile. */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { openCrowd } from './lib/children.ts'
import { cookieOf, insertCrowdSession } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

const PEOPLE = 2000
/** Calls on their way at the same time. */
const AT_ONCE = 100
/** One for each call, and some for the reads. */
const CONNECTIONS = AT_ONCE + 20
const LOGS = 4000
const GOAL_PER_SECOND = 200
const READ_EVERY_MS = 25
const GOAL_READ_MS = 200

export async function room({ product, databaseUrl }: Ground): Promise<Row[]> {
  const { url } = product
  const { id, slug, task } = await insertCrowdSession(databaseUrl)
  const crowd = await openCrowd({ url, room: id, count: PEOPLE })
  const session = `${url}/api/challenge-events/${slug}`
  /** Ends when everybody has got all of it, which they have when they have a message that is sent last. */
  const finish = async (): Promise<void> => {
    const heard = crowd.heard()
    await post(`${url}/api/messages`, 1, { messageable_type: 'challenge_event', messageable_id: id, content: 'Done' })
    await heard
  }
  // A server accepts one connection a turn, so 100 new ones would wait for each other. Who joins has loaded a page before.
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => send('GET', `${url}/api`, index + 1)))
  const others = watchReads(url)
  // Person 1 is its host.
  const joins = await perSecond(PEOPLE - 1, index => post(`${session}/join`, index + 2, {}), finish)
  const logs = await perSecond(
    LOGS,
    index => post(`${session}/store-quick-log`, (index % PEOPLE) + 1, { task_uuid: task, amount: 1 }),
    finish
  )
  const times = await others.stop()
  crowd.close()
  const rate = (what: string, measured: number): Row => ({
    what: `room of ${PEOPLE.toLocaleString('en')}: ${what}`,
    measured: `${Math.round(measured)} a second`,
    goal: `≥ ${GOAL_PER_SECOND} a second`,
    passed: measured >= GOAL_PER_SECOND
  })
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  return [
    rate('joins', joins),
    rate('logs', logs),
    {
      what: 'the same: other reads meanwhile, 99 of 100 within',
      measured: `${Math.round(p99)} ms`,
      goal: `< ${GOAL_READ_MS} ms`,
      passed: p99 < GOAL_READ_MS
    }
  ]
}

async function perSecond(
  count: number,
  call: (index: number) => Promise<unknown>,
  finish: () => Promise<void>
): Promise<number> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) await call(next++)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await finish()
  return (count * 1000) / (performance.now() - started)
}

/** Asks for the home page as person after person, at a steady pace however long the responses take. */
function watchReads(url: string): { stop: () => Promise<number[]> } {
  const reads: Promise<number>[] = []
  let stopped = false
  const read = async (person: number): Promise<number> => {
    const started = performance.now()
    await send('GET', `${url}/api`, person)
    return performance.now() - started
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      reads.push(read(1 + (reads.length % PEOPLE)))
      await wait(READ_EVERY_MS)
    }
  }
  const running = loop()
  return {
    async stop() {
      stopped = true
      await running
      return Promise.all(reads)
    }
  }
}

const agent = new Agent({ keepAlive: true })
const post = (url: string, person: number, body: object): Promise<void> => send('POST', url, person, body)

function send(method: string, url: string, person: number, body?: object): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { 'content-type': 'application/json', cookie: cookieOf(person) }
  request(url, { method, agent, headers }, response => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${text}`))))
  })
    .on('error', reject)
    .end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}
