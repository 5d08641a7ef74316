import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateDays } from '../../domain/days/api.ts'
import { deleteLog } from '../../domain/logs/api.ts'
import { joinSession, sessionPage, startSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { taskGroupOf, taskOf } from '../../testing/plans.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000
const HOUR = 3_600_000

test('a week-long session shows what was done today and each day, by the days of its reader', {
  tags: ['D-128', 'D-138']
}, async () => {
  const [ada, grace, hedy] = [await world.as('ada'), await world.as('grace'), await world.as('hedy')]
  const read = taskOf({ title: 'Read' })
  const { event } = await ada.call(storeSession, {
    body: { challenge: { title: 'A week', duration: 7 * 86_400, is_manually_started: 1, tasks: [taskGroupOf([read])] } }
  })
  const params = { event: event.slug }
  for (const person of [grace, hedy]) await person.call(joinSession, { params, body: {} })
  // The days in this test begin at midnight in UTC.
  world.clock.jump(DAY - (world.clock.now() % DAY) + 12 * HOUR)
  await ada.call(startSession, { params, body: {} })
  const dayAt = (days: number): string => new Date(world.clock.now() + days * DAY).toISOString().slice(0, 10)
  const add = async (person: Caller, more: object = {}) =>
    (await person.call(storeSessionLog, { params, body: { amount: 1, task_uuid: read.uuid, ...more } })).log
  const today = async (person: Caller) => (await person.visit(sessionPage, params)).today
  const nothing = { day: dayAt(0), done_by: [], done_count: 0, days: [], my_days: [], my_tasks: [] }
  expect(await today(world.visitor)).toEqual(nothing)

  await add(grace)
  world.clock.jump(DAY)
  const gone = await add(hedy)
  await add(hedy, { task_uuid: null })
  await add(ada, { status: 2 })
  const seen = { day: dayAt(0), done_by: ['ada', 'hedy'], done_count: 2, days: [dayAt(-1), dayAt(0)] }
  expect(await today(hedy)).toEqual({ ...seen, my_days: [dayAt(0)], my_tasks: [read.uuid] })
  expect(await today(grace)).toEqual({ ...seen, my_days: [dayAt(-1)], my_tasks: [] })
  await hedy.call(deleteLog, { params: { log: String(gone.id) } })
  expect(await today(hedy)).toEqual({ ...seen, my_days: [dayAt(0)], my_tasks: [] })

  // In Auckland it is two in the morning of the next date, but still this day for a person whose days start at four.
  const move = (day_start: number) => grace.call(updateDays, { body: { time_zone: 'Pacific/Auckland', day_start } })
  await move(0)
  expect((await today(grace))?.day).toBe(dayAt(1))
  await move(4)
  expect((await today(grace))?.day).toBe(dayAt(0))

  const short = await ada.call(storeSession, { body: { challenge: { title: 'An hour' } } })
  expect((await ada.visit(sessionPage, { event: short.event.slug })).today).toBeNull()
})
