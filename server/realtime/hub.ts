/**
 * The rooms of this node and who is in them.
 * 1. Only what was committed is told, and every event carries the room's next number (`news.ts`).
 * 2. An event is serialised once for a room, not once for each socket.
 * 3. A socket never gets an event twice or out of order: it remembers the last number it was sent.
 * 4. A person in three tabs is one person; visitors watch unseen.
 * 5. A reader that falls too far behind is dropped, and catches up when it is back.
 */
import type { FromServer, RoomEvent } from '../../domain/sessions/live.ts'
import type { Bus } from './bus.ts'
import { createPresence } from './presence.ts'

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

export function createHub(bus: Bus, nodeId: string): Hub {
  const rooms = new Map<number, Set<Member>>()
  const presence = createPresence(bus, nodeId, {
    localUsers: room => namesIn(rooms.get(room)),
    send: (room, message) => broadcast(rooms.get(room), message)
  })

  const unsubscribe = bus.subscribe((channel, text) => {
    if (channel !== 'event') return
    const event = JSON.parse(text) as RoomEvent
    const members = rooms.get(event.room)
    if (!members) return
    const frame = Buffer.from(text)
    for (const member of members) deliver(member, event, frame)
  })

  return {
    tell(event) {
      bus.publish('event', JSON.stringify(event))
    },
    enter(room, member) {
      const members = rooms.get(room) ?? new Set()
      rooms.set(room, members.add(member))
      presence.changed(room)
    },
    caughtUp(_room, member, missed, seq) {
      for (const event of missed) member.send(frameOf(event))
      member.seq = seq
      const pending = member.pending.splice(0)
      for (const event of pending) deliver(member, event, frameOf(event))
    },
    leave(room, member) {
      const members = rooms.get(room)
      if (!members?.delete(member)) return
      if (members.size === 0) rooms.delete(room)
      presence.changed(room)
    },
    size() {
      let count = 0
      for (const members of rooms.values()) count += members.size
      return count
    },
    close() {
      unsubscribe()
      presence.close()
    }
  }
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
