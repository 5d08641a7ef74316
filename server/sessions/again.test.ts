import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboxPage } from '../../domain/reminders/api.ts'
import {
  cancelSession,
  endSession,
  joinSession,
  leaveSession,
  repeatSession,
  sessionPage,
  setGuests,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { eventsOf } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

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

const DAY = 86_400_000
const inADay = () => new Date(world.clock.now() + DAY).toISOString()
const to = (event: string) => ({ params: { event }, body: {} })
/** The texts of a person's inbox entries about that session. */
const toldOf = async (who: Caller, path: string) =>
  (await who.visit(inboxPage, {})).reminders.filter(one => one.path === path).map(({ text }) => text)

/** A session of Ada's with Grace, who has logged something and sees one of its two groups of parts. */
async function ended(isOver = true): Promise<string> {
  const squats = taskOf({ title: 'Squats', amount: 10 })
  const { event } = await ada.call(storeSession, {
    body: {
      challenge: {
        title: 'Morning squats',
        duration: 3600,
        needs_code: 1,
        join_code: 'early',
        parts: [partGroupOf([partOf({ title: 'Warm up' })]), partGroupOf([partOf({ title: 'Secret' })], { hidden: 1 })],
        tasks: [taskGroupOf([squats])]
      }
    }
  })
  await grace.call(joinSession, { params: { event: event.slug }, body: { join_code: 'early' } })
  await grace.call(storeSessionQuickLog, {
    params: { event: event.slug },
    body: { task_uuid: squats.uuid, amount: 3 }
  })
  world.clock.jump(60_000)
  if (isOver) await ada.call(endSession, to(event.slug))
  return event.slug
}

test('a host repeats a session tomorrow, once per press, and the others are invited', {
  tags: 'SES-092'
}, async () => {
  const slug = await ended()
  const before = (await ada.visit(sessionPage, { event: slug })).challengeEvent
  const wish = { params: { event: slug }, body: { started_at: inADay() }, key: 'the-same-press' }
  const { event } = await ada.call(repeatSession, wish)
  expect((await ada.call(repeatSession, wish)).event.id).toBe(event.id)
  expect(event).toMatchObject({
    ...{ title: 'Morning squats', status: 0, duration: 3600, participants_count: 1, join_code: 'early' },
    ...{ started_at: wish.body.started_at, summary: { logs: 0 } }
  })
  expect(event.slug).not.toBe(slug)
  expect(event.parts.map(group => group.parts[0]?.title)).toEqual(['Warm up', 'Secret'])
  expect(event.parts[0]?.parts[0]).toMatchObject({ pinned: 0, completed_at: null })
  expect(await toldOf(grace, event.path)).toEqual(['ada invites you to Morning squats again'])
  expect(await toldOf(ada, event.path)).toEqual([])
  const { again } = await grace.visit(sessionPage, { event: slug })
  expect(again).toEqual({
    ...{ title: 'Morning squats', path: event.path, started_at: wish.body.started_at, username: 'ada' }
  })
  expect((await eventsOf(world, before.id, before.seq)).map(one => 'data' in one && one.data)).toContainEqual({
    reload: true
  })
  await ada.call(cancelSession, { params: { event: event.slug } })
  expect((await grace.visit(sessionPage, { event: slug })).again).toBeNull()
})

test('a guest repeats what they saw, with a new join code', { tags: ['D-77', 'D-98'] }, async () => {
  const slug = await ended()
  const { event } = await grace.call(repeatSession, { params: { event: slug }, body: { started_at: inADay() } })
  expect(event.parts.map(group => group.parts[0]?.title)).toEqual(['Warm up'])
  expect(event.needs_code).toBe(1)
  expect(event.join_code).not.toBe('early')
  expect((await grace.visit(sessionPage, { event: event.slug })).me).toMatchObject({ role: 1, is_creator: 1 })
  expect(await toldOf(ada, event.path)).toEqual(['grace invites you to Morning squats again'])
})

test('a host’s choice about guests stays when the session is repeated', { tags: 'D-152' }, async () => {
  const slug = await ended(false)
  await ada.call(setGuests, { params: { event: slug }, body: { guests: 0, guests_chat: 1 } })
  await ada.call(endSession, to(slug))
  const { event } = await ada.call(repeatSession, { params: { event: slug }, body: { started_at: inADay() } })
  expect((await ada.visit(sessionPage, { event: event.slug })).challengeEvent).toMatchObject({
    ...{ guests: 0, guests_chat: 1 }
  })
})

test('only people who took part repeat a session, after its end and for a later time', {
  tags: ['SES-092', 'SEC-41']
}, async () => {
  const slug = await ended()
  const wish = { params: { event: slug }, body: { started_at: inADay() } }
  expect((await hedy.refused(repeatSession, wish)).status).toBe(403)
  expect((await world.visitor.refused(repeatSession, wish)).status).toBe(401)
  const past = await ada.refused(repeatSession, { ...wish, body: { started_at: '2020-01-01T10:00:00Z' } })
  expect([past.status, Object.keys(past.body.errors ?? {})]).toEqual([422, ['started_at']])
  const early = await ended(false)
  expect((await ada.refused(repeatSession, { ...wish, params: { event: early } })).status).toBe(409)
  await grace.call(leaveSession, to(early))
  await ada.call(endSession, to(early))
  // A person who left is not invited, but may join.
  const { event } = await ada.call(repeatSession, { ...wish, params: { event: early } })
  expect(await toldOf(grace, event.path)).toEqual([])
})

test('strangers find no unlisted repetition on the page of a listed session', { tags: 'D-159' }, async () => {
  const event = await ended()
  const { event: again } = await ada.call(repeatSession, { params: { event }, body: { started_at: inADay() } })
  const change = (slug: string, unlisted: 0 | 1) =>
    ada.call(patchSession, { params: { event: slug }, body: { challenge: { unlisted } } })
  const found = (who: Caller) => who.visit(sessionPage, { event }).then(page => page.again?.path)
  const everyone = () => Promise.all([ada, grace, hedy, world.visitor].map(found))
  expect(await everyone()).toEqual([again.path, again.path, again.path, again.path])
  await change(again.slug, 1)
  expect(await everyone()).toEqual([again.path, again.path, undefined, undefined])
  await change(event, 1)
  expect(await everyone()).toEqual([again.path, again.path, again.path, again.path])
})
