/** A full room: how fast 2,000 people with open sockets join and log, and how long others wait meanwhile. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { openCrowd, startBare } from './lib/children.ts'
import { cookieOf, insertCrowdSession } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { p99, send, steadyReads } from './lib/steady.ts'

const PEOPLE = 2000
/** Concurrent calls. */
const AT_ONCE = 100
/** Connections: one for each call, and some for the reads. */
const CONNECTIONS = AT_ONCE + 20
const LOGS = 4000
const EVENTS = 2000
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
  const { entered, change } = listen(url, id)
  await entered
  // Person 1 is its host.
  const joins = await perSecond(PEOPLE - 1, index => post(`${session}/join`, index + 2, {}), finish)
  const logs = await perSecond(
    LOGS,
    index => post(`${session}/store-quick-log`, (index % PEOPLE) + 1, { task_uuid: task, amount: 1 }),
    finish
  )
  const waited = p99(await others.stop())
  crowd.close()
  const event = await change
  const limit = await bareEvents(event)
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
      what: `the same: events that a bare ws, which stores nothing, sends to as many sockets (${event.length} bytes each)`,
      measured: `${Math.round(limit)} a second`,
      goal: '',
      passed: null
    },
    {
      what: 'the same: other reads meanwhile, 99 of 100 within',
      measured: `${Math.round(waited)} ms`,
      goal: `< ${GOAL_READ_MS} ms`,
      passed: waited < GOAL_READ_MS
    }
  ]
}

/** Resolves with the text of the room's next change. It is in the room once `entered` resolves. */
function listen(url: string, room: number): { entered: Promise<unknown>; change: Promise<string> } {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, { headers: { cookie: cookieOf(1) } })
  socket.once('open', () => socket.send(JSON.stringify({ type: 'join', room, since: null })))
  const { promise: change, resolve } = Promise.withResolvers<string>()
  socket.on('message', data => {
    if (!String(data).includes('"type":"update"')) return
    resolve(String(data))
    socket.close()
  })
  return { entered: once(socket, 'message'), change }
}

/** How many events a second a bare program sends to as many sockets, until the last of them has the last event. */
async function bareEvents(frame: string): Promise<number> {
  const bare = await startBare('broadcast', { frame: '{"type":"message"}', response: {} })
  const crowd = await openCrowd({ url: bare.url, count: PEOPLE })
  const events = await perSecond(
    EVENTS,
    () => post(bare.url, 1, { frame }),
    async () => {
      const heard = crowd.heard()
      await post(bare.url, 1, {})
      await heard
    }
  )
  crowd.close()
  await bare.stop()
  return events
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
