/**
 * The rooms of this node, and the sockets in them.
 * 1. An event is sent only after its commit, and every event carries the room's next number (`room-rows.ts`).
 * 2. An event is serialised once for a room, not once for each socket. The events of one commit go out in one write.
 * 3. A socket never gets an event twice or out of order, because it keeps the number of the last one it was sent.
 * 4. A person in three tabs is one person. Visitors get the events but are not listed.
 * 5. A client that reads too slowly is disconnected. It catches up when it reconnects.
 * 6. A large room is written to in slices, so that other requests get their turn. Later events go out together.
 * 7. Each commit has a connection of its own, so events can arrive in the wrong order. An early event waits a moment
 * for the one before it, so that the pages of a full room need not ask for it.
 * 8. Events that the bus lost are read from the database: when a number is missing, and whenever the bus is in doubt.
 */
import { Sender } from 'ws'
import type { FromServer, RoomEvent } from '../../domain/socket/messages.ts'
import type { Bus } from './bus.ts'
import { createPresence } from './presence.ts'

/** How long an early event waits. A page that still sees a gap then asks for the missing events. */
const EARLY_MS = 250
/** Sockets that are written to in one turn of the event loop. */
const SLICE = 100

/** An event as it is sent. */
interface Packet {
  seq: number
  text: string
}

/** Messages that go out in one write. */
export interface Burst {
  /** Each message as JSON. */
  texts: string[]
  /**
   * The same as WebSocket frames. A server does not mask its frames, so the same bytes go to every socket of a room.
   */
  frames: Buffer
}

/** A socket, as the hub sees it. */
export interface Member {
  /** null for a visitor. */
  username: string | null
  /** Number of the last event it was sent. Null while the socket is catching up; live events wait in `pending` then. */
  seq: number | null
  pending: Packet[]
  send: (burst: Burst) => void
}

/** Committed events, whether or not the bus delivered them. */
export interface StoredEvents {
  /** The number of the last event of each of these rooms. */
  lastOf: (rooms: number[]) => Promise<Map<number, number>>
  /** The events after that number, in order; only the first of them when there are too many. */
  after: (room: number, seq: number) => Promise<RoomEvent[]>
}

export interface Hub {
  /** Sends the events of one commit, in order, to a room on every node. */
  tell: (events: RoomEvent[]) => void
  enter: (room: number, member: Member) => void
  /** Sends the missed events up to `seq`, then the events that came meanwhile. */
  caughtUp: (room: number, member: Member, missed: RoomEvent[], seq: number) => void
  leave: (room: number, member: Member) => void
  /** Usernames of people on any node, by room of this node; without visitors. */
  present: () => Map<number, string[]>
  /** Usernames of people in one room, on any node. */
  usersIn: (room: number) => string[]
  /** The number of sockets in rooms of this node, and of those rooms, for the metrics. */
  size: () => number
  rooms: () => number
  close: () => void
}

interface Room {
  id: number
  members: Set<Member>
  /** Members who have not been sent the list of people yet. */
  newcomers: Set<Member>
  /** Number of the last event that this node sent to the room; null before the first one. */
  last: number | null
  /** Events that arrived too early, by number. */
  early: Map<number, Packet>
  waiting: NodeJS.Timeout | undefined
  /** Events that wait until those before them are delivered. */
  outgoing: Packet[]
  isDelivering: boolean
  /** Whether its missing events are being read. */
  isReading: boolean
}

