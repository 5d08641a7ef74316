/** Chat in rooms of 500 and 200: messages a second that reach people, and the time until the last person has one. */
import { Agent, request } from 'node:http'
import { startBare } from './lib/children.ts'
import { compare, median } from './lib/compare.ts'
import { cookieOf } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { type Row, ratioRow } from './lib/row.ts'
import { type Audience, openBareSockets, openPages, openSocketIo } from './lib/sockets.ts'

const SOCKETS = 500
/** In the rows in which the bare program stores its messages too. */
const STORED = 200
const ROUND_MS = 1200
/** People who write at the same time. */
const WRITERS = 8
const CONTENT = 'Nice work, everyone! Two more rounds and we are done.'

interface Side {
  url: string
  audience: Audience
}

export async function chat({ product, session, databaseUrl }: Ground): Promise<Row[]> {
  const body = { messageable_type: 'challenge_event', messageable_id: session.id, content: CONTENT }
  const url = `${product.url}/api/messages`
  const response = JSON.parse(await post(url, body, 1))
  const frame = JSON.stringify({ type: 'message', message: response.message, room: session.id, seq: 1 })
  const ws = await startBare('broadcast', { frame, response })
  const socketIo = await startBare('socket-io', { frame, response })

  const ours: Side = { url, audience: await openPages(product.url, session.id, SOCKETS) }
  const bare: Side = { url: ws.url, audience: await openBareSockets(ws.url, SOCKETS) }
  const againstBare = await compareDelivered(ours, bare, body)
  const last = await compareLone(ours, bare, body)
  bare.audience.close()
  await ws.stop()

  const other: Side = { url: socketIo.url, audience: await openSocketIo(socketIo.url, SOCKETS) }
  const againstSocketIo = await compareDelivered(ours, other, body)
  const lastOfSocketIo = await compareLone(ours, other, body)
  other.audience.close()
  ours.audience.close()
  await socketIo.stop()
  return [
    ratioRow(`chat: messages delivered to ${SOCKETS} sockets, against bare ws`, 'a second', againstBare, 0.8),
    ratioRow('chat: the same against Socket.IO at its defaults', 'a second', againstSocketIo, 2),
    ratioRow(`chat: lone messages, each until the last of ${SOCKETS} has it, against bare ws`, 'a second', last, 0.8),
    ratioRow('chat: the same against Socket.IO at its defaults', 'a second', lastOfSocketIo, 2),
    ...(await stored({ product, session, databaseUrl }, body, { frame, response }))
  ]
}

/** Both sides store each message before they send it. */
async function stored(
  { product, session, databaseUrl }: Pick<Ground, 'product' | 'session' | 'databaseUrl'>,
  body: object,
  sent: { frame: string; response: object }
): Promise<Row[]> {
  const url = `${product.url}/api/messages`
  const storing = await startBare('broadcast', { ...sent, databaseUrl })
  const ours: Side = { url, audience: await openPages(product.url, session.id, STORED) }
  const bare: Side = { url: storing.url, audience: await openBareSockets(storing.url, STORED) }
  const many = await compareDelivered(ours, bare, body)
  const lone = await compareLone(ours, bare, body)
  ours.audience.close()
  const charging = await startBare('charged-broadcast', { ...sent, databaseUrl, room: session.id + 1 })
  const least: Side = { url: charging.url, audience: await openBareSockets(charging.url, STORED) }
  const loneLimit = await compareLone(least, bare, body)
  least.audience.close()
  bare.audience.close()
  await Promise.all([storing.stop(), charging.stop()])
  const what = `chat: stored messages until the last of ${STORED} sockets has them, against bare ws that stores them too`
  return [
    ratioRow(`${what}, ${WRITERS} writers`, 'a second', many, 0.85),
    ratioRow(`${what}, one after another`, 'a second', lone, 0.85),
    ratioRow('the same of bare ws that also reads the login, charges and numbers each', 'a second', loneLimit)
  ]
}

const compareDelivered = (ours: Side, other: Side, body: object) =>
  compare(
    () => deliveredPerSecond(ours, body),
    () => deliveredPerSecond(other, body)
  )

const compareLone = (ours: Side, other: Side, body: object) =>
  compare(
    () => perSecond(ours, body),
    () => perSecond(other, body)
  )

/** Waits until the last message of the round has reached the last socket. */
async function deliveredPerSecond({ url, audience }: Side, body: object): Promise<number> {
  const heard = audience.listen()
  const started = performance.now()
  let sent = 0
  const write = async (_: unknown, writer: number): Promise<void> => {
    while (performance.now() < started + ROUND_MS) {
      sent++
      await post(url, body, writer + 1)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await heard(sent * audience.count)
  return (sent * audience.count * 1000) / (performance.now() - started)
}

/** Sends one message at a time: the next one when everyone has the last. */
async function perSecond({ url, audience }: Side, body: object): Promise<number> {
  const times: number[] = []
  for (let message = 0; message < 5; message++) {
    const heard = audience.listen()
    const started = performance.now()
    await post(url, body, 1)
    await heard(audience.count)
    times.push(performance.now() - started)
  }
  return 1000 / median(times)
}

const agent = new Agent({ keepAlive: true })

/** `fetch` would cost this process more than the sockets do. */
function post(url: string, body: object, person: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { 'content-type': 'application/json', cookie: cookieOf(person) }
  request(url, { method: 'POST', agent, headers }, response => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))))
  })
    .on('error', reject)
    .end(JSON.stringify(body))
  return promise
}
