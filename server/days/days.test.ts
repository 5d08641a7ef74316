/** The day that a log counts for, across time zones, day starts and corrections. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { type MyDays, myDaysPage, updateDays } from '../../domain/days/api.ts'
import { deleteGoal, newGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import { deleteLog, storeQuickLog, updateLog } from '../../domain/logs/api.ts'
import { storeSessionQuickLog } from '../../domain/sessions/api.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function goalOf(person: Caller, unit = ''): Promise<number> {
  const body = { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read', action: 'Read', unit }] } }
  return (await person.call(storeGoal, { body })).goal.id
}

async function log(person: Caller, goal_id: number, more: { amount?: number; day?: string } = {}) {
  return (await person.call(storeQuickLog, { body: { goal_id, amount: 1, ...more } })).log
}

async function daysOf(person: Caller, goalId: number) {
  const { id } = await person.user()
  const { rows } = await world.db.execute<{ day: string; logs: number; amount: number }>(sql`
    select day::text, logs, amount from user_days where user_id = ${id} and action = 'Read' order by day`)
  const { rows: ofGoal } = await world.db.execute(sql`
    select day::text, logs, amount from goal_days where goal_id = ${goalId} order by day`)
  expect(ofGoal).toEqual(rows)
  return rows.map(({ day, logs, amount }) => [day, logs, amount])
}

test("a log counts for the day in its author's zone and day start; earlier logs keep their day", {
  tags: 'D-52'
}, async () => {
  const ada = await world.as('ada')
  const goal = await goalOf(ada)
  expect(await ada.user()).toMatchObject({ time_zone: 'UTC', day_start: 0 })
  expect((await log(ada, goal)).day).toBe('2026-03-02')
  const { user } = await ada.call(updateDays, { body: { time_zone: 'Pacific/Kiritimati' } })
  expect(user).toMatchObject({ time_zone: 'Pacific/Kiritimati', day_start: 0 })
  await world.pass(HOUR)
  expect((await log(ada, goal)).day).toBe('2026-03-03')
  await ada.call(updateDays, { body: { day_start: 3 } })
  expect((await log(ada, goal)).day).toBe('2026-03-02')
  expect(await daysOf(ada, goal)).toEqual([
    ['2026-03-02', 2, 2],
    ['2026-03-03', 1, 1]
  ])
})

test('a log of yesterday can be logged today and moved to another day, and deleting it empties that day', {
  tags: 'D-51'
}, async () => {
  const grace = await world.as('grace')
  const goal = await goalOf(grace)
  const late = await log(grace, goal, { amount: 3, day: '2026-03-01' })
  await log(grace, goal, { amount: 4 })
  expect(await daysOf(grace, goal)).toEqual([
    ['2026-03-01', 1, 3],
    ['2026-03-02', 1, 4]
  ])
  const params = { log: String(late.id) }
  const { log: moved } = await grace.call(updateLog, { params, body: { day: '2026-02-20', amount: 5 } })
  expect(moved).toMatchObject({ day: '2026-02-20', amount: 5, created_at: late.created_at })
  expect(await daysOf(grace, goal)).toEqual([
    ['2026-02-20', 1, 5],
    ['2026-03-02', 1, 4]
  ])
  await grace.call(deleteLog, { params })
  expect(await daysOf(grace, goal)).toEqual([['2026-03-02', 1, 4]])
  await grace.call(deleteGoal, { params: { goal: String(goal) } })
  expect(await daysOf(grace, goal)).toEqual([])
})

test('my days show the streak with rest days, the days of a year, and both weeks by action', {
  tags: 'LOG-30'
}, async () => {
  const maria = await world.as('maria')
  const read = await goalOf(maria)
  expect(await maria.visit(myDaysPage)).toMatchObject({ streak: { current: 0, longest: 0 }, days: [], weeks: [] })
  // Monday 2 March, the Friday and Thursday before, and a day more than a year ago.
  for (const day of ['2026-03-02', '2026-03-02', '2026-02-27', '2026-02-26', '2025-02-01']) {
    await maria.call(storeQuickLog, {
      body: { goal_id: read, amount: 0.1, distance: 0.1, duration: 60, status: 2, day }
    })
  }
  const page = await maria.visit(myDaysPage)
  expect(page).toEqual({
    today: '2026-03-02',
    streak: { current: 1, longest: 2 },
    days: [
      { day: '2026-02-26', logs: 1 },
      { day: '2026-02-27', logs: 1 },
      { day: '2026-03-02', logs: 2 }
    ],
    weeks: [
      {
        action: 'Read',
        this_week: { logs: 2, amounts: [{ unit: '', amount: 0.2 }], distance: 0.2, duration: 120 },
        last_week: { logs: 2, amounts: [{ unit: '', amount: 0.2 }], distance: 0.2, duration: 120 }
      }
    ]
  })
  const { user } = await maria.call(updateDays, { body: { rest_days: [6, 7] } })
  expect(user).toMatchObject({ rest_days: [6, 7], streaks: 1 })
  expect((await maria.visit(myDaysPage)).streak).toEqual({ current: 3, longest: 3 })
  await maria.call(updateDays, { body: { streaks: 0 } })
  expect((await maria.visit(myDaysPage)).streak).toBeNull()
  const all = await maria.refused(updateDays, { body: { rest_days: [1, 2, 3, 4, 5, 6, 7] } })
  expect(all.body.errors).toEqual({ rest_days: 'Leave at least one day that counts.' })
})

test('times away of another hut are added once, and break no streak', { tags: 'LOG-28' }, async () => {
  const vera = await world.as('vera')
  const goal = await goalOf(vera)
  await log(vera, goal, { day: '2026-02-20' })
  await log(vera, goal)
  const streak = async () => (await vera.visit(myDaysPage)).streak
  expect(await streak()).toEqual({ current: 1, longest: 1 })
  const times_away = [{ from: '2026-02-21', until: '2026-03-01' }]
  await vera.call(updateDays, { body: { times_away } })
  await vera.call(updateDays, { body: { times_away } })
  expect(await streak()).toEqual({ current: 2, longest: 2 })
  const { rows } = await world.db.execute<{ pauses: unknown }>(sql`select pauses from users where username = 'vera'`)
  expect(rows).toEqual([{ pauses: times_away }])
})

test("amounts of a week have their goals' units, and follow changes of unit, day, action and deletions", {
  tags: 'LOG-30'
}, async () => {
  const hedy = await world.as('hedy')
  const [book, list] = [await goalOf(hedy, 'pages'), await goalOf(hedy, 'articles')]
  const amounts = async () => {
    const { weeks } = await hedy.visit(myDaysPage)
    const words = (done: MyDays['weeks'][number]['this_week']) => done.amounts.map(one => `${one.amount} ${one.unit}`)
    return Object.fromEntries(weeks.map(week => [week.action, [words(week.this_week), words(week.last_week)]]))
  }
  await log(hedy, book, { amount: 25, day: '2026-02-27' })
  await log(hedy, book, { amount: 30 })
  const last = await log(hedy, book, { amount: 10 })
  await log(hedy, list, { amount: 2 })
  expect(await amounts()).toEqual({ Read: [['40 pages', '2 articles'], ['25 pages']] })
  const params = { log: String(last.id) }
  await hedy.call(updateLog, { params, body: { day: '2026-02-28', amount: 12 } })
  expect(await amounts()).toEqual({ Read: [['30 pages', '2 articles'], ['37 pages']] })
  await hedy.call(updateLog, { params, body: { action: 'Skim' } })
  expect(await amounts()).toEqual({ Read: [['30 pages', '2 articles'], ['25 pages']], Skim: [[], ['12 pages']] })
  const tasks = [{ ...newGoal(randomUUID()), title: 'Read', action: 'Read', unit: 'sheets' }]
  await hedy.call(updateGoal, { params: { goal: String(book) }, body: { challenge: { tasks } } })
  expect(await amounts()).toEqual({ Read: [['30 sheets', '2 articles'], ['25 sheets']], Skim: [[], ['12 sheets']] })
  await hedy.call(deleteLog, { params })
  await hedy.call(deleteGoal, { params: { goal: String(list) } })
  expect(await amounts()).toEqual({ Read: [['30 sheets'], ['25 sheets']] })
})

test('amounts on goals of a session have the units of its plan', { tags: 'LOG-30' }, async () => {
  const [host, member] = [await world.as('joan'), await world.as('mary')]
  const task = taskOf({ action: 'Swim', unit: 'lanes' })
  const { challenge } = await host.call(storeActivity, {
    body: { challenge: { title: 'Swim', tasks: [taskGroupOf([task])], parts: [partGroupOf([partOf()])] } }
  })
  const { event } = await openRoom(host, [member], { activity: challenge.slug })
  await member.call(storeSessionQuickLog, { params: { event }, body: { task_uuid: task.uuid, amount: 4 } })
  const { weeks } = await member.visit(myDaysPage)
  expect(weeks.map(({ action, this_week }) => [action, this_week.amounts])).toEqual([
    ['Swim', [{ unit: 'lanes', amount: 4 }]]
  ])
})

test('a future day and an invalid zone or hour are refused under their fields', async () => {
  const rosa = await world.as('rosa')
  const goal_id = await goalOf(rosa)
  const tomorrow = await rosa.refused(storeQuickLog, { body: { goal_id, amount: 1, day: '2026-03-03' } })
  expect(tomorrow).toMatchObject({ status: 422, body: { errors: { day: 'This day is in the future.' } } })
  const { id } = await log(rosa, goal_id)
  const corrected = await rosa.refused(updateLog, { params: { log: String(id) }, body: { day: '2026-03-03' } })
  expect(corrected).toMatchObject({ status: 422, body: { errors: { day: 'This day is in the future.' } } })
  const times = { started_at: '2026-03-03T10:00:00Z', ended_at: '2026-03-03T11:00:00Z' }
  const moved = await rosa.refused(updateLog, { params: { log: String(id) }, body: times })
  expect(moved.body.errors).toEqual({ started_at: 'This day is in the future.' })
  const timer = { goal_id, duration: 600, status: 1, day: '2026-03-01' }
  expect((await rosa.refused(storeQuickLog, { body: timer })).body.errors).toHaveProperty('day')
  expect(await daysOf(rosa, goal_id)).toEqual([['2026-03-02', 1, 1]])
  const days = await rosa.refused(updateDays, { body: { time_zone: 'Mars/Olympus', day_start: 13 } })
  expect(days).toMatchObject({
    status: 422,
    body: { errors: { time_zone: 'Enter a time zone such as Europe/Berlin.', day_start: expect.any(String) } }
  })
  expect((await world.visitor.refused(updateDays, { body: { day_start: 1 } })).status).toBe(401)
})
