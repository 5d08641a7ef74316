/** Cheers at the same moment, after the end, and for logs that not everyone sees. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cheerLog } from '../../domain/cheers/api.ts'
import { MOST_RECENT } from '../../domain/cheers/cheer.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { deleteLog, storeQuickLog } from '../../domain/logs/api.ts'
import { removeParticipant } from '../../domain/moderation/api.ts'
import { endSession, sessionPage, storeSessionLog } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { taskGroupOf, taskOf } from '../../testing/plans.ts'
import { eventsOf, openRoom, type Room } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const people = (...names: string[]) => Promise.all(names.map(name => world.as(name)))
const add = async (person: Caller, { event }: Pick<Room, 'event'>, more: object = {}) =>
  (await person.call(storeSessionLog, { params: { event }, body: { amount: 1, title: 'Pages', ...more } })).log
const cheer = ({ id }: { id: number }, cheered?: 0 | 1) => ({ params: { log: String(id) }, body: { cheered } })
const recent = async (person: Caller, { event }: Pick<Room, 'event'>) =>
  (await person.visit(sessionPage, { event })).recent_logs
const statusOf = async (person: Caller, log: { id: number }) => (await person.refused(cheerLog, cheer(log))).status

test('cheers of many people at once are all counted, and each response has its own number', {
  tags: 'D-138'
}, async () => {
  const [ada, ...others] = (await people('ada', 'grace', 'hedy', 'joan', 'mary')) as [Caller, ...Caller[]]
  const room = await openRoom(ada, others)
  const log = await add(ada, room)
  const pressed = [...others, ...others].map(person => person.call(cheerLog, cheer(log, 1)))
  expect(Math.max(...(await Promise.all(pressed)).map(({ cheers }) => cheers))).toBe(4)
  expect(await recent(ada, room)).toMatchObject([{ cheers: 4, cheered: 0 }])
  const told = (await eventsOf(world, room.id)).flatMap(event =>
    event.type === 'update' ? (event.data.new_cheers ?? []) : []
  )
  expect(told.map(({ cheers }) => cheers)).toEqual([1, 2, 3, 4])
  expect(new Set(told.map(({ username }) => username)).size).toBe(4)
})

test('taking back a missing cheer records no event', { tags: 'D-138' }, async () => {
  const [ada, grace] = (await people('ada', 'grace')) as [Caller, Caller]
  const room = await openRoom(ada, [grace])
  const log = await add(ada, room)
  const before = await eventsOf(world, room.id)
  expect(await grace.call(cheerLog, cheer(log, 0))).toMatchObject({ cheers: 0, cheered: 0 })
  expect(await eventsOf(world, room.id)).toEqual(before)
})

test('the call needs no body, and a body must have a flag', { tags: 'D-138' }, async () => {
  const [ada, grace] = (await people('ada', 'grace')) as [Caller, Caller]
  const log = await add(ada, await openRoom(ada, [grace]))
  const url = `/api/challenge-logs/${log.id}/cheer`
  for (const payload of [undefined, {}, { cheered: true }, { cheered: 1 }]) {
    const response = await grace.request({ method: 'POST', url, ...(payload ? { payload } : {}) })
    expect([response.statusCode, response.json().cheered]).toEqual([200, 1])
  }
  for (const cheered of [2, '1', null, []]) {
    const { status, body } = await grace.refused(cheerLog, { params: { log: String(log.id) }, body: { cheered } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['cheered']])
  }
})

test('nobody cheers for a log on a hidden goal, not even the host', { tags: ['D-98', 'D-138'] }, async () => {
  const [host, guest] = (await people('vera', 'lise')) as [Caller, Caller]
  const [open, secret] = [taskOf({ title: 'Open' }), taskOf({ title: 'Secret' })]
  const tasks = [taskGroupOf([open]), { ...taskGroupOf([secret]), hidden: 1 as const }]
  const challenge = { title: 'Surprise', duration: 3600, tasks }
  const { event } = await host.call(storeSession, { body: { challenge } })
  await guest.request({ method: 'POST', url: `/api/challenge-events/${event.slug}/join`, payload: {} })
  const room = { event: event.slug }
  const [seen, hidden] = [
    await add(host, room, { task_uuid: open.uuid }),
    await add(host, room, { task_uuid: secret.uuid })
  ]
  expect(await statusOf(guest, hidden)).toBe(404)
  await guest.call(cheerLog, cheer(seen))
  expect((await recent(guest, room)).map(({ id }) => id)).toEqual([seen.id])
})

test('a log outside sessions cannot get cheers', { tags: 'D-138' }, async () => {
  const [olga, rosa] = (await people('olga', 'rosa')) as [Caller, Caller]
  const tasks = [{ ...newGoal(randomUUID()), title: 'Alone' }]
  const { goal } = await olga.call(storeGoal, { body: { challenge: { tasks } } })
  const { log } = await olga.call(storeQuickLog, { body: { goal_id: goal.id, amount: 1 } })
  for (const person of [olga, rosa]) expect(await statusOf(person, log)).toBe(404)
})

test('members still cheer after the end, but a removed person cannot', { tags: 'D-138' }, async () => {
  const [tess, nora, emmy] = (await people('tess', 'nora', 'emmy')) as [Caller, Caller, Caller]
  const room = await openRoom(tess, [nora, emmy])
  const log = await add(tess, room)
  await emmy.call(cheerLog, cheer(log))
  await tess.call(removeParticipant, { params: { event: room.event, username: 'emmy' } })
  await tess.call(endSession, { params: { event: room.event }, body: {} })
  expect(await nora.call(cheerLog, cheer(log))).toMatchObject({ cheers: 2 })
  expect(await statusOf(emmy, log)).toBe(403)
  // The cheer that she gave before stays.
  expect(await recent(tess, room)).toMatchObject([{ cheers: 2 }])
})

test('a cheer for a log that is deleted at that moment leaves no log and no reminder', {
  tags: 'D-138'
}, async () => {
  const [iris, june] = (await people('iris', 'june')) as [Caller, Caller]
  const room = await openRoom(iris, [june])
  const log = await add(iris, room)
  const [cheered] = await Promise.all([
    june.request({ method: 'POST', url: `/api/challenge-logs/${log.id}/cheer`, payload: {} }),
    iris.call(deleteLog, { params: { log: String(log.id) } })
  ])
  expect([200, 404]).toContain(cheered.statusCode)
  expect(await recent(june, room)).toEqual([])
  expect(await statusOf(june, log)).toBe(404)
})

test(`the stream begins with the newest ${MOST_RECENT} that are not private`, { tags: 'D-138' }, async () => {
  const [kate, lucy] = (await people('kate', 'lucy')) as [Caller, Caller]
  const room = await openRoom(kate, [lucy])
  const adds = Array.from({ length: MOST_RECENT + 8 }, (_, nth) =>
    add(kate, room, { amount: nth, ...(nth % 6 === 0 ? { status: 2 } : {}) })
  )
  const shown = (await Promise.all(adds)).filter(({ status }) => status === 1).map(({ id }) => id)
  shown.sort((a, b) => b - a)
  expect((await recent(lucy, room)).map(({ id }) => id)).toEqual(shown.slice(0, MOST_RECENT))
})
