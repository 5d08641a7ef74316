/**
 * One socket to one room (CHAT-05, CHAT-13..CHAT-17, D-105). It knows nothing of pages.
 * 1. An event is passed on only when its number is the last one plus one. Earlier numbers are dropped.
 * 2. After a gap or a new connection the room asks for what came `since` the last number it has. A gap that remains
 *    means that the server has deleted those events: the page data is loaded again.
 * 3. A socket that was lost is opened again after 1 s, doubling to 30 s. Part of each delay is random, so that 2,000
 *    pages do not return in the same instant after a restart.
 * 4. A socket that does not open or does not respond counts as lost, whatever the browser says: phones lose networks
 *    without notice, and browsers wait for minutes.
 */
import { MOVE_ON } from '../../domain/lib/close-codes.ts'
import type { FromPage, FromServer, RoomEvent } from '../../domain/sessions/live.ts'
import { backoff } from './backoff.ts'
import { addTimeSample } from './server-clock.ts'

const PING_EVERY = 20_000
const PONG_WITHIN = 8000
const OPEN_WITHIN = 15_000
const MOVE_WITHIN = 500

export interface RoomOptions {
  url: string
  room: number
  /** Number of the last event that the page data contains. */
  since: number
  who: () => { client_uuid: string; username: string | null }
  onEvent: (event: RoomEvent) => void
  /** Too much was missed. Events go on after `seq`. */
  onReload: (seq: number) => void
  onPresence: (users: string[], online: number) => void
  onConnected: (connected: boolean) => void
  /** The inbox of the person has changed. */
  onInbox?: () => void
  /** The timers of the person have changed. */
  onTimers?: () => void
  openSocket?: (url: string) => WebSocket
  random?: () => number
}

export interface LiveRoom {
  /** Connects anew at once, such as when the network is back or somebody else signed in. */
  reconnect: () => void
  /** Checks the connection, and asks for the server's time. */
  check: () => void
  close: () => void
}

export function openLiveRoom(options: RoomOptions): LiveRoom {
  const { room, openSocket = url => new WebSocket(url), random = Math.random } = options
  let socket: WebSocket | null = null
  let last = options.since
  /**
   * Set while the events of a gap are awaited: when the ping after the question was sent, and the highest number since.
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

  /** Nothing is wrong, so it is no failure; the server closes the sockets of a room one after another. */
  function moveOn(): void {
    drop()
    options.onConnected(false)
    retry = setTimeout(open, random() * MOVE_WITHIN)
  }

  /** Closes the socket and ignores whatever it still receives. */
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
    say({ type: 'join', room, ...options.who(), since: last })
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
      // The server responds in order, so the missed events would have come before this pong.
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
