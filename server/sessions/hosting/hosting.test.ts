import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  endSession,
  extendSession,
  joinSession,
  leaveSession,
  pausePart,
  pauseSession,
  resetSession,
  resumeSession,
  sessionPage,
  shareHosting,
  startSession,
  takeBackHosting,
  userIsReady
} from '../../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf } from '../../../testing/plans.ts'
import { eventsOf, openRoom, type Room } from '../../../testing/room.ts'
import { openLive } from '../../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

let world: World
let ada: Caller
let grace: Caller
let hedy: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  hedy = await world.as('hedy')
})
afterAll(() => world.close())

const to = ({ event }: Room) => ({ params: { event }, body: {} })
const look = async ({ event }: Room, who = ada) => who.visit(sessionPage, { event })
const roles = async (room: Room) =>
  (await look(room)).participants.map(({ username, role }) => `${username} ${role}`).sort()
const lastOf = async ({ id }: Room) => (await eventsOf(world, id)).at(-1)
const make = (room: Room, username: string, instead_of_me?: 1) => ({
  params: { event: room.event, username },
  body: { instead_of_me }
})

/** An hour with one part of ten minutes. */
async function running(): Promise<Room> {
  const parts = [partGroupOf([partOf({ duration: 600 })])]
  const challenge = { title: 'Together', duration: 3600, parts }
  const { event } = await ada.call(storeSession, { body: { challenge } })
  await grace.call(joinSession, { params: { event: event.slug }, body: {} })
  return { id: event.id, event: event.slug, title: event.title }
}

test('a host pauses a whole session, and resuming continues it for everyone where it was', {
  tags: 'D-94'
}, async () => {
  const room = await running()
  const before = (await look(room)).challengeEvent
  world.clock.jump(60_000)
  const { event } = await ada.call(pauseSession, to(room))
  expect(event).toMatchObject({ status: 1, paused_at: new Date(world.clock.now()).toISOString(), paused_seconds: 0 })
  expect(event.paused_since).toBe(event.paused_at)
  expect(await lastOf(room)).toMatchObject({ data: { reload: true } })
  const seen = (await eventsOf(world, room.id)).length
  world.clock.jump(7_200_000)
  expect((await ada.refused(pauseSession, to(room))).body.errors).toEqual(['This session is already paused.'])
  const part = event.parts[0]?.parts[0]?.uuid ?? ''
  const alone = await ada.refused(pausePart, { params: { event: room.event, part }, body: {} })
  expect([alone.status, alone.body.message]).toEqual([409, 'This session is paused. Resume it first.'])
  // Saving the form meanwhile keeps the pause.
  await ada.call(patchSession, { params: { event: room.event }, body: { challenge: { title: 'Later' } } })
  expect((await look(room)).challengeEvent).toMatchObject({ status: 1, paused_since: event.paused_at })
  const { event: again } = await ada.call(resumeSession, to(room))
  expect(again).toMatchObject({ status: 1, paused_at: null, paused_since: null, paused_seconds: 7200 })
  expect(Date.parse(again.ended_at ?? '') - Date.parse(before.ended_at ?? '')).toBe(7_200_000)
  expect((await eventsOf(world, room.id)).length).toBe(seen + 2)
  const reset = await (await world.admin()).call(resetSession, to(room))
  expect(reset.event).toMatchObject({ paused_seconds: 0, paused_at: null })
})

test('extending counts once per press, and moves the part and the end', { tags: 'D-94' }, async () => {
  const room = await running()
  const { ended_at, parts } = (await look(room)).challengeEvent
  const press = { params: { event: room.event }, body: { minutes: 5, ended_at } }
  const both = await Promise.all([ada.call(extendSession, press), ada.call(extendSession, press)])
  const moved = (date: string | null | undefined) => Date.parse(date ?? '') + 300_000
  for (const { event } of both) {
    expect(event.duration).toBe(3900)
    expect(Date.parse(event.ended_at ?? '')).toBe(moved(ended_at))
    expect(Date.parse(event.parts[0]?.parts[0]?.ended_at ?? '')).toBe(moved(parts[0]?.parts[0]?.ended_at))
    expect(event.parts[0]?.parts[0]).toMatchObject({ duration: 600, extra: 300 })
  }
  const { event } = await ada.call(extendSession, { params: press.params, body: { minutes: 1 } })
  expect(event.duration).toBe(3960)
  const wrong = await ada.refused(extendSession, { params: press.params, body: { minutes: 0 } })
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['minutes']])
})

test('only hosts and site admins control the clock of a session, and only while it runs', {
  tags: ['SEC-37', 'SEC-41']
}, async () => {
  const room = await openRoom(ada, [grace])
  const waits = await openRoom(ada, [grace], { waits: true })
  const { visitor } = world
  for (const call of [pauseSession, resumeSession, extendSession] as const) {
    const body = { minutes: 1 }
    expect((await grace.refused(call, { ...to(room), body })).status).toBe(403)
    expect((await hedy.refused(call, { ...to(room), body })).status).toBe(403)
    expect((await visitor.refused(call, { ...to(room), body })).status).toBe(401)
    expect((await ada.refused(call, { ...to(waits), body })).status).toBe(409)
    expect((await ada.refused(call, { params: { event: 'nothing' }, body })).status).toBe(404)
  }
  const admin = await world.admin()
  expect((await admin.call(pauseSession, to(room))).event.paused_at).not.toBeNull()
})

