/** Waiting for a place in a full session: offers, their end, and every way in which a place gets free (D-151). */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suspendPerson } from '../../../domain/admin/people-api.ts'
import { eventsPage } from '../../../domain/browse/api.ts'
import { updateDays } from '../../../domain/days/api.ts'
import { deleteAccount } from '../../../domain/deletion/api.ts'
import { removeParticipant } from '../../../domain/moderation/api.ts'
import { inboxPage } from '../../../domain/reminders/api.ts'
import {
  cancelSession,
  endSession,
  endWaitlist,
  joinAsGuest,
  joinSession,
  joinWaitlist,
  leaveSession,
  leaveWaitlist,
  listWaitlist,
  moveUp,
  sessionPage,
  startSession
} from '../../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../../domain/sessions/builder-api.ts'
import { FULL } from '../../../domain/sessions/people/join.ts'
import { GUESTS_CANNOT_WAIT, HAS_PLACE, NO_WAITLIST } from '../../../domain/sessions/people/waitlist.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { setUses } from '../../../testing/token-balance.ts'
import { type Caller, createCaller, openWorld, type World } from '../../../testing/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A full session of two places that starts in `startsIn`, with ada as host and bob in it. */
async function full(startsIn: number | null = 6 * HOUR, more: object = {}) {
  const [ada, bob] = [await world.as('ada'), await world.as('bob')]
  const start =
    startsIn === null
      ? { is_manually_started: true }
      : { started_at: new Date(world.clock.now() + startsIn).toISOString() }
  const { event } = await ada.call(storeSession, {
    body: { challenge: { title: 'Yoga', duration: 3600, participant_limit: 2, ...start, ...more } }
  })
  const params = { event: event.slug }
  await bob.call(joinSession, { params, body: {}, ...('join_code' in more ? { query: { join_code: 'sesame' } } : {}) })
  return { ada, bob, params, id: event.id }
}
type Room = Pick<Awaited<ReturnType<typeof full>>, 'params'>

const wait = (person: Caller, { params }: Room) => person.call(joinWaitlist, { params, body: {} })
const join = (person: Caller, { params }: Room) => person.call(joinSession, { params, body: {} })
const leave = (person: Caller, { params }: Room) => person.call(leaveSession, { params, body: {} })
const look = async (person: Caller, { params }: Room) => {
  const { challengeEvent, waitlist } = await person.visit(sessionPage, params)
  const { participants_count, can_join, held_places } = challengeEvent
  return { participants_count, can_join, held_places, ...waitlist }
}
const offerOf = async (person: Caller, room: Room) => (await look(person, room)).mine?.offered_until ?? null
const refusal = async (person: Caller, room: Room) => {
  const { status, body } = await person.refused(joinSession, { params: room.params, body: {} })
  return [status, body.message]
}
const inbox = async (person: Caller) => (await person.visit(inboxPage)).reminders.map(({ text }) => text)
const iso = (ms: number): string => new Date(world.clock.now() + ms).toISOString()
async function people(...names: string[]): Promise<Caller[]> {
  return Promise.all(names.map(name => world.as(`${name}-${randomUUID().slice(0, 4)}`)))
}

test('a person waits for free, sees their position, and leaves the line', { tags: ['D-151', 'SES-083'] }, async () => {
  const room = await full()
  const [cleo, dora] = (await people('cleo', 'dora')) as [Caller, Caller]
  expect(await refusal(cleo, room)).toEqual([409, FULL])
  expect((await wait(cleo, room)).waitlist).toEqual({
    is_open: 1,
    waiting: 1,
    mine: { position: 1, offered_until: null }
  })
  expect((await wait(dora, room)).waitlist.mine).toEqual({ position: 2, offered_until: null })
  expect((await wait(dora, room)).waitlist.waiting).toBe(2)
  expect(await look(world.visitor, room)).toMatchObject({ waiting: 2, mine: null, can_join: 0 })
  expect((await cleo.call(leaveWaitlist, { params: room.params })).waitlist).toMatchObject({ waiting: 1, mine: null })
  expect((await cleo.call(leaveWaitlist, { params: room.params })).waitlist.waiting).toBe(1)
  expect((await look(dora, room)).mine?.position).toBe(1)
  const { rows } =
    await world.db.execute(sql`select count(*)::int as uses from ledger l join users u on u.id = l.user_id
    where u.username in (${cleo.username}, ${dora.username}) and l.action = 'join'`)
  expect(rows).toEqual([{ uses: 0 }])
})

