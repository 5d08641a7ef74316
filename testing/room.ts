/** A session with people in it, and the events of its room. */
import { eq } from 'drizzle-orm'
import { joinSession } from '../domain/sessions/api.ts'
import { storeSession } from '../domain/sessions/builder-api.ts'
import type { NewRoomEvent } from '../domain/socket/messages.ts'
import { roomEvents } from '../server/db/schema/sessions.ts'
import type { Caller, World } from './world.ts'

export interface Room {
  id: number
  /** The slug. */
  event: string
  title: string
}

interface Wish {
  /** The slug of its activity; it has none by default. */
  activity?: string
  /** The session waits for its host instead of running. */
  waits?: boolean
}

let count = 0

/** Creates an hour's session of that host with these members. */
export async function openRoom(host: Caller, members: Caller[] = [], { activity, waits }: Wish = {}): Promise<Room> {
  const title = `Room ${++count}`
  const { event } = await host.call(storeSession, {
    body: {
      ...(activity ? { activity } : {}),
      challenge: { title, duration: 3600, ...(waits ? { is_manually_started: true } : {}) }
    }
  })
  for (const member of members) await member.call(joinSession, { params: { event: event.slug }, body: {} })
  return { id: event.id, event: event.slug, title }
}

/** The events of a room after number `since`, in order. */
export async function eventsOf(world: World, room: number, since = 0): Promise<NewRoomEvent[]> {
  const rows = await world.db.select().from(roomEvents).where(eq(roomEvents.session_id, room)).orderBy(roomEvents.seq)
  return rows.filter(({ seq }) => seq > since).map(({ event }) => event)
}
