/** Chat in a room of 500: messages a second that reach people, and the time until the last person has one. */
import { Agent, request } from 'node:http'
import { startBare } from './lib/children.ts'
import { compare, median } from './lib/compare.ts'
import { cookieOf } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { type Row, ratioRow } from './lib/row.ts'
import { type Audience, openBareSockets, openPages, openSocketIo } from './lib/sockets.ts'

const SOCKETS = 500
const ROUND_MS = 1200
/** People who write at the same time. */
const WRITERS = 8
const CONTENT = 'Nice work, everyone! Two more rounds and we are done.'

interface Side {
  url: string
  audience: Audience
}

export async function chat({ product, session }: Ground): Promise<Row[]> {
  const body = { messageable_type: 'challenge_event', messageable_id: session.id, content: CONTENT }
  const url = `${product.url}/api/messages`
  const response = JSON.parse(await post(url, body, 1))
  const frame = JSON.stringify({ type: 'message', message: response.message, room: session.id, seq: 1 })
  const ws = await startBare('broadcast', { frame, response })
  const socketIo = await startBare('socket-io', { frame, response })

  const ours: Side = { url, audience: await openPages(product.url, session.id, SOCKETS) }
  const bare: Side = { url: ws.url, audience: await openBareSockets(ws.url, SOCKETS) }
  const delivered = (side: Side) => () => deliveredPerSecond(side, body)
  const againstBare = await compare(delivered(ours), delivered(bare))
  const last = await compare(
    () => perSecond(ours, body),
    () => perSecond(bare, body)
  )
  bare.audience.close()
  await ws.stop()

  const other: Side = { url: socketIo.url, audience: await openSocketIo(socketIo.url, SOCKETS) }
  const againstSocketIo = await compare(delivered(ours), delivered(other))
  const lastOfSocketIo = await compare(
    () => perSecond(ours, body),
    () => perSecond(other, body)
  )
  other.audience.close()
  ours.audience.close()
  await socketIo.stop()
  return [
    ratioRow(`chat: messages delivered to ${SOCKETS} sockets, against bare ws`, 'a second', againstBare, 0.8),
    ratioRow('chat: the same against Socket.IO at its defaults', 'a second', againstSocketIo, 2),
    ratioRow(`chat: lone messages, each until the last of ${SOCKETS} has it, against bare ws`, 'a second', last, 0.8),
    ratioRow('chat: the same against Socket.IO at its defaults', 'a second', lastOfSocketIo, 2)
  ]
}

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
  await heard(sent * SOCKETS)
  return (sent * SOCKETS * 1000) / (performance.now() - started)
}

/** Sends one message at a time: the next one when everyone has the last. */
async function perSecond({ url, audience }: Side, body: object): Promise<number> {
  const times: number[] = []
  for (let message = 0; message < 5; message++) {
    const heard = audience.listen()
    const started = performance.now()
    await post(url, body, 1)
    await heard(SOCKETS)
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
