/** Goals to stay below (D-153). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myDaysPage } from '../../domain/days/api.ts'
import { deleteGoal, goalPage, myGoalsPage, newGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import type { GoalInput } from '../../domain/goals/fields.ts'
import { deleteLog, storeQuickLog } from '../../domain/logs/api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000
const DAILY = { every: 'day' as const, weekdays: [] }
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function make(person: Caller, fields: Partial<GoalInput> = {}) {
  const task = { ...newGoal(randomUUID()), title: 'At most', unit: 'coffees', is_limit: 1 as const, ...fields }
  return (await person.call(storeGoal, { body: { challenge: { tasks: [task] } } })).goal
}
const press = (person: Caller, goal_id: number, amount = 1, day?: string) =>
  person.call(storeQuickLog, { body: { goal_id, amount, ...(day ? { day } : {}) } })
const show = (person: Caller, id: number) => person.visit(goalPage, { goal: String(id) })

describe('a limit of a day', { tags: 'D-153' }, () => {
  test('is met when its day ends at or below it, and broken at once above it', async () => {
    const ada = await world.as('ada')
    const goal = await make(ada, { amount: 2, repeats: DAILY })
    expect(goal).toMatchObject({ is_limit: 1, amount: 2, clean: null })
    await press(ada, goal.id, 2)
    expect((await show(ada, goal.id)).history).toMatchObject({ met_before: 0, periods: [{ amount: 2, is_met: false }] })
    await world.pass(DAY)
    expect((await show(ada, goal.id)).history).toMatchObject({
      met_before: 1,
      periods: [{ amount: 0 }, { is_met: true }]
    })
    await press(ada, goal.id, 3)
    await world.pass(DAY)
    expect((await show(ada, goal.id)).history).toMatchObject({ met_before: 0, periods: [{}, { is_met: false }, {}] })
  })

  test('on Today it is shown, never due', async () => {
    const grace = await world.as('grace')
    const other = { title: 'Read', is_limit: 0 as const, amount: 12 }
    const limit = await make(grace, { amount: 2, repeats: DAILY })
    await make(grace, other)
    await make(grace, other)
    await make(grace, other)
    const { my_goals } = await grace.visit(todayPage)
    expect(my_goals.map(({ id }) => id)).toContain(limit.id)
    expect(my_goals).toHaveLength(4)
  })

  test('on chosen weekdays, a log on another day counts for none', async () => {
    const lise = await world.as('lise')
    const weekday = new Date(world.clock.now()).getUTCDay() || 7
    const others = [1, 2, 3, 4, 5, 6, 7].filter(one => one !== weekday)
    const goal = await make(lise, { amount: 2, repeats: { every: 'day', weekdays: others } })
    const { goal: totals } = await press(lise, goal.id, 5)
    expect(totals).toMatchObject({ amount_elapsed: 5, period: { amount: 0, logs: 0 } })
    expect((await show(lise, goal.id)).history.periods[0]).toMatchObject({ amount: 0 })
  })

  test('logs on it make no active day', async () => {
    const maria = await world.as('maria')
    const [limit, book] = [
      await make(maria, { amount: 2, repeats: DAILY }),
      await make(maria, { title: 'Read', is_limit: 0, amount: 12 })
    ]
    await press(maria, limit.id)
    expect(await maria.visit(myDaysPage)).toMatchObject({ streak: { current: 0 }, days: [], weeks: [{}] })
    await press(maria, book.id)
    expect(await maria.visit(myDaysPage)).toMatchObject({ streak: { current: 1 }, days: [{ logs: 1 }] })
    await maria.call(deleteGoal, { params: { goal: String(limit.id) } })
    expect(await maria.visit(myDaysPage)).toMatchObject({ streak: { current: 1 }, days: [{ logs: 1 }] })
  })
})

describe('none', { tags: 'D-153' }, () => {
  test('counts the days since the last slip, and keeps the best count', async () => {
    const emmy = await world.as('emmy')
    const { id, clean } = await make(emmy, { amount: 0, unit: '', repeats: DAILY })
    const made = new Date(world.clock.now()).toISOString().slice(0, 10)
    expect(clean).toEqual({ since: made, has_slipped: 0, best: 0 })
    await world.pass(12 * DAY)
    const day = new Date(world.clock.now()).toISOString().slice(0, 10)
    const { log, goal } = await press(emmy, id)
    expect(goal?.clean).toEqual({ since: day, has_slipped: 1, best: 12 })
    await world.pass(3 * DAY)
    const { my_goals } = await emmy.visit(myGoalsPage)
    expect(my_goals[0]?.clean).toEqual({ since: day, has_slipped: 1, best: 12 })
    // Taking the slip back gives the count back.
    const { goal: after } = await emmy.call(deleteLog, { params: { log: String(log.id) } })
    expect(after?.clean).toEqual({ since: made, has_slipped: 0, best: 0 })
  })

  test('counts from a slip before the goal was made', async () => {
    const joan = await world.as('joan')
    const { id } = await make(joan, { amount: 0, repeats: DAILY })
    const before = new Date(world.clock.now() - 30 * DAY).toISOString().slice(0, 10)
    const { goal } = await press(joan, id, 1, before)
    expect(goal?.clean).toEqual({ since: before, has_slipped: 1, best: 0 })
    expect((await show(joan, id)).history.met_before).toBe(29)
  })
})

test('a limit without a clear meaning is refused under its field, when it is made and when it is saved', {
  tags: 'D-153'
}, async () => {
  const hedy = await world.as('hedy')
  const refused = async (fields: Partial<GoalInput>) => {
    const task = { ...newGoal(randomUUID()), title: 'Sugar', is_limit: 1 as const, ...fields }
    const { status, body } = await hedy.refused(storeGoal, { body: { challenge: { tasks: [task] } } })
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await refused({ amount: 2 })).toEqual([422, ['challenge.tasks.0.repeats']])
  expect(await refused({ amount: null, repeats: DAILY })).toEqual([422, ['challenge.tasks.0.amount']])
  const goal = await make(hedy, { amount: 3, ended_at: new Date(world.clock.now() + DAY).toISOString() })
  const change = { params: { goal: String(goal.id) }, body: { challenge: { tasks: [{ ended_at: null }] } } }
  const { body } = await hedy.refused(updateGoal, change)
  expect(body.errors).toHaveProperty(['challenge.tasks.0.repeats'])
  expect((await show(hedy, goal.id)).goal.ended_at).not.toBeNull()
  // A goal to reach becomes a limit, and back.
  const tasks = [{ is_limit: 0 as const, ended_at: null }]
  const { goal: back } = await hedy.call(updateGoal, { params: change.params, body: { challenge: { tasks } } })
  expect(back).toMatchObject({ is_limit: 0, ended_at: null })
})
