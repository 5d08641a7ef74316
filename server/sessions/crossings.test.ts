/** Sessions in which two things happen at the same moment, or exactly at their start or end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockChat, removeParticipant } from '../../domain/moderation/api.ts'
import {
  cancelSession,
  endSession,
  joinSession,
  leaveSession,
  sessionPage,
  shareHosting
} from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const people = (...names: string[]) => Promise.all(names.map(name => world.as(name)))
const post = async (person: Caller, event: string, deed: string, payload: object = {}) =>
  (await person.request({ method: 'POST', url: `/api/challenge-events/${event}/${deed}`, payload })).statusCode
const pageOf = (event: string, person: Caller = world.visitor) => person.visit(sessionPage, { event })
const rolesOf = async (event: string) =>
  Object.fromEntries((await pageOf(event)).participants.map(({ username, role }) => [username, role]))
async function plan(host: Caller, more: object = {}) {
  const started_at = new Date(world.clock.now() + HOUR).toISOString()
  const challenge = { title: 'Planned', duration: 3600, started_at, ...more }
  return (await host.call(storeSession, { body: { challenge } })).event.slug
}

test('a session can be joined until the last moment before its end, however late the sweep is', {
  tags: 'D-82'
}, async () => {
  const [ada, grace, hedy] = (await people('ada', 'grace', 'hedy')) as [Caller, Caller, Caller]
  const { event } = await openRoom(ada)
  world.clock.jump(HOUR - 1)
  await grace.call(joinSession, { params: { event }, body: {} })
  world.clock.jump(1)
  const { status, body } = await hedy.refused(joinSession, { params: { event }, body: {} })
  expect([status, body.message]).toEqual([409, 'This session has ended.'])
  expect((await pageOf(event)).challengeEvent).toMatchObject({ status: 2, participants_count: 2 })
})

test('a session begins exactly at its start, for the first person who looks', { tags: 'D-82' }, async () => {
  const [ada] = (await people('ada')) as [Caller]
  const event = await plan(ada)
  world.clock.jump(HOUR - 1)
  expect((await pageOf(event)).challengeEvent.status).toBe(0)
  world.clock.jump(1)
  expect((await pageOf(event)).challengeEvent.status).toBe(1)
})

test('two hosts who start a session at the same moment start it once', { tags: 'SES-067' }, async () => {
  const [joan, mary] = (await people('joan', 'mary')) as [Caller, Caller]
  const { event } = await openRoom(joan, [mary], { waits: true })
  await joan.call(shareHosting, { params: { event, username: 'mary' }, body: {} })
  const starts = await Promise.all([joan, mary].map(host => post(host, event, 'start')))
  expect(starts.sort()).toEqual([200, 409])
  expect((await pageOf(event)).challengeEvent.status).toBe(1)
})

test('people who join at the same moment are announced in the order in which lists have them', {
  tags: 'CHAT-06'
}, async () => {
  const [anna, back, first, come] = (await people('anna', 'back', 'first', 'come')) as [Caller, Caller, Caller, Caller]
  const { event, id } = await openRoom(anna, [back])
  await back.call(leaveSession, { params: { event }, body: {} })
  const { seq } = (await pageOf(event)).challengeEvent
  // The first runs alone, and the others meanwhile wait to be let in together.
  await Promise.all([first, come, back].map(person => person.call(joinSession, { params: { event }, body: {} })))
  const events = await eventsOf(world, id, seq)
  const announced = events.flatMap(one => (one.type === 'update' ? (one.data.participants ?? []) : []))
  const both = (list: { username: string }[]) =>
    list.map(({ username }) => username).filter(name => /come|back/.test(name))
  expect(both(announced)).toEqual(both((await pageOf(event)).participants))
  expect(both(announced)).toHaveLength(2)
})

test('when a person leaves a full room, their place is given only once', { tags: ['D-60', 'D-73'] }, async () => {
  const [vera, lise, olga, rosa] = (await people('vera', 'lise', 'olga', 'rosa')) as [Caller, Caller, Caller, Caller]
  const event = await plan(vera, { participant_limit: 2 })
  await lise.call(joinSession, { params: { event }, body: {} })
  const [left, ...joined] = await Promise.all([
    post(lise, event, 'leave'),
    post(olga, event, 'join'),
    post(rosa, event, 'join')
  ])
  const came = joined.filter(status => status === 200).length
  expect([left, joined.filter(status => status !== 200 && status !== 409)]).toEqual([200, []])
  expect(came).toBeLessThanOrEqual(1)
  expect((await pageOf(event)).challengeEvent.participants_count).toBe(1 + came)
})

test('when everyone leaves at once nobody is in, and the next to join is host', { tags: 'D-73' }, async () => {
  const [tess, nora, emmy] = (await people('tess', 'nora', 'emmy')) as [Caller, Caller, Caller]
  const { event } = await openRoom(tess, [nora, emmy])
  expect(await Promise.all([tess, nora, emmy].map(person => post(person, event, 'leave')))).toEqual([200, 200, 200])
  expect((await pageOf(event)).challengeEvent.participants_count).toBe(0)
  await emmy.call(joinSession, { params: { event }, body: {} })
  expect((await rolesOf(event)).emmy).toBe(1)
})

test('a person who gets the role while leaving does not keep it, and the room still has a host', {
  tags: 'D-73'
}, async () => {
  const [iris, june, kate] = (await people('iris', 'june', 'kate')) as [Caller, Caller, Caller]
  const { event } = await openRoom(iris, [june, kate])
  await Promise.all([post(iris, event, 'participants/june/host', { instead_of_me: 1 }), post(june, event, 'leave')])
  const roles = await rolesOf(event)
  const hosts = Object.entries(roles).flatMap(([name, role]) => (role === 1 && name !== 'june' ? [name] : []))
  expect(hosts.length).toBeGreaterThanOrEqual(1)
})

test('a person who leaves while the host removes them is out once and may not come back', {
  tags: 'D-73'
}, async () => {
  const [lucy, maud] = (await people('lucy', 'maud')) as [Caller, Caller]
  const { event } = await openRoom(lucy, [maud])
  await Promise.all([
    lucy.call(removeParticipant, { params: { event, username: 'maud' } }),
    maud.call(leaveSession, { params: { event }, body: {} })
  ])
  expect((await pageOf(event)).challengeEvent.participants_count).toBe(1)
  expect((await maud.refused(joinSession, { params: { event }, body: {} })).status).toBe(403)
})

test('a join at the moment of a cancellation pays at most once, and the session is cancelled', {
  tags: 'D-139'
}, async () => {
  const [nell, opal] = (await people('nell', 'opal')) as [Caller, Caller]
  const event = await plan(nell)
  const before = (await opal.user()).all_remaining_tokens
  const [joined] = await Promise.all([post(opal, event, 'join'), nell.call(cancelSession, { params: { event } })])
  expect([200, 404]).toContain(joined)
  expect((await opal.user()).all_remaining_tokens).toBe(before - (joined === 200 ? 1 : 0))
  expect((await world.visitor.request({ url: `/api/sessions/${event}` })).statusCode).toBe(404)
})

test('a log at the moment of the end is counted or refused, and charged only when counted', {
  tags: 'D-74'
}, async () => {
  const [pearl, quinn] = (await people('pearl', 'quinn')) as [Caller, Caller]
  const { event } = await openRoom(pearl, [quinn])
  const before = (await quinn.user()).all_remaining_tokens
  const log = () => post(quinn, event, 'logs', { amount: 1 })
  const [, ...logged] = await Promise.all([
    pearl.call(endSession, { params: { event }, body: {} }),
    ...[1, 2, 3].map(log)
  ])
  const counted = logged.filter(status => status === 200).length
  expect((await quinn.user()).all_remaining_tokens).toBe(before - counted)
  expect((await pageOf(event)).challengeEvent.status).toBe(2)
})

test('a person with one use left who joins two sessions at once gets into one', {
  tags: ['D-02', 'D-72']
}, async () => {
  const [ruth, sara] = (await people('ruth', 'sara')) as [Caller, Caller]
  const rooms = [await openRoom(ruth), await openRoom(ruth)]
  await setUses(world, sara, 1)
  const joined = await Promise.all(rooms.map(({ event }) => post(sara, event, 'join')))
  expect(joined.sort()).toEqual([200, 402])
  expect((await sara.user()).all_remaining_tokens).toBe(0)
})

test('when two hosts lock and open the chat at once, the last event has the final state', {
  tags: 'CHAT-02'
}, async () => {
  const [una, vida] = (await people('una', 'vida')) as [Caller, Caller]
  const { event, id } = await openRoom(una, [vida])
  await una.call(shareHosting, { params: { event, username: 'vida' }, body: {} })
  await Promise.all([
    una.call(lockChat, { params: { event }, body: { locked: 1 } }),
    vida.call(lockChat, { params: { event }, body: { locked: 0 } })
  ])
  const { rows } = await world.db.$client.query(
    `select event -> 'data' ->> 'chat_locked' as locked from room_events
     where session_id = $1 and event -> 'data' ? 'chat_locked' order by seq desc limit 1`,
    [id]
  )
  const told = Number(rows[0]?.locked ?? 0)
  expect((await pageOf(event)).challengeEvent.chat_locked).toBe(told)
})
