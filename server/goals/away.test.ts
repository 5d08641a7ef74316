/** Someone who is away keeps their streaks, and nothing reminds them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { myDaysPage } from '../../domain/days/api.ts'
import {
  completeGoal,
  goalPage,
  newGoal,
  pauseGoal,
  resumeGoal,
  storeGoal,
  updateGoal
} from '../../domain/goals/api.ts'
import { goAway } from '../../domain/goals/away-api.ts'
import { addDays } from '../../domain/lib/day.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { addPushDevice, inboxPage } from '../../domain/reminders/api.ts'
import { setGoalReminder } from '../../domain/reminders/goal-api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { openPushService, type PushService } from '../../testing/servers/push-service.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000
const LOOK = 5000
let service: PushService
let world: World
beforeAll(async () => {
  service = await openPushService()
  world = await openWorld({ APP_URL: 'https://hut.example.org' }, { network: service.network })
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const today = () => new Date(world.clock.now()).toISOString().slice(0, 10)
async function make(person: Caller): Promise<number> {
  const task = { ...newGoal(randomUUID()), title: 'Read', repeats: { every: 'day' as const, weekdays: [] } }
  return (await person.call(storeGoal, { body: { challenge: { tasks: [task] } } })).goal.id
}
const log = (person: Caller, goal_id: number) => person.call(storeQuickLog, { body: { goal_id, amount: 1 } })
const away = async (person: Caller, back_on: string | null) =>
  (await person.call(goAway, { body: { back_on } })).away_until

test('two weeks away break no streak, and the days of both ends still count', async () => {
  const ada = await world.as('ada')
  const goal = await make(ada)
  const params = { goal: String(goal) }
  await log(ada, goal)
  await world.pass(DAY)
  await log(ada, goal)
  await world.pass(DAY)
  const back = addDays(today(), 14)
  expect([await away(ada, back), await away(ada, back)]).toEqual([back, back])
  expect(await ada.visit(todayPage)).toMatchObject({ away_until: back })
  expect((await ada.visit(goalPage, params)).goal.pauses).toEqual([{ from: today(), until: back }])
  await world.pass(14 * DAY)
  expect(await ada.visit(todayPage)).toMatchObject({ away_until: null, streak: 2 })
  expect((await ada.visit(goalPage, params)).history.met_before).toBe(2)
  await log(ada, goal)
  expect(await ada.visit(myDaysPage)).toMatchObject({ streak: { current: 3 } })
  // The next day is an ordinary one.
  await world.pass(2 * DAY)
  expect(await ada.visit(myDaysPage)).toMatchObject({ streak: { current: 0 } })
  expect((await ada.visit(goalPage, params)).history.met_before).toBe(0)
})

test('someone who is back early goes on at once, and a goal that was paused before stays paused', async () => {
  const grace = await world.as('grace')
  const [goal, resting] = [await make(grace), await make(grace)]
  await grace.call(pauseGoal, { params: { goal: String(resting) } })
  await away(grace, addDays(today(), 14))
  await world.pass(3 * DAY)
  expect(await away(grace, null)).toBeNull()
  expect(await grace.visit(todayPage)).toMatchObject({ away_until: null })
  const pausesOf = async (id: number) => (await grace.visit(goalPage, { goal: String(id) })).goal.pauses
  expect(await pausesOf(goal)).toEqual([{ from: addDays(today(), -3), until: today() }])
  expect(await pausesOf(resting)).toEqual([{ from: addDays(today(), -3), until: null }])
})

test('one goal goes on alone while the person is away', async () => {
  const maria = await world.as('maria')
  const goal = await make(maria)
  await away(maria, addDays(today(), 14))
  const { goal: resumed } = await maria.call(resumeGoal, { params: { goal: String(goal) } })
  expect(resumed.pauses).toEqual([{ from: today(), until: today() }])
})

test('nothing reminds them until they are back', async () => {
  const lise = await world.as('lise')
  await lise.call(addPushDevice, { body: service.browser('lise') })
  const goal = await make(lise)
  const at = new Date(world.clock.now() + 3_600_000).toISOString().slice(11, 16)
  await lise.call(setGoalReminder, { params: { goal: String(goal) }, body: { at, at_night: 1 } })
  await away(lise, addDays(today(), 2))
  for (const [days, pushes] of [
    [0, 0],
    [1, 0],
    [2, 1]
  ] as const) {
    world.clock.jump(days === 0 ? 3_600_000 : DAY)
    await world.pass(LOOK)
    await world.pass(LOOK)
    expect([days, service.received.length]).toEqual([days, pushes])
  }
  expect((await lise.visit(inboxPage)).reminders).toHaveLength(1)
})

test('a day that is no later than today, or further than a year away, is refused', async () => {
  const joan = await world.as('joan')
  for (const back_on of [today(), addDays(today(), -1), addDays(today(), 367), 'soon']) {
    const { status, body } = await joan.refused(goAway, { body: { back_on } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['back_on']])
  }
  expect((await world.visitor.refused(goAway, { body: { back_on: addDays(today(), 3) } })).status).toBe(401)
})

test('a goal made while away rests like the others, and goes on with them', async () => {
  const vera = await world.as('vera')
  await away(vera, addDays(today(), 5))
  const goal = await make(vera)
  expect((await vera.visit(goalPage, { goal: String(goal) })).goal.pauses).toEqual([
    { from: today(), until: addDays(today(), 5) }
  ])
  expect(await away(vera, null)).toBeNull()
  const later = await make(vera)
  expect((await vera.visit(goalPage, { goal: String(later) })).goal.pauses).toEqual([])
  expect((await vera.visit(goalPage, { goal: String(goal) })).goal.pauses).toEqual([{ from: today(), until: today() }])
})

test('a goal that is reopened while away rests like the others, and goes on with them', async () => {
  const ruth = await world.as('ruth')
  const params = { goal: String(await make(ruth)) }
  const reopen = async () =>
    (await ruth.call(updateGoal, { params, body: { challenge: { tasks: [{ status: 1 }] } } })).goal.pauses
  await ruth.call(completeGoal, { params })
  const back = addDays(today(), 5)
  await away(ruth, back)
  for (let twice = 0; twice < 2; twice++) expect(await reopen()).toEqual([{ from: today(), until: back }])
  expect(await away(ruth, null)).toBeNull()
  await ruth.call(completeGoal, { params })
  expect(await reopen()).toEqual([{ from: today(), until: today() }])
})
