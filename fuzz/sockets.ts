/**
 * Sockets: hostile frames, handshakes and bytes. The product answers or closes each of them, and meanwhile a page with
 * a good connection gets every answer.
 */
import { type EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Dice, diceOf } from './lib/dice.ts'
import type { Ground } from './lib/ground.ts'
import { cookieOf, HANGS_MS } from './lib/http.ts'
import { gather, type People } from './lib/people.ts'
import type { Finding, Limits, Outcome } from './lib/run.ts'
import { anyNumber, anyText, anyValue } from './lib/values.ts'

const LANES = 8
const ROLES = ['visitor', 'member', 'owner'] as const
/** Sockets between two questions of the good page. */
const CHECKED_EVERY = 50

/** What one hostile client sends. */
export interface SocketCase {
  as: (typeof ROLES)[number]
  /** Sent as text, or as bytes in base64. */
  frames: { text?: string; bytes?: string; close?: number }[]
  /** Bytes in base64 that follow the frames on the bare connection. */
  raw?: string
}

function makeSocketCase(dice: Dice, room: string): SocketCase {
  return {
    as: dice.pick(ROLES),
    frames: Array.from({ length: 1 + dice.int(dice.chance(0.05) ? 120 : 8) }, () => frame(dice, room)),
    ...(dice.chance(0.2) ? { raw: bytes(dice, 200) } : {})
  }
}

const bytes = (dice: Dice, most: number) => Buffer.from(dice.some(most, () => dice.int(256))).toString('base64')

function frame(dice: Dice, room: string): SocketCase['frames'][number] {
  const number = () => (dice.chance(0.6) ? Number(room) : anyNumber(dice))
  const join = {
    type: 'join',
    room: number(),
    client_uuid: dice.chance(0.5) ? anyText(dice).slice(0, 150) : null,
    since: dice.pick([null, 0, 1, anyNumber(dice)])
  }
  const ping = { type: 'ping', sent: anyNumber(dice) }
  switch (dice.int(8)) {
    case 0:
      return { text: JSON.stringify(anyValue(dice)) ?? '' }
    case 1:
      return { text: anyText(dice) }
    case 2:
      return { bytes: bytes(dice, 6000) }
    case 3:
      return { close: dice.pick([1000, 1001, 3000, 4999]) }
    case 4:
      return { text: JSON.stringify({ ...join, [dice.pick(Object.keys(join))]: anyValue(dice, 2) }) }
    case 5:
      return { text: JSON.stringify(ping) }
    default:
      return { text: JSON.stringify(join) }
  }
}

export async function fuzzSockets(ground: Ground, { seed, seconds, cases }: Limits): Promise<Outcome> {
  const people = await gather(ground, 900_000 + (seed % 1000))
  const findings: Finding[] = []
  const until = Date.now() + seconds * 1000
  const codes = new Map<number, number>()
  let sent = 0
  const lane = async (): Promise<void> => {
    while (sent < cases && Date.now() < until) {
      const nth = sent++
      const made = makeSocketCase(diceOf(seed, nth), people.things.room ?? '1')
      const found = (error: unknown) => void findings.push({ target: 'sockets', problem: String(error), input: made })
      const code = await playSocket(ground.address, people, made).catch(found)
      if (code !== undefined) codes.set(code, (codes.get(code) ?? 0) + 1)
      if (nth % CHECKED_EVERY === 0) await goodPage(ground.address).catch(found)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const counts = [...codes].sort(([a], [b]) => a - b).map(([code, count]) => `${code}: ${count}`)
  return { target: 'sockets', cases: sent, findings, notes: [...counts, `bare: ${await fuzzHandshakes(ground, seed)}`] }
}

/** Returns the code with which the connection ended; 0 if it did not end in time. */
export async function playSocket(
  address: string,
  { callers }: Pick<People, 'callers'>,
  made: SocketCase
): Promise<number> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket`, {
    headers: cookieOf(callers[made.as].cookies()),
    origin: address
  })
  const closed = endOf(socket)
  await Promise.race([new Promise(resolve => socket.once('open', resolve)), closed])
  for (const { text, bytes: raw, close } of made.frames) {
    if (socket.readyState !== WebSocket.OPEN) break
    if (close !== undefined) socket.close(close)
    else socket.send(text ?? Buffer.from(raw ?? '', 'base64'))
  }
  if (made.raw && socket.readyState === WebSocket.OPEN) {
    const { _socket: stream } = socket as unknown as { _socket: import('node:net').Socket }
    stream.write(Buffer.from(made.raw, 'base64'))
  }
  // The server has read everything once it responds to this, or has closed the connection.
  if (socket.readyState === WebSocket.OPEN) socket.ping()
  await Promise.race([new Promise(resolve => socket.once('pong', resolve)), closed, wait(1000)])
  if (socket.readyState === WebSocket.OPEN) socket.close()
  // After half a frame the server waits for the rest, and its next heartbeat ends the connection.
  const code = await Promise.race([closed, wait(2000).then(() => 0)])
  socket.terminate()
  return code
}

/** Resolves with the code, also after an error. */
function endOf(connection: EventEmitter): Promise<number> {
  connection.on('error', () => {})
  return new Promise(resolve => connection.once('close', resolve))
}

/** A page that pings gets its answer. */
async function goodPage(address: string): Promise<void> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket`, { origin: address })
  await once(socket, 'open')
  const heard = once(socket, 'message', { signal: AbortSignal.timeout(HANGS_MS) })
  socket.send(JSON.stringify({ type: 'ping', sent: 1 }))
  const [message] = await heard
  socket.close()
  if (JSON.parse(String(message)).type !== 'pong') throw new Error(`a good page heard ${message}`)
}

/** Sends handshakes that are no HTTP. Returns how many. */
async function fuzzHandshakes({ address }: Ground, seed: number): Promise<number> {
  const { hostname, port } = new URL(address)
  const count = 200
  for (let nth = 0; nth < count; nth++) {
    const dice = diceOf(seed, nth)
    const line = () => `${anyText(dice).slice(0, 100)}: ${anyText(dice).slice(0, 500)}\r\n`
    const head = `GET /socket${dice.chance(0.3) ? anyText(dice).slice(0, 50) : ''} HTTP/1.1\r\nHost: ${hostname}\r\n`
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
    const stream = connect(Number(port), hostname)
    const closed = endOf(stream)
    stream.write(`${head}${dice.chance(0.7) ? upgrade : ''}${dice.some(4, line).join('')}\r\n`)
    stream.write(Buffer.from(dice.some(100, () => dice.int(256))))
    await Promise.race([closed, wait(20)])
    stream.destroy()
  }
  await goodPage(address)
  return count
}
