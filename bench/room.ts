/** A full room: how fast 2,000 people with open sockets join and log, and how long others wait meanwhile. */
import { openCrowd } from './lib/children.ts'
import { insertCrowdSession } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { p99, send, steadyReads } from './lib/steady.ts'

const PEOPLE = 2000
/** Concurrent calls. */
const AT_ONCE = 100
/** Connections: one for each call, and some for the reads. */
const CONNECTIONS = AT_ONCE + 20
const LOGS = 4000
const GOAL_PER_SECOND = 2000
const READ_EVERY_MS = 25
const GOAL_READ_MS = 100

export async function room({ product, databaseUrl }: Ground): Promise<Row[]> {
  const { url } = product
  const { id, slug, task } = await insertCrowdSession(databaseUrl)
  const crowd = await openCrowd({ url, room: id, count: PEOPLE })
  const session = `${url}/api/challenge-events/${slug}`
  /** Ends when all sockets have received all events: the last message has then reached each of them. */
  const finish = async (): Promise<void> => {
    const heard = crowd.heard()
    await post(`${url}/api/messages`, 1, { messageable_type: 'challenge_event', messageable_id: id, content: 'Done' })
    await heard
  }
  // Opens the connections first, as people who have loaded a page have. A server accepts one connection a turn, so 100
  // new ones would wait for each other.
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => send('GET', `${url}/api`, index + 1)))
  const others = steadyReads({ everyMs: READ_EVERY_MS, read: nth => send('GET', `${url}/api`, 1 + (nth % PEOPLE)) })
  // Person 1 is its host.
  const joins = await perSecond(PEOPLE - 1, index => post(`${session}/join`, index + 2, {}), finish)
  const logs = await perSecond(
    LOGS,
    index => post(`${session}/store-quick-log`, (index % PEOPLE) + 1, { task_uuid: task, amount: 1 }),
    finish
  )
  const waited = p99(await others.stop())
  crowd.close()
  const rate = (what: string, measured: number): Row => ({
    what: `room of ${PEOPLE.toLocaleString('en')}: ${what}`,
    measured: `${Math.round(measured)} a second`,
    goal: `≥ ${GOAL_PER_SECOND} a second`,
    passed: measured >= GOAL_PER_SECOND
  })
  return [
    rate('joins', joins),
    rate('logs', logs),
    {
      what: 'the same: other reads meanwhile, 99 of 100 within',
      measured: `${Math.round(waited)} ms`,
      goal: `< ${GOAL_READ_MS} ms`,
      passed: waited < GOAL_READ_MS
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

const post = (url: string, person: number, body: object): Promise<void> => send('POST', url, person, body)
