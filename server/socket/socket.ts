/**
 * Opens sockets, and handles what pages send on them. Names come from the login cookie, never from a message (D-105).
 * Every write is an ordinary call, so a socket only joins a room and measures the clock.
 */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { LOGIN_IS_OVER, MOVE_ON } from '../../domain/lib/close-codes.ts'
import { REMOVED } from '../../domain/moderation/hidden.ts'
import { fromPage, type JoinRoom } from '../../domain/socket/messages.ts'
import { type Cookies, findUsername, LOGIN_ENDED, loginIdOf } from '../accounts/logins.ts'
import { INBOX_CHANGED } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { mayOpenSocket } from '../lib/security/csrf.ts'
import { TIMERS_CHANGED } from '../logs/my-timer-rows.ts'
import type { Member } from '../realtime/hub.ts'
import { type Burst, burstOf } from '../realtime/hub.ts'
import { findRoom, findRoomSeq, listEventsAfter } from '../realtime/room-rows.ts'
import { readSettings, SETTINGS_CHANGED } from '../settings/hut-settings.ts'
import { addressFinder, createSocketLimit, MOST_OF_ADDRESS, MOST_OF_LOGIN } from './socket-limits.ts'

/** A client that has more unread bytes than this is disconnected. It catches up when it reconnects. */
const MOST_BACKLOG = 1_000_000
/** When a client missed more events than this, they are not sent again: the page loads its data again. */
const MOST_REPLAYED = 500
const NO_SESSION = 'There’s no such session.'
const HEARTBEAT_MS = 30_000
const CLOSING_MS = 1000
/** A page joins and pings now and then. A client that sends more than this in one heartbeat is not our page. */
const MOST_SAID = 100
/** How long a stopping node takes to close its sockets one after another, so that they move to another node. */
const DRAIN_MS = 3000
const DRAIN_STEP_MS = 100

export interface Sockets {
  /** Sends sockets to other nodes over a few seconds, while requests are still served. */
  drain: () => Promise<void>
  /** Whether this node is stopping, so that a balancer sends nobody here. */
  isDraining: () => boolean
}

interface Visit {
  request: IncomingMessage
  cookies: Cookies
  login: string | null
}