test('a free place is offered to the first in line, and is taken for everyone else', { tags: 'D-151' }, async () => {
  const room = await full()
  const [cleo, dora, stranger] = (await people('cleo', 'dora', 'stranger')) as [Caller, Caller, Caller]
  for (const one of [cleo, dora]) await wait(one, room)
  await leave(room.bob, room)
  const until = iso(30 * MINUTE)
  expect(await look(cleo, room)).toEqual({
    ...{ participants_count: 1, held_places: 0, can_join: 1, is_open: 1, waiting: 2 },
    mine: { position: 1, offered_until: until }
  })
  for (const one of [dora, stranger, world.visitor, room.ada])
    expect(await look(one, room)).toMatchObject({ participants_count: 2, held_places: 1 })
  for (const one of [dora, stranger]) expect((await look(one, room)).can_join).toBe(0)
  expect(await refusal(stranger, room)).toEqual([409, FULL])
  expect(await refusal(dora, room)).toEqual([409, FULL])
  const card = async (who: Caller) =>
    (await who.visit(eventsPage)).challenges.find(({ slug }) => slug === room.params.event)?.participants_count
  expect([await card(cleo), await card(stranger), await card(world.visitor)]).toEqual([1, 2, 2])
  expect((await look(dora, room)).mine).toEqual({ position: 1, offered_until: null })
  expect(await inbox(cleo)).toEqual(['A place in Yoga was offered to you'])
  expect(await inbox(dora)).toEqual([])

  await join(cleo, room)
  expect(await look(cleo, room)).toMatchObject({ participants_count: 2, held_places: 0, waiting: 1, mine: null })
  const { rows } =
    await world.db.execute(sql`select count(*)::int as uses from ledger l join users u on u.id = l.user_id
    where u.username = ${cleo.username} and l.action = 'join'`)
  expect(rows).toEqual([{ uses: 1 }])
})

test('an offer comes by push and mail too, with a link that stops such mails', { tags: 'D-151' }, async () => {
  const room = await full()
  const [cleo] = (await people('cleo')) as [Caller]
  await wait(cleo, room)
  world.mails.length = 0
  await leave(room.bob, room)
  await world.pass(5000)
  await world.pass(5000)
  const mail = world.mails.find(({ to }) => to === `${cleo.username}@example.org`)
  expect(mail?.subject).toBe('A place in Yoga is yours for 30 minutes')
  expect(mail?.text).toContain('Yours until')
  expect(mail?.unsubscribe).toContain('/reminders/unsubscribe?token=')
})

test('an offer ends after half an hour with nobody watching, and the next person gets it', {
  tags: 'D-151'
}, async () => {
  const room = await full()
  const [cleo, dora] = (await people('cleo', 'dora')) as [Caller, Caller]
  for (const one of [cleo, dora]) await wait(one, room)
  await leave(room.bob, room)
  await world.pass(30 * MINUTE - 1)
  expect(await inbox(dora)).toEqual([])
  await world.pass(1)
  expect(await inbox(dora)).toEqual(['A place in Yoga was offered to you'])
  expect(await look(cleo, room)).toMatchObject({ mine: null, can_join: 0, waiting: 1 })
  expect(await refusal(cleo, room)).toEqual([409, FULL])
  expect(await offerOf(dora, room)).toBe(iso(30 * MINUTE))
})

test('a late press finds the offer gone before the sweep has noticed', { tags: 'D-151' }, async () => {
  const room = await full()
  const [cleo, dora] = (await people('cleo', 'dora')) as [Caller, Caller]
  for (const one of [cleo, dora]) await wait(one, room)
  await leave(room.bob, room)
  world.clock.jump(30 * MINUTE)
  expect(await refusal(cleo, room)).toEqual([409, FULL])
  await join(dora, room)
})