/** Creates the hub of a node. @param nodeId differs between nodes */
export function createHub(bus: Bus, nodeId: string, stored: StoredEvents): Hub {
  const rooms = new Map<number, Room>()
  const presence = createPresence(nodeId, {
    localUsers: room => namesIn(rooms.get(room)?.members),
    size: room => rooms.get(room)?.members.size ?? 0,
    send: (id, message, to) => {
      const room = rooms.get(id)
      if (!room) return
      broadcast(to === 'everyone' ? room.members : room.newcomers, message)
      room.newcomers.clear()
    },
    tellNodes: text => bus.publish('presence', text)
  })

  const unsubscribe = bus.subscribe((channel, text) => {
    if (channel === 'presence') return presence.heard(text)
    if (channel !== 'event') return
    // Each line is one event. The sockets get that line as it is.
    const lines = text.split('\n')
    const room = rooms.get(positionOf(lines[0] ?? '').room)
    if (!room) return
    hear(
      room,
      lines.map(line => ({ seq: positionOf(line).seq, text: line }))
    )
  })
  const noLongerInDoubt = bus.onDoubt(wasAway => {
    void lookForLost()
    if (wasAway) presence.askAgain()
  })

  return {
    tell(events) {
      bus.publish('event', events.map(event => JSON.stringify(event)).join('\n'))
    },
    enter(room, member) {
      const entered = rooms.get(room) ?? emptyRoom(room)
      entered.members.add(member)
      entered.newcomers.add(member)
      rooms.set(room, entered)
      presence.changed(room)
    },
    caughtUp(_room, member, missed, seq) {
      if (missed.length > 0) member.send(burstOf(...missed))
      member.seq = seq
      deliver(member, member.pending.splice(0))
    },
    leave(room, member) {
      const left = rooms.get(room)
      if (!left?.members.delete(member)) return
      left.newcomers.delete(member)
      if (left.members.size === 0) close(left)
      presence.changed(room)
    },
    usersIn: room => presence.users(room),
    present: () => new Map([...rooms.keys()].map(room => [room, presence.users(room)])),
    rooms: () => rooms.size,
    size() {
      let count = 0
      for (const { members } of rooms.values()) count += members.size
      return count
    },
    close() {
      unsubscribe()
      noLongerInDoubt()
      for (const room of rooms.values()) close(room)
      presence.close()
    }
  }

  function close(room: Room): void {
    clearTimeout(room.waiting)
    rooms.delete(room.id)
  }

  function hear(room: Room, packets: Packet[]): void {
    const ready: Packet[] = []
    room.last ??= lastHeard(room)
    for (const packet of packets) {
      if (room.last !== null && packet.seq > room.last + 1) {
        room.early.set(packet.seq, packet)
      } else {
        room.early.delete(packet.seq)
        room.last = Math.max(room.last ?? 0, packet.seq)
        ready.push(packet)
      }
    }
    for (let next = takeEarly(room); next; next = takeEarly(room)) ready.push(next)
    if (room.early.size > 0) room.waiting ??= setTimeout(() => void readLost(room), EARLY_MS)
    deliverToAll(room, ready)
  }

  /** Reads events that the bus did not deliver to this room. If that fails, the pages see the gap and ask. */
  async function readLost(room: Room): Promise<void> {
    if (room.isReading) return
    room.isReading = true
    const since = lastHeard(room)
    const found = since === null ? [] : await stored.after(room.id, since).catch(() => [])
    room.isReading = false
    clearTimeout(room.waiting)
    room.waiting = undefined
    if (rooms.get(room.id) !== room) return
    hear(
      room,
      found.map(event => ({ seq: event.seq, text: JSON.stringify(event) }))
    )
    if (room.early.size > 0) giveUpWaiting(room)
  }

  /** Finds missing events without a gap: a node may have died between its commit and its message. */
  async function lookForLost(): Promise<void> {
    if (rooms.size === 0) return
    const lasts = await stored.lastOf([...rooms.keys()]).catch(() => new Map<number, number>())
    for (const [id, seq] of lasts) {
      const room = rooms.get(id)
      const heard = room && lastHeard(room)
      if (room && typeof heard === 'number' && heard < seq) await readLost(room)
    }
  }
}

const LONGEST_POSITION = 60

/** The room and the number of an event. Both are at its end (`room-rows.ts`), so the rest need not be parsed. */
function positionOf(line: string): Pick<RoomEvent, 'room' | 'seq'> {
  const [, room, seq] = /"room":(\d+),"seq":(\d+)\}$/.exec(line.slice(-LONGEST_POSITION)) ?? []
  return room ? { room: Number(room), seq: Number(seq) } : (JSON.parse(line) as RoomEvent)
}