/** Serves WebSockets at `/socket`. */
export function openSocket(app: FastifyInstance, deps: Dependencies): Sockets {
  const { db, hub, clock } = deps
  const server = new WebSocketServer({ noServer: true, maxPayload: 4096, perMessageDeflate: false })
  const alive = new WeakSet<WebSocket>()
  const said = new WeakMap<WebSocket, number>()
  /** Open sockets by login. */
  const signedIn = new Map<string, Set<WebSocket>>()
  const members = new WeakMap<WebSocket, Member>()
  const ofLogins = createSocketLimit(MOST_OF_LOGIN)
  const ofAddresses = createSocketLimit(MOST_OF_ADDRESS)
  const addressOf = addressFinder(deps.config)
  let draining = false

  app.server.on('upgrade', (request, stream, head) => {
    const { origin, host } = request.headers
    if (request.url?.split('?')[0] !== '/socket') return refuseUpgrade(stream, 404)
    if (draining) return refuseUpgrade(stream, 503)
    if (!mayOpenSocket(deps.config, host, origin)) return refuseUpgrade(stream, 403)
    const cookies = app.parseCookie(request.headers.cookie ?? '')
    const login = loginIdOf(cookies)
    if (login === null && deps.config.hut.members_only) return refuseUpgrade(stream, 401)
    const leave = login === null ? takeAsVisitor(request) : ofLogins.take(login)
    if (!leave) return refuseUpgrade(stream, 429)
    stream.once('close', leave)
    server.handleUpgrade(request, stream, head, socket => accept(socket, stream, { request, cookies, login }))
  })

  function takeAsVisitor(request: IncomingMessage): (() => void) | null {
    const address = addressOf(request)
    return address === null ? () => {} : ofAddresses.take(address)
  }

  function accept(socket: WebSocket, stream: Duplex, { request, cookies, login }: Visit): void {
    let room: number | null = null
    const member: Member = { username: null, seq: null, pending: [], send: burst => send(socket, stream, burst) }
    // Registered before the login is looked up, so that no login ends unnoticed in between.
    if (login !== null) signedIn.set(login, (signedIn.get(login) ?? new Set()).add(socket))
    // Messages wait until the login is known, and for each other: a second join must follow the first.
    let queue = findUsername(deps, cookies)
      .then(username => {
        member.username = username
        // A cookie without a valid login must not bypass the limit.
        if (username !== null || login === null) return
        if (deps.config.hut.members_only) return socket.close(LOGIN_IS_OVER, 'members only')
        const leave = takeAsVisitor(request)
        if (leave) socket.once('close', leave)
        else socket.close(1013, 'too many sockets')
      })
      .catch(error => fail(error))
    const fail = (error: unknown): void => {
      app.log.error({ err: error }, 'socket failed')
      socket.close(1011)
    }

    members.set(socket, member)
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    socket.on('error', () => socket.terminate())
    socket.on('message', raw => {
      const count = (said.get(socket) ?? 0) + 1
      said.set(socket, count)
      if (count > MOST_SAID) return socket.close(1008, 'too many messages')
      queue = queue.then(() => hear(String(raw))).catch(fail)
    })
    socket.on('close', () => {
      leave()
      if (login !== null && signedIn.get(login)?.delete(socket) && signedIn.get(login)?.size === 0) {
        signedIn.delete(login)
      }
    })

    const leave = (): void => {
      if (room !== null) hub.leave(room, member)
      room = null
    }
    const refuse = (message: string): void => member.send(burstOf({ type: 'error', message }))

    async function hear(text: string): Promise<void> {
      const message = z.safeParse(fromPage, parseJson(text))
      if (!message.success) return refuse('This message is not understood.')
      if (message.data.type === 'ping') {
        return member.send(burstOf({ type: 'pong', sent: message.data.sent, server_time: clock.now() }))
      }
      await join(message.data)
    }

    async function join(wish: JoinRoom): Promise<void> {
      if (room !== wish.room) leave()
      const found = await findRoom(db, wish.room)
      const mayFind = found !== null && !(found.isUnlisted && wish.slug !== found.slug)
      if (!mayFind || found.isHidden || found.isCancelled) {
        leave()
        if (!mayFind) return refuse(NO_SESSION)
        if (found.isHidden) return refuse(REMOVED)
        const since = wish.since ?? found.seq
        const most = { events: MOST_REPLAYED, bytes: MOST_BACKLOG }
        // A page that was away still learns that its session was cancelled.
        const missed = since < found.seq ? await listEventsAfter(db, wish.room, since, most) : []
        if (missed.length > 0) member.send(burstOf(...missed))
        return refuse(NO_SESSION)
      }
      if (socket.readyState !== WebSocket.OPEN) return
      // Enter first, then read the missed events, so that events committed meanwhile wait in `pending`.
      member.seq = null
      member.pending = []
      room = wish.room
      hub.enter(room, member)
      const seq = (await findRoomSeq(db, wish.room)) ?? 0
      const since = wish.since ?? seq
      const most = { events: MOST_REPLAYED + 1, bytes: MOST_BACKLOG }
      const missed = since < seq ? await listEventsAfter(db, wish.room, since, most) : []
      // The events of old rooms are deleted. A client that needs a deleted one has to load its data again.
      const isWhole = since >= seq || (missed[0]?.seq === since + 1 && (missed.at(-1)?.seq ?? 0) >= seq)
      if (!isWhole || missed.length > MOST_REPLAYED) {
        member.send(burstOf({ type: 'reload', room: wish.room, seq }))
        hub.caughtUp(wish.room, member, [], seq)
      } else {
        hub.caughtUp(wish.room, member, missed, missed.at(-1)?.seq ?? seq)
      }
    }
  }

  const unsubscribe = deps.bus.subscribe((channel, text) => {
    if (channel === LOGIN_ENDED) {
      for (const socket of signedIn.get(text) ?? []) socket.close(LOGIN_IS_OVER, 'the login has ended')
    } else if (channel === SETTINGS_CHANGED) {
      void readSettings(deps)
        .then(closeForVisitors)
        .catch(() => {})
    } else if (channel === INBOX_CHANGED || channel === TIMERS_CHANGED) {
      const names = new Set(JSON.parse(text) as string[])
      const type = channel === INBOX_CHANGED ? 'inbox' : 'timers'
      for (const sockets of signedIn.values()) for (const socket of sockets) tellNews(members.get(socket), names, type)
    }
  })

  /** The hut may be for members only from now on. A page that is looked up now connects again. */
  const closeForVisitors = (): void => {
    if (deps.config.hut.members_only === 0) return
    for (const socket of server.clients) {
      if (members.get(socket)?.username == null) socket.close(LOGIN_IS_OVER, 'members only')
    }
  }

  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      said.delete(socket)
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, HEARTBEAT_MS)

  const drain = (): Promise<void> => {
    draining = true
    const before = server.clients.size
    const { promise, resolve } = Promise.withResolvers<void>()
    const step = (left: number): void => {
      if (left <= 0) {
        resolve()
        return
      }
      // Spread evenly over the whole time, so that the other nodes get them one after another.
      const open = [...server.clients].filter(({ readyState }) => readyState === WebSocket.OPEN)
      const toKeep = Math.floor((before * (left - DRAIN_STEP_MS)) / DRAIN_MS)
      for (const socket of open.slice(0, Math.max(0, open.length - toKeep))) socket.close(MOVE_ON, 'this node stops')
      clock.after(DRAIN_STEP_MS, () => step(left - DRAIN_STEP_MS))
    }
    step(DRAIN_MS)
    return promise
  }

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    unsubscribe()
    // 1001 is "going away". Pages reconnect by themselves, to the process that replaces this one.
    for (const socket of server.clients) socket.close(1001)
    hub.close()
    // A client that does not respond would keep the server from closing for half a minute.
    setTimeout(() => {
      for (const socket of server.clients) socket.terminate()
    }, CLOSING_MS).unref()
  })
  return { drain, isDraining: () => draining }
}

function tellNews(member: Member | undefined, names: ReadonlySet<string>, type: 'inbox' | 'timers'): void {
  if (member?.username != null && names.has(member.username)) member.send(burstOf({ type }))
}

/** Without compression `ws` buffers nothing, so our frames can be written between its own. */
function send(socket: WebSocket, stream: Duplex, { frames }: Burst): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (stream.writableLength > MOST_BACKLOG) socket.terminate()
  else stream.write(frames)
}

const REASONS = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable'
}

function refuseUpgrade(stream: Duplex, status: keyof typeof REASONS): void {
  // The client may be gone already. Without a listener the error would end the process.
  stream.on('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\n\r\n`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
