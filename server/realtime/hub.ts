/**
 * The rooms of this node and who is in them.
 * 1. Only what was committed is told, and every event carries the room's next number (`news.ts`).
 * 2. An event is serialised once for a room, not once for each socket.
 * 3. A socket never gets an event twice or out of order: it remembers the last number it was sent.
 * 4. A person in three tabs is one person; visitors watch unseen.
 * 5. A reader that falls too far behind is dropped, and catches up when it is back.
 * 6. Two commits may be heard of in the wrong order, since each has a connection of its own: a number that comes too
 *    early waits a moment for the one before, so that a room full of pages need not ask for it.
 */
import type { FromServer, RoomEvent } from '../../domain/sessions/live.ts'
import type { Bus } from './bus.ts'
import { createPresence } from './presence.ts'

/** How long a number that comes too early waits; pages that still see a gap then ask. */
const EARLY_MS = 250

/** What the hub needs of a socket. */
export interface Member {
  /** null for a visitor. */
  username: string | null
  /** Number of the last event it was sent; null while it is being caught up, when live events wait in `pending`. */
  seq: number | null
  pending: RoomEvent[]
  send: (frame: Buffer) => void
}

export interface Hub {
  /** Tells the room on every node, after the commit. */
  tell: (event: RoomEvent) => void
  enter: (room: number, member: Member) => void
  /** Sends what was missed up to `seq`, then what happened meanwhile. */
  caughtUp: (room: number, member: Member, missed: RoomEvent[], seq: number) => void
  leave: (room: number, member: Member) => void
  /** Sockets of this node, for the metrics. */
  size: () => number
  close: () => void
}

interface Room {
  members: Set<Member>
  /** Number of the last event that was delivered here; null until there is one. */
  last: number | null
  /** Events that came too early, by number. */
  early: Map<number, RoomEvent>
  waiting: NodeJS.Timeout | undefined
}

export function createHub(bus: Bus, nodeId: string): Hub {
  const rooms = new Map<number, Room>()
  const presence = createPresence(bus, nodeId, {
    localUsers: room => namesIn(rooms.get(room)?.members),
    send: (room, message) => broadcast(rooms.get(room)?.members, message)
  })

  const unsubscribe = bus.subscribe((channel, text) => {
    if (channel !== 'event') return
    const event = JSON.parse(text) as RoomEvent
    const room = rooms.get(event.room)
    if (!room) return
    if (room.last !== null && event.seq > room.last + 1) {
      room.early.set(event.seq, event)
      room.waiting ??= setTimeout(() => waitNoLonger(room), EARLY_MS)
      return
    }
    deliverToAll(room, event, Buffer.from(text))
    for (let next = takeEarly(room); next; next = takeEarly(room)) deliverToAll(room, next, frameOf(next))
  })

  return {
    tell(event) {
      bus.publish('event', JSON.stringify(event))
    },
    enter(room, member) {
      const entered = rooms.get(room) ?? { members: new Set(), last: null, early: new Map(), waiting: undefined }
      entered.members.add(member)
      rooms.set(room, entered)
      presence.changed(room)
    },
    caughtUp(_room, member, missed, seq) {
      for (const event of missed) member.send(frameOf(event))
      member.seq = seq
      const pending = member.pending.splice(0)
      for (const event of pending) deliver(member, event, frameOf(event))
    },
    leave(room, member) {
      const left = rooms.get(room)
      if (!left?.members.delete(member)) return
      if (left.members.size === 0) close(room, left)
      presence.changed(room)
    },
    size() {
      let count = 0
      for (const { members } of rooms.values()) count += members.size
      return count
    },
    close() {
      unsubscribe()
      for (const [id, room] of rooms) close(id, room)
      presence.close()
    }
  }

  function close(id: number, room: Room): void {
    clearTimeout(room.waiting)
    rooms.delete(id)
  }
}

function deliverToAll(room: Room, event: RoomEvent, frame: Buffer): void {
  for (const member of room.members) deliver(member, event, frame)
  room.last = Math.max(room.last ?? 0, event.seq)
}

/** The event that comes next, if it is here already. */
function takeEarly(room: Room): RoomEvent | undefined {
  const event = room.early.get((room.last ?? 0) + 1)
  if (event) room.early.delete(event.seq)
  if (room.early.size === 0) {
    clearTimeout(room.waiting)
    room.waiting = undefined
  }
  return event
}

function waitNoLonger(room: Room): void {
  room.waiting = undefined
  const events = [...room.early.values()].sort((a, b) => a.seq - b.seq)
  room.early.clear()
  for (const event of events) deliverToAll(room, event, frameOf(event))
}

export function frameOf(message: FromServer): Buffer {
  return Buffer.from(JSON.stringify(message))
}

function deliver(member: Member, event: RoomEvent, frame: Buffer): void {
  if (member.seq === null) {
    member.pending.push(event)
    return
  }
  if (event.seq <= member.seq) return
  member.seq = event.seq
  member.send(frame)
}

function broadcast(members: Set<Member> | undefined, message: FromServer): void {
  if (!members) return
  const frame = frameOf(message)
  for (const member of members) member.send(frame)
}

function namesIn(members: Set<Member> | undefined): string[] {
  const names = new Set<string>()
  for (const { username } of members ?? []) if (username !== null) names.add(username)
  return [...names]
}