/** The number up to which this node has all events; null while nobody has caught up. */
function lastHeard(room: Room): number | null {
  if (room.last !== null) return room.last
  const known = [...room.members].flatMap(({ seq }) => (seq === null ? [] : [seq]))
  return known.length === 0 ? null : Math.min(...known)
}

function deliverToAll(room: Room, packets: Packet[]): void {
  room.outgoing.push(...packets)
  if (!room.isDelivering && packets.length > 0) deliverOutgoing(room)
}

/** Later events wait and go out together after a pause, which leaves half of the time to other requests. */
function deliverOutgoing(room: Room): void {
  const started = performance.now()
  const packets = room.outgoing.splice(0)
  const burst = burstOfTexts(packets.map(({ text }) => text))
  const first = packets[0]?.seq ?? 0
  const last = packets.at(-1)?.seq ?? 0
  const deliverOne = (member: Member): void => {
    if (member.seq !== null && member.seq < first) {
      member.seq = last
      member.send(burst)
    } else {
      deliver(member, packets)
    }
  }
  room.isDelivering = true
  inSlices(room.members.values(), deliverOne, () => {
    room.isDelivering = room.outgoing.length > 0
    if (room.isDelivering) setTimeout(deliverOutgoing, performance.now() - started, room)
  })
}

/** Writing to 2,000 sockets takes the process 50 ms. Other requests get their turn in between. */
function inSlices(members: Iterator<Member>, work: (member: Member) => void, done: () => void): void {
  for (let count = 0; count < SLICE; count++) {
    const next = members.next()
    if (next.done) {
      done()
      return
    }
    work(next.value)
  }
  setImmediate(inSlices, members, work, done)
}

/** Sends a member the events that it has not had yet. */
function deliver(member: Member, packets: Packet[]): void {
  for (const packet of packets) {
    if (member.seq === null) {
      member.pending.push(packet)
    } else if (packet.seq > member.seq) {
      member.seq = packet.seq
      member.send(burstOfTexts([packet.text]))
    }
  }
}

/** The next event, if it is here already. */
function takeEarly(room: Room): Packet | undefined {
  const packet = room.early.get((room.last ?? 0) + 1)
  if (packet) {
    room.early.delete(packet.seq)
    room.last = packet.seq
  }
  if (room.early.size === 0) {
    clearTimeout(room.waiting)
    room.waiting = undefined
  }
  return packet
}

function giveUpWaiting(room: Room): void {
  clearTimeout(room.waiting)
  room.waiting = undefined
  const packets = [...room.early.values()].sort((a, b) => a.seq - b.seq)
  room.early.clear()
  room.last = Math.max(room.last ?? 0, packets.at(-1)?.seq ?? 0)
  deliverToAll(room, packets)
}

function emptyRoom(id: number): Room {
  return {
    id,
    members: new Set(),
    newcomers: new Set(),
    last: null,
    early: new Map(),
    waiting: undefined,
    outgoing: [],
    isDelivering: false,
    isReading: false
  }
}

function broadcast(members: Set<Member>, message: FromServer): void {
  if (members.size === 0) return
  const burst = burstOf(message)
  for (const member of members) member.send(burst)
}

function namesIn(members: Set<Member> | undefined): string[] {
  const names = new Set<string>()
  for (const { username } of members ?? []) if (username !== null) names.add(username)
  return [...names]
}

/** Messages as one write. */
export function burstOf(...messages: FromServer[]): Burst {
  return burstOfTexts(messages.map(message => JSON.stringify(message)))
}

const TEXT_FRAME = { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: false }

function burstOfTexts(texts: string[]): Burst {
  return { texts, frames: Buffer.concat(texts.flatMap(text => Sender.frame(Buffer.from(text), TEXT_FRAME))) }
}

declare module 'ws' {
  /** ws exports it, but its types do not declare it. */
  const Sender: { frame: (data: Buffer, options: typeof TEXT_FRAME) => Buffer[] }
}