test('a host shares the role or gives it away, and the room is notified', { tags: ['D-73', 'SEC-41'] }, async () => {
  const room = await openRoom(ada, [grace])
  const { participants } = await ada.call(shareHosting, make(room, 'grace'))
  expect(participants).toMatchObject([{ username: 'grace', role: 1 }])
  expect(await lastOf(room)).toMatchObject({ data: { participants: [{ username: 'grace', role: 1 }] } })
  const seen = (await eventsOf(world, room.id)).length
  expect((await ada.call(shareHosting, make(room, 'grace'))).participants).toEqual([])
  expect((await ada.call(shareHosting, make(room, 'ada', 1))).participants).toEqual([])
  expect((await eventsOf(world, room.id)).length).toBe(seen)
  const given = await grace.call(shareHosting, make(room, 'ada', 1))
  expect(given.participants).toMatchObject([{ username: 'grace', role: 0 }])
  expect(await roles(room)).toEqual(['ada 1', 'grace 0'])
  // A host who gave the role away cannot take it back.
  expect((await grace.refused(takeBackHosting, to(room))).status).toBe(403)
  expect((await grace.refused(shareHosting, make(room, 'grace'))).status).toBe(403)
  expect((await ada.refused(shareHosting, make(room, 'hedy'))).status).toBe(404)
  await grace.call(leaveSession, to(room))
  expect((await ada.refused(shareHosting, make(room, 'grace'))).status).toBe(404)
  await ada.call(endSession, to(room))
  expect((await ada.refused(shareHosting, make(room, 'ada'))).status).toBe(409)
})

test('the creator, and a host who left, can host again after coming back', { tags: 'D-73' }, async () => {
  const room = await openRoom(ada, [grace])
  await ada.call(leaveSession, to(room))
  expect((await ada.refused(takeBackHosting, to(room))).status).toBe(403)
  await ada.call(joinSession, to(room))
  expect((await look(room)).me).toMatchObject({ role: 0, was_host: 1, is_creator: 1 })
  expect((await ada.call(takeBackHosting, to(room))).participants).toMatchObject([{ username: 'ada', role: 1 }])
  expect((await ada.call(takeBackHosting, to(room))).participants).toEqual([])
  expect(await roles(room)).toEqual(['ada 1', 'grace 1'])
  await grace.call(leaveSession, to(room))
  await grace.call(joinSession, to(room))
  await hedy.call(joinSession, to(room))
  expect((await hedy.refused(takeBackHosting, to(room))).status).toBe(403)
  const both = await Promise.all([grace.call(takeBackHosting, to(room)), grace.call(takeBackHosting, to(room))])
  expect(both.flatMap(({ participants }) => participants)).toHaveLength(1)
  await ada.call(endSession, to(room))
  expect((await hedy.refused(takeBackHosting, to(room))).status).toBe(403)
})

/** Lets time pass, and waits for the sweep that runs every half minute. */
async function pass(seconds: number): Promise<void> {
  world.clock.advance(seconds * 1000)
  await world.workers.sweep.done()
}

async function enter(who: Caller, room: Room): Promise<void> {
  const live = await openLive(world.app, who)
  live.say({ type: 'join', room: room.id })
  await live.hears(({ type }) => type === 'join')
}

test('when the host is away at the start, someone present becomes host after a minute', {
  tags: 'D-73'
}, async () => {
  const waits = await openRoom(ada, [grace], { waits: true })
  const begun = await openRoom(ada, [grace, hedy], { waits: true })
  await ada.call(startSession, to(begun))
  await enter(grace, waits)
  await enter(hedy, begun)
  await pass(60)
  await pass(60)
  expect(await roles(waits)).toEqual(['ada 1', 'grace 0'])
  expect(await roles(begun)).toEqual(['ada 1', 'grace 0', 'hedy 1'])
  expect(await lastOf(begun)).toMatchObject({
    data: { took_over: 'hedy', participants: [{ username: 'hedy', role: 1 }] }
  })
  await grace.call(userIsReady, { params: { event: waits.event }, body: { is_ready: true } })
  await pass(60)
  expect(await roles(waits)).toEqual(['ada 1', 'grace 1'])
  expect((await grace.call(startSession, to(waits))).event.status).toBe(1)
})

test('a host who is present stays the only host', { tags: 'D-73' }, async () => {
  const room = await openRoom(ada, [grace])
  await enter(ada, room)
  await enter(grace, room)
  await pass(90)
  await pass(90)
  expect(await roles(room)).toEqual(['ada 1', 'grace 0'])
})
