/**
 * Compares the committed state before and after each commit: who came in, who waits, who paid, and what guests have.
 * Some rules show only in a change, such as the order of a line.
 */
import type { Client } from 'pg'

/** From ten minutes before the start on, the first press gets a free place (D-151). */
const LAST_CALL = 600_000

interface Waiting {
  user: number
  rank: number
  has_offer: boolean
  reason: string | null
}

interface Room {
  id: number
  status: number
  places: number | null
  starts_at: number | null
  people: number[]
  /** First in line first. */
  line: Waiting[]
}

const ROOMS = `
  select s.id::int, s.status, s.participant_limit as places, extract(epoch from s.started_at)::float * 1000 as starts_at,
    array(select p.user_id::int from participants p where p.session_id = s.id and p.left_at is null) as people,
    (select coalesce(json_agg(json_build_object('user', w.user_id, 'rank', w.rank, 'has_offer', w.opens_at is not null,
      'reason', w.moved_reason) order by w.rank), '[]') from waitlist_entries w where w.session_id = s.id) as line
  from sessions s`

interface Charge {
  id: number
  user: number
  room: number
  is_in: boolean
}

const CHARGES = `
  select l.id::int, l.user_id::int as user, p.session_id::int as room, p.left_at is null as is_in
  from ledger l left join participants p on p.id = l.subject_id where l.action = 'join'`

interface Guest {
  id: number
  is_guest: boolean
  places: number
  logs: number
}

const GUESTS = `
  select u.id::int, u.guest_key is not null as is_guest,
    (select count(*)::int from participants p where p.user_id = u.id and p.left_at is null) as places,
    (select count(*)::int from logs l where l.user_id = u.id) as logs
  from users u where u.guest_key is not null or u.id = any($1)`

/** Returns a function that looks after each commit, and returns what was wrong with it. */
export async function openWitness(client: Client): Promise<(now: number) => Promise<string[]>> {
  const read = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query(sql, values)).rows as Row[]
  const readRooms = async () => new Map((await read<Room>(ROOMS)).map(room => [room.id, room]))
  let rooms = await readRooms()
  const charged = new Set((await read<Charge>(CHARGES)).map(({ id }) => id))
  let guests = new Map<number, Guest>()
  return async now => {
    const before = rooms
    rooms = await readRooms()
    const findings: string[] = []
    for (const room of rooms.values()) {
      const was = before.get(room.id)
      if (was) findings.push(...wrongComers(was, room, now), ...wrongOrder(was, room))
    }
    for (const { id, user, room, is_in } of await read<Charge>(CHARGES)) {
      if (!charged.has(id) && !is_in) findings.push(`person ${user} was charged without a place in room ${room}`)
      charged.add(id)
    }
    const known = await read<Guest>(GUESTS, [[...guests.keys()]])
    findings.push(...known.flatMap(guest => wrongGuest(guests.get(guest.id), guest)))
    guests = new Map(known.map(guest => [guest.id, guest]))
    return findings
  }
}

/** Nobody comes into a full room, and nobody passes those who wait. A host may take away places that people have. */
function wrongComers(was: Room, room: Room, now: number): string[] {
  const comers = room.people.filter(user => !was.people.includes(user))
  if (comers.length === 0) return []
  const findings: string[] = []
  if (room.places !== null && room.people.length > room.places)
    findings.push(`room ${room.id} lets ${comers} in and has ${room.people.length} people on ${room.places} places`)
  const isLate = ({ status, starts_at }: Room): boolean =>
    status !== 0 || (starts_at !== null && starts_at - LAST_CALL <= now)
  if (isLate(was) || isLate(room)) return findings
  const offered = was.line.filter(({ has_offer }) => has_offer).map(({ user }) => user)
  const passing = comers.filter(user => !offered.includes(user))
  const passed = was.line.filter(({ user }) => room.line.some(one => one.user === user && !one.has_offer))
  if (passing.length > 0 && passed.length > 0)
    findings.push(`room ${room.id} lets ${passing} in before ${passed.map(({ user }) => user)}`)
  return findings
}

/** People who wait without an offer keep their order, and new ones come last. A host who moves one gives a reason. */
function wrongOrder(was: Room, room: Room): string[] {
  const withOffer = was.line.filter(({ has_offer }) => has_offer).map(({ user }) => user)
  const known = new Map(was.line.map((one, place) => [one.user, { ...one, place }]))
  const line = room.line.filter(({ user, reason }) => {
    const isMoved = reason !== (known.get(user)?.reason ?? null)
    return !withOffer.includes(user) && !isMoved
  })
  // Someone may pass an offer on: then the next one gets the rank of the one who had it.
  const places = line.map(({ user }) => known.get(user)?.place ?? Number.POSITIVE_INFINITY)
  const isKept = places.every((place, nth) => nth === 0 || place >= (places[nth - 1] ?? 0))
  return isKept ? [] : [`room ${room.id} changed the order of the line: ${line.map(({ user }) => user)}`]
}

function wrongGuest(was: Guest | undefined, guest: Guest): string[] {
  if (!was?.is_guest || guest.is_guest) return []
  if (was.places === guest.places && was.logs === guest.logs) return []
  const count = ({ places, logs }: Guest): string => `${places} places and ${logs} logs`
  return [`guest ${guest.id} had ${count(was)}, and has ${count(guest)} after registering`]
}
