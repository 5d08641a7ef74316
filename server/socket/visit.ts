/**
 * An open socket: what its page says, and the room that it is in. Every write is an ordinary call, so a page only joins a
 * room and measures the clock. A process may hold ten thousand of these, so a visit keeps little.
 */
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { REMOVED } from '../../domain/moderation/hidden.ts'
import { fromPage, type JoinRoom } from '../../domain/socket/messages.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Burst, burstOf, type Member } from '../realtime/hub.ts'
import { findRoom, findRoomSeq, listEventsAfter } from '../realtime/room-rows.ts'

/** A client that has more unread bytes than this is disconnected. It catches up when it reconnects. */
const MOST_BACKLOG = 1_000_000
/** When a client missed more events than this, they are not sent again: the page loads its data again. */
const MOST_REPLAYED = 500
/** A page joins and pings now and then. A client that sends more than this in one heartbeat is not our page. */
const MOST_SAID = 100
const NO_SESSION = 'There’s no such session.'

export interface House extends Pick<Dependencies, 'db' | 'hub' | 'clock'> {
  log: FastifyBaseLogger
}

export class Visit implements Member {
  readonly socket: WebSocket
  readonly login: string | null
  /** Null for a visitor, and until the login is read. */
  username: string | null = null
  seq: Member['seq'] = null
  pending: Member['pending'] = []
  /** The browser has responded since the last heartbeat. */
  isAlive = true
  /** Messages since the last heartbeat. */
  said = 0
  readonly #house: House
  readonly #stream: Duplex
  #room: number | null = null
  #queue: Promise<void> = Promise.resolve()

  constructor(house: House, socket: WebSocket, stream: Duplex, login: string | null) {
    this.#house = house
    this.socket = socket
    this.#stream = stream
    this.login = login
  }

  /** Does the work after all earlier work: messages wait for the login and for each other. */
  inTurn(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      this.#house.log.error({ err: error }, 'socket failed')
      this.socket.close(1011)
    })
  }

  /** Handles a message of the page. */
  hear(text: string): void {
    this.said++
    if (this.said > MOST_SAID) this.socket.close(1008, 'too many messages')
    else this.inTurn(() => this.#handle(text))
  }

  /** Without compression `ws` buffers nothing, so our frames can be written between its own. */
  send({ frames }: Burst): void {
    if (this.socket.readyState !== WebSocket.OPEN) return
    if (this.#stream.writableLength > MOST_BACKLOG) this.socket.terminate()
    else this.#stream.write(frames)
  }

  leave(): void {
    if (this.#room !== null) this.#house.hub.leave(this.#room, this)
    this.#room = null
  }

  #refuse(message: string): void {
    this.send(burstOf({ type: 'error', message }))
  }

  async #handle(text: string): Promise<void> {
    const message = z.safeParse(fromPage, parseJson(text))
    if (!message.success) return this.#refuse('This message is not understood.')
    if (message.data.type === 'join') return this.#join(message.data)
    this.send(burstOf({ type: 'pong', sent: message.data.sent, server_time: this.#house.clock.now() }))
  }

  async #join(wish: JoinRoom): Promise<void> {
    const { db, hub } = this.#house
    if (this.#room !== wish.room) this.leave()
    const found = await findRoom(db, wish.room)
    const mayFind = found !== null && !(found.isUnlisted && wish.slug !== found.slug)
    if (!mayFind || found.isHidden || found.isCancelled) {
      this.leave()
      if (!mayFind) return this.#refuse(NO_SESSION)
      if (found.isHidden) return this.#refuse(REMOVED)
      const since = wish.since ?? found.seq
      const most = { events: MOST_REPLAYED, bytes: MOST_BACKLOG }
      // A page that was away still learns that its session was cancelled.
      const missed = since < found.seq ? await listEventsAfter(db, wish.room, since, most) : []
      if (missed.length > 0) this.send(burstOf(...missed))
      return this.#refuse(NO_SESSION)
    }
    if (this.socket.readyState !== WebSocket.OPEN) return
    // Enter first, then read the missed events, so that events committed meanwhile wait in `pending`.
    this.seq = null
    this.pending = []
    this.#room = wish.room
    hub.enter(wish.room, this)
    const seq = (await findRoomSeq(db, wish.room)) ?? 0
    const since = wish.since ?? seq
    const most = { events: MOST_REPLAYED + 1, bytes: MOST_BACKLOG }
    const missed = since < seq ? await listEventsAfter(db, wish.room, since, most) : []
    // The events of old rooms are deleted. A client that needs a deleted one has to load its data again.
    const isWhole = since >= seq || (missed[0]?.seq === since + 1 && (missed.at(-1)?.seq ?? 0) >= seq)
    if (!isWhole || missed.length > MOST_REPLAYED) {
      this.send(burstOf({ type: 'reload', room: wish.room, seq }))
      hub.caughtUp(wish.room, this, [], seq)
    } else {
      hub.caughtUp(wish.room, this, missed, missed.at(-1)?.seq ?? seq)
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
