/**
 * Opens sockets, closes them when a login ends, and finds those that are gone. Names come from the login cookie, never
 * from a message (D-105).
 */

import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocket, WebSocketServer } from 'ws'
import { LOGIN_IS_OVER, MOVE_ON } from '../../domain/lib/close-codes.ts'
import { findUsername, LOGIN_ENDED, loginIdOf } from '../accounts/logins.ts'
import { INBOX_CHANGED } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { addressFinder, createPlaces } from '../lib/limits/socket-limits.ts'
import { mayOpenSocket } from '../lib/security/csrf.ts'
import { TIMERS_CHANGED } from '../logs/my-timer-rows.ts'
import { burstOf } from '../realtime/hub.ts'
import { readSettings, SETTINGS_CHANGED } from '../settings/hut-settings.ts'
import { Visit } from './visit.ts'

const HEARTBEAT_MS = 30_000
const CLOSING_MS = 1000
/** How long a stopping node takes to close its sockets one after another, so that they move to another node. */
const DRAIN_MS = 3000
const DRAIN_STEP_MS = 100

export interface Sockets {
  /** Sends sockets to other nodes over a few seconds, while requests are still served. */
  drain: () => Promise<void>
  /** Whether this node is stopping, so that a balancer sends nobody here. */
  isDraining: () => boolean
}

/** What a socket needs to know about its request. The request takes as much memory as the socket, so it is not kept. */
interface Opening {
  login: string | null
  address: string | null
  readName: () => Promise<string | null>
}

/** Serves WebSockets at `/socket`. */
export function openSocket(app: FastifyInstance, deps: Dependencies): Sockets {
  const { hub, clock } = deps
  const house = { ...deps, log: app.log }
  const server = new WebSocketServer({ noServer: true, maxPayload: 4096, perMessageDeflate: false })
  const visits = new Set<Visit>()
  const places = createPlaces()
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
    const address = addressOf(request)
    const leave = login === null ? places.takeForVisitor(address) : places.takeForLogin(login)
    if (!leave) return refuseUpgrade(stream, 429)
    stream.once('close', leave)
    server.handleUpgrade(request, stream, head, socket =>
      accept(socket, stream, { login, address, readName: () => findUsername(deps, cookies) })
    )
  })

  // The listeners stay as long as the socket and keep all that any of them uses, so nothing here uses the request.
  function accept(socket: WebSocket, stream: Duplex, opening: Opening): void {
    const visit = new Visit(house, socket, stream, opening.login)
    // Before its login is read, so that no login ends unnoticed in between.
    visits.add(visit)
    identify(visit, opening)
    socket.on('pong', () => {
      visit.isAlive = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('message', raw => visit.hear(String(raw)))
    socket.on('close', () => {
      visit.leave()
      visits.delete(visit)
    })
  }

  function identify(visit: Visit, { login, address, readName }: Opening): void {
    visit.inTurn(async () => {
      visit.username = await readName()
      // A cookie without a valid login must not bypass the limit.
      if (visit.username !== null || login === null) return
      if (deps.config.hut.members_only) return visit.socket.close(LOGIN_IS_OVER, 'members only')
      const leave = places.takeForVisitor(address)
      if (leave) visit.socket.once('close', leave)
      else visit.socket.close(1013, 'too many sockets')
    })
  }

  const unsubscribe = deps.bus.subscribe((channel, text) => {
    if (channel === LOGIN_ENDED) {
      for (const { login, socket } of visits) if (login === text) socket.close(LOGIN_IS_OVER, 'the login has ended')
    } else if (channel === SETTINGS_CHANGED) {
      void readSettings(deps)
        .then(closeForVisitors)
        .catch(() => {})
    } else if (channel === INBOX_CHANGED || channel === TIMERS_CHANGED) {
      const names = new Set(JSON.parse(text) as string[])
      const type = channel === INBOX_CHANGED ? 'inbox' : 'timers'
      for (const visit of visits) if (names.has(visit.username ?? '')) visit.send(burstOf({ type }))
    }
  })

  /** The hut may be for members only from now on. A page that is looked up now connects again. */
  const closeForVisitors = (): void => {
    if (deps.config.hut.members_only === 0) return
    for (const { username, socket } of visits) if (username === null) socket.close(LOGIN_IS_OVER, 'members only')
  }

  const heartbeat = setInterval(() => {
    for (const visit of visits) {
      visit.said = 0
      if (!visit.isAlive) visit.socket.terminate()
      else visit.socket.ping()
      visit.isAlive = false
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
