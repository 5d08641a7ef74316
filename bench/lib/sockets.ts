/** Opens many sockets in this process and counts the events that reach them. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import { cookieOf, PEOPLE } from './content.ts'

/** Sockets opened at once. More would overflow the server's queue of new connections. */
const TOGETHER = 50
const LONGEST_WAIT = 30_000

export interface Audience {
  count: number
  /** Milliseconds until all were open. */
  openedIn: number
  /** Starts to count. Returns a function that resolves when this many events have arrived. */
  listen: () => (events: number) => Promise<void>
  close: () => void
}

/** Sockets of the product in the room, each signed in as a different person. */
export async function openPages(url: string, room: number, count: number): Promise<Audience> {
  return openSockets(`${url}/socket`, count, async (socket, index) => {
    socket.send(JSON.stringify({ type: 'join', room, since: null }))
    // The list of people has arrived, so events arrive from now on.
    if (index === 0) await once(socket, 'message')
  })
}

/** @param says each says something first, as pages do; the first one waits for the reply */
export function openBareSockets(url: string, count: number, says = false): Promise<Audience> {
  return openSockets(url, count, async (socket, index) => {
    if (!says) return
    socket.send('join')
    if (index === 0) await once(socket, 'message')
  })
}

async function openSockets(
  url: string,
  count: number,
  greet: (socket: WebSocket, index: number) => Promise<void>
): Promise<Audience> {
  const counter = createCounter()
  const { opened, openedIn } = await openAll(count, async index => {
    const cookie = cookieOf((index % PEOPLE) + 1)
    const socket = new WebSocket(url.replace('http', 'ws'), { headers: { cookie } })
    socket.on('message', (bytes: Buffer) => {
      if (isChat(bytes)) counter.add()
    })
    await once(socket, 'open')
    await greet(socket, index)
    return socket
  })
  return { count, openedIn, listen: counter.listen, close: () => opened.forEach(socket => void socket.terminate()) }
}

/** Socket.IO at its defaults: it starts with polling and switches to a socket. */
export async function openSocketIo(url: string, count: number): Promise<Audience> {
  const counter = createCounter()
  const { opened, openedIn } = await openAll(count, async () => {
    const socket: Socket = io(url, { forceNew: true, reconnection: false })
    socket.on('event', counter.add)
    const upgraded = new Promise(resolve => socket.io.engine.once('upgrade', resolve))
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
    await upgraded
    return socket
  })
  return { count, openedIn, listen: counter.listen, close: () => opened.forEach(socket => void socket.disconnect()) }
}

async function openAll<Opened>(
  count: number,
  open: (index: number) => Promise<Opened>
): Promise<{ opened: Opened[]; openedIn: number }> {
  const started = performance.now()
  const opened: Opened[] = []
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(TOGETHER, count - opened.length) }, (_, index) => opened.length + index)
    opened.push(...(await Promise.all(some.map(open))))
  }
  const openedIn = performance.now() - started
  // Waits until every socket has the list of people.
  await wait(500)
  return { opened, openedIn }
}

/**
 * Recognises a message by its first bytes, `{"type":"message"`. Parsing would cost this process time, not the server.
 */
function isChat(bytes: Buffer): boolean {
  return bytes.includes('"type":"message"')
}

function createCounter() {
  let count = 0
  let wanted = Number.POSITIVE_INFINITY
  let resolve = (): void => {}
  const heard = async (events: number): Promise<void> => {
    if (count >= events) return
    const all = Promise.withResolvers<void>()
    wanted = events
    resolve = all.resolve
    const tooLong = setTimeout(() => all.reject(new Error(`${count} of ${events} events arrived`)), LONGEST_WAIT)
    await all.promise
    clearTimeout(tooLong)
  }
  return {
    add(): void {
      if (++count === wanted) resolve()
    },
    listen() {
      count = 0
      wanted = Number.POSITIVE_INFINITY
      return heard
    }
  }
}