test('ten minutes before the start everyone who waits is told, and the first press gets the place', {
  tags: 'D-151'
}, async () => {
  const room = await full(25 * MINUTE)
  const [cleo, dora, stranger] = (await people('cleo', 'dora', 'stranger')) as [Caller, Caller, Caller]
  for (const one of [cleo, dora]) await wait(one, room)
  await leave(room.bob, room)
  expect(await offerOf(cleo, room)).toBe(iso(15 * MINUTE))
  await world.pass(15 * MINUTE)
  const free = 'A place in Yoga is free. The first press gets it'
  expect((await inbox(cleo)).toSorted()).toEqual([free, 'A place in Yoga was offered to you'])
  expect(await inbox(dora)).toEqual([free])
  expect(await look(stranger, room)).toMatchObject({ participants_count: 1, can_join: 1 })
  const presses = await Promise.all(
    [cleo, dora, stranger].map(one =>
      one.request({ method: 'POST', url: `/api/challenge-events/${room.params.event}/join`, payload: {} })
    )
  )
  expect(presses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
})

test('at night an offer holds the place until seven, and begins then', { tags: 'D-151' }, async () => {
  const [cleo] = (await people('cleo')) as [Caller]
  // A zone in which it is 23:00 now, as far as whole hours allow.
  const hour = new Date(world.clock.now()).getUTCHours()
  const ahead = (23 - hour + 24) % 24
  const time_zone = ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
  await cleo.call(updateDays, { body: { time_zone } })
  const room = await full(24 * HOUR)
  await wait(cleo, room)
  await leave(room.bob, room)
  const until = Date.parse((await offerOf(cleo, room)) ?? '')
  const local = new Date(until + (ahead <= 12 ? ahead : ahead - 24) * HOUR).toISOString().slice(11, 16)
  expect(local).toBe('07:30')
  expect(await inbox(cleo)).toEqual([])
  expect((await look(world.visitor, room)).participants_count).toBe(2)
  await world.pass(until - 30 * MINUTE - world.clock.now())
  expect(await inbox(cleo)).toEqual(['A place in Yoga was offered to you'])
  await join(cleo, room)
})

test('without tokens the offer passes on, and the person is next in line', { tags: 'D-151' }, async () => {
  const room = await full()
  const [poor, dora] = (await people('poor', 'dora')) as [Caller, Caller]
  for (const one of [poor, dora]) await wait(one, room)
  await setUses(world, poor, 0)
  await leave(room.bob, room)
  expect((await refusal(poor, room))[0]).toBe(402)
  expect((await look(poor, room)).mine).toEqual({ position: 1, offered_until: null })
  expect(await offerOf(dora, room)).toBe(iso(30 * MINUTE))
  await dora.call(leaveWaitlist, { params: room.params })
  // Nobody else waits, so the offer stays while they buy some.
  expect((await refusal(poor, room))[0]).toBe(402)
  await setUses(world, poor, 1)
  await join(poor, room)
})

test('places get free when people leave, are removed or delete their account, and when the host adds some', {
  tags: 'D-151'
}, async () => {
  const room = await full()
  const [a, b, c, d, e] = (await people('a', 'b', 'c', 'd', 'e')) as [Caller, Caller, Caller, Caller, Caller]
  for (const one of [a, b, c, d, e]) await wait(one, room)
  const limit = (participant_limit: number | null) =>
    room.ada.call(patchSession, { params: room.params, body: { challenge: { participant_limit } } })
  const { participants_count } = await room.ada.call(removeParticipant, {
    params: { ...room.params, username: 'bob' }
  })
  expect([participants_count, await offerOf(a, room)]).toEqual([2, iso(30 * MINUTE)])
  await join(a, room)
  await limit(3)
  expect(await offerOf(b, room)).not.toBeNull()
  await join(b, room)
  await a.call(deleteAccount, { body: { password: PASSWORD } })
  await limit(4)
  expect(await offerOf(c, room)).not.toBeNull()
  // The host takes the place back.
  await limit(3)
  expect((await look(c, room)).mine).toEqual({ position: 1, offered_until: null })
  await limit(4)
  // Gives it up.
  await c.call(leaveWaitlist, { params: room.params })
  expect(await offerOf(d, room)).not.toBeNull()
  await limit(null)
  expect(await offerOf(e, room)).not.toBeNull()
  await world.pass(15 * 24 * HOUR)
  await world.pass(HOUR)
})

test('a deleted account leaves its waitlists', { tags: ['D-131', 'D-151'] }, async () => {
  const room = await full(40 * 24 * HOUR)
  const [a, b] = (await people('a', 'b')) as [Caller, Caller]
  await wait(a, room)
  await a.call(deleteAccount, { body: { password: PASSWORD } })
  await world.pass(14 * 24 * HOUR)
  await world.pass(HOUR)
  const { rows } = await world.db.execute(
    sql`select erased_at is not null as gone from users where username = ${a.username}`
  )
  expect(rows).toEqual([])
  await wait(await world.as(b.username), room)
  expect((await look(await world.as(b.username), room)).mine?.position).toBe(1)
})

test('a suspended person gets no offers and keeps the place in line', { tags: ['D-148', 'D-151'] }, async () => {
  const room = await full()
  const [a, b] = (await people('a', 'b')) as [Caller, Caller]
  for (const one of [a, b]) await wait(one, room)
  const admin = await world.admin()
  await admin.call(suspendPerson, { params: { username: a.username }, body: { days: 1, reason: 'Spam' } } as never)
  await leave(room.bob, room)
  expect(await offerOf(b, room)).not.toBeNull()
  expect((await look(a, room)).mine).toEqual({ position: 1, offered_until: null })
})

test('a moved start moves the end of an offer, and starting by hand ends it', { tags: 'D-151' }, async () => {
  const room = await full()
  const [cleo] = (await people('cleo')) as [Caller]
  await wait(cleo, room)
  await leave(room.bob, room)
  await room.ada.call(patchSession, { params: room.params, body: { challenge: { started_at: iso(20 * MINUTE) } } })
  expect(await offerOf(cleo, room)).toBe(iso(10 * MINUTE))
  const byHand = await full(null)
  await wait(cleo, byHand)
  await leave(byHand.bob, byHand)
  expect(await offerOf(cleo, byHand)).toBe(iso(30 * MINUTE))
  await byHand.ada.call(startSession, { params: byHand.params, body: {} })
  expect(await look(cleo, byHand)).toMatchObject({ can_join: 1, held_places: 0, mine: { offered_until: null } })
  expect(await inbox(cleo)).toContain('A place in Yoga is free. The first press gets it')
})

test('the end of a session and its cancelling clear the list', { tags: ['D-139', 'D-151'] }, async () => {
  const [cleo] = (await people('cleo')) as [Caller]
  const [running, waiting] = [await full(null), await full()]
  for (const room of [running, waiting]) await wait(cleo, room)
  await running.ada.call(startSession, { params: running.params, body: {} })
  await running.ada.call(endSession, { params: running.params, body: {} })
  await waiting.ada.call(cancelSession, { params: waiting.params })
  const { rows } = await world.db.execute(sql`select count(*)::int as waits from waitlist_entries
    where session_id in (${running.id}, ${waiting.id})`)
  expect(rows).toEqual([{ waits: 0 }])
})

test('the host sees the list, moves someone to the front with a reason, and ends it', { tags: 'D-151' }, async () => {
  const room = await full()
  const [a, b, stranger] = (await people('a', 'b', 'stranger')) as [Caller, Caller, Caller]
  for (const one of [a, b]) await wait(one, room)
  const list = async (who: Caller) =>
    (await who.call(listWaitlist, { params: room.params })).people.map(({ username, moved_reason }) => [
      username,
      moved_reason
    ])
  expect(await list(room.ada)).toEqual([
    [a.username, null],
    [b.username, null]
  ])
  expect((await stranger.refused(listWaitlist, { params: room.params })).status).toBe(403)
  const up = { params: { ...room.params, username: b.username }, body: { reason: 'She brings the mats.' } }
  expect((await a.refused(moveUp, up)).status).toBe(403)
  await room.ada.call(moveUp, up)
  await room.ada.call(moveUp, up)
  expect(await list(a)).toEqual([
    [b.username, 'She brings the mats.'],
    [a.username, null]
  ])
  await leave(room.bob, room)
  expect(await offerOf(b, room)).not.toBeNull()
  expect((await room.ada.refused(moveUp, up)).status).toBe(409)
  const end = (is_open: 0 | 1) => room.ada.call(endWaitlist, { params: room.params, body: { is_open } })
  expect((await end(0)).waitlist).toEqual({ is_open: 0, waiting: 1, mine: null })
  expect(await inbox(a)).toEqual(['The host ended the waitlist of Yoga'])
  await join(b, room)
  expect((await a.refused(joinWaitlist, { params: room.params, body: {} })).body.message).toBe(NO_WAITLIST)
  await end(1)
  await wait(a, room)
})

test('those who are in, guests, removed people and visitors cannot wait, nor while there are places', {
  tags: ['D-151', 'D-152']
}, async () => {
  const room = await full(6 * HOUR, { unlisted: 1, participant_limit: 3 })
  const [cleo] = (await people('cleo')) as [Caller]
  const refused = async (who: Caller) => {
    const { status, body } = await who.refused(joinWaitlist, { params: room.params, body: {} })
    return [status, body.message]
  }
  expect(await refused(cleo)).toEqual([409, HAS_PLACE])
  const guest = createCaller(world, 'guest')
  const body = { name: 'Tess' }
  await guest.call(joinAsGuest, { params: room.params, body, key: randomUUID() })
  const late = createCaller(world, 'late')
  expect((await late.refused(joinAsGuest, { params: room.params, body: { name: 'Tom' } })).body.message).toBe(FULL)
  expect((await refused(room.bob))[0]).toBe(409)
  expect((await refused(world.visitor))[0]).toBe(401)
  await leave(guest, room)
  await join(cleo, room)
  expect((await refused(guest))[0]).toBe(403)
  expect(GUESTS_CANNOT_WAIT).toContain('Register')
  await room.ada.call(removeParticipant, { params: { ...room.params, username: 'bob' } })
  expect((await refused(room.bob))[0]).toBe(403)
})

test('the code is given when the wait begins, and not again', { tags: ['D-77', 'D-151'] }, async () => {
  const room = await full(6 * HOUR, { needs_code: 1, join_code: 'sesame' })
  const [cleo] = (await people('cleo')) as [Caller]
  expect((await cleo.refused(joinWaitlist, { params: room.params, body: {} })).body.error_code).toBe('WRONG_CODE')
  await cleo.call(joinWaitlist, { params: room.params, body: { join_code: 'Sesame' } })
  await leave(room.bob, room)
  await join(cleo, room)
})

test('two nodes offer and give the same place once', { tags: 'D-151' }, async () => {
  const other = await world.secondNode()
  const room = await full()
  const waiting = await people('n1', 'n2', 'n3', 'n4')
  for (const one of waiting) await wait(one, room)
  await leave(room.bob, room)
  for (let round = 0; round < 3; round++) {
    world.clock.jump(30 * MINUTE)
    // Both nodes find the same offer ended, while its person and the next one press.
    await Promise.all([
      other.workers.sweep.done(),
      world.pass(1000),
      ...waiting.map(one =>
        one.request({ url: `/sessions/${room.params.event}`, headers: { accept: 'application/json' } })
      )
    ])
    const { rows } = await world.db.execute(sql`select count(*)::int as offers from waitlist_entries
      where session_id = ${room.id} and opens_at is not null`)
    expect(rows).toEqual([{ offers: 1 }])
  }
  const last = waiting[3] as Caller
  const press = { method: 'POST', url: `/api/challenge-events/${room.params.event}/join`, payload: {} } as const
  const presses = await Promise.all([
    last.request(press),
    last.request(press),
    ...waiting.slice(0, 3).map(one => one.request(press))
  ])
  expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 409, 409, 409])
  expect(await look(room.ada, room)).toMatchObject({ participants_count: 2, held_places: 0, waiting: 0 })
})
