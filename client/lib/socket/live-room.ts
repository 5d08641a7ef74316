/**
 * A socket to one room (CHAT-05, CHAT-13..CHAT-17, D-105). It knows nothing of pages.
 * 1. It passes an event on only if its number is the last one plus one. It drops earlier numbers.
 * 2. After a gap or a new connection it requests the events `since` its last number. If a gap remains, the server has
 *    deleted those events, and the page reloads its data.
 * 3. It reopens a lost socket after 1 s, doubling to 30 s. A part of each delay is random, so that 2,000 pages do not
 *    return at the same moment after a restart.
 * 4. A socket that does not open or does not respond counts as lost, whatever the browser reports. Phones lose
 *    networks without notice, and browsers wait for minutes.
 */
import { MOVE_ON } from '../../../domain/lib/close-codes.ts'
import type { FromPage, FromServer, RoomEvent } from '../../../domain/socket/messages.ts'
import { addTimeSample } from '../dates/server-clock.ts'
import { backoff } from './backoff.ts'

const PING_EVERY = 20_000
const PONG_WITHIN = 8000
const OPEN_WITHIN = 15_000
const MOVE_WITHIN = 500

export interface RoomOptions {
  url: string
  room: number
  /** Lets the page into an unlisted session (D-159). */
  slug?: string
  /** Number of the last event in the page data. */
  since: number
  who: () => { client_uuid: string; username: string | null }
  onEvent: (event: RoomEvent) => void
  /** Too many events were missed, so the page data must be reloaded. Events continue after `seq`. */
  onReload: (seq: number) => void
  onPresence: (users: string[], online: number) => void
  onConnected: (connected: boolean) => void
  /** The person's inbox has changed. */
  onInbox?: () => void
  /** The person's timers have changed. */
  onTimers?: () => void
  openSocket?: (url: string) => WebSocket
  random?: () => number
}

export interface LiveRoom {
  /** Reconnects at once, such as when the network is back or someone else has signed in. */
  reconnect: () => void
  /** Checks the connection, and updates the server's time. */
  check: () => void
  close: () => void
}

export function openLiveRoom(options: RoomOptions): LiveRoom {
  const { room, slug, openSocket = url => new WebSocket(url), random = Math.random } = options
  let socket: WebSocket | null = null
  let last = options.since
  /**
   * Set while it waits for the events of a gap: when it sent the ping after the request, and the highest number
   * since.
   */
  let asked: { sent: number; seq: number } | null = null
  let failures = 0
  let wanted = true
  let retry: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let deadline: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(retry)
    const mine = openSocket(options.url)
    socket = mine
    deadline = setTimeout(lost, OPEN_WITHIN)
    mine.onopen = () => {
      if (socket !== mine) return
      asked = null
      join()
      ping()
      beat = setInterval(ping, PING_EVERY)
      options.onConnected(true)
    }
    mine.onmessage = ({ data }) => {
      if (socket === mine) hear(parse(data))
    }
    mine.onclose = ({ code }) => {
      if (socket !== mine) return
      if (code === MOVE_ON) moveOn()
      else lost()
    }
  }

  function lost(): void {
    drop()
    options.onConnected(false)
    if (!wanted) return
    retry = setTimeout(open, backoff(failures, random()))
    failures += 1
  }

  /** A planned move is no failure. The random delay spreads the reconnects. */
  function moveOn(): void {
    drop()
    options.onConnected(false)
    retry = setTimeout(open, random() * MOVE_WITHIN)
  }

  /** Closes the socket and ignores later messages from it. */
  function drop(): void {
    clearInterval(beat)
    clearTimeout(deadline)
    clearTimeout(retry)
    const old = socket
    socket = null
    old?.close()
  }

  function say(message: FromPage): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message))
  }

  function join(): void {
    say({ type: 'join', room, slug, ...options.who(), since: last })
  }

  function ping(): number {
    const sent = Date.now()
    if (socket?.readyState !== 1) return sent
    say({ type: 'ping', sent })
    clearTimeout(deadline)
    deadline = setTimeout(lost, PONG_WITHIN)
    return sent
  }

  function hear(message: FromServer | null): void {
    if (message === null) return
    if (message.type === 'pong') {
      clearTimeout(deadline)
      // Only a response resets the delay, so it keeps growing while a server accepts sockets and drops them.
      failures = 0
      addTimeSample(message.server_time, message.sent, Date.now())
      // The server responds in order, so the missed events would have arrived before this pong.
      if (asked?.sent === message.sent) skipTo(asked.seq)
      return
    }
    if (message.type === 'error') console.warn('socket:', message.message)
    else if (message.type === 'inbox') options.onInbox?.()
    else if (message.type === 'timers') options.onTimers?.()
    else if (message.room !== room) return
    else if (message.type === 'join') options.onPresence(message.users, message.online)
    else if (message.type === 'reload') skipTo(message.seq)
    else if (message.seq === last + 1) {
      last = message.seq
      asked = null
      options.onEvent(message)
    } else if (message.seq > last) missed(message.seq)
  }

  function missed(seq: number): void {
    if (asked) {
      asked.seq = Math.max(asked.seq, seq)
      return
    }
    join()
    asked = { sent: ping(), seq }
  }

  function skipTo(seq: number): void {
    last = seq
    asked = null
    options.onReload(seq)
  }

  function reconnect(): void {
    if (!wanted) return
    drop()
    failures = 0
    open()
  }

  open()
  return {
    reconnect,
    check: ping,
    close() {
      wanted = false
      drop()
    }
  }
}

function parse(data: unknown): FromServer | null {
  try {
    return JSON.parse(String(data)) as FromServer
  } catch {
    return null
  }
}
