/** Goals that are moved, paused, completed, attached and deleted at the same moment, from two tabs or devices. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  completeGoal,
  deleteGoal,
  goalPage,
  moveGoal,
  myGoalsPage,
  newGoal,
  pauseGoal,
  resumeGoal,
  storeGoal
} from '../../domain/goals/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { attachMyGoal } from '../../domain/session-goals/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function goalOf(person: Caller, title = 'Read', more: object = {}): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title, ...more }]
  return (await person.call(storeGoal, { body: { challenge: { tasks } } })).goal.id
}
const at = (goal: number) => ({ params: { goal: String(goal) } })
const deed = async (person: Caller, goal: number, name: string) =>
  (await person.request({ method: 'POST', url: `/api/goals/${goal}/${name}`, payload: {} })).statusCode
const titlesOf = async (person: Caller) => (await person.visit(myGoalsPage)).my_goals.map(({ title }) => title)
const goalAt = async (person: Caller, goal: number) => (await person.visit(goalPage, { goal: String(goal) })).goal

test('goals that two tabs move at once keep different places', { tags: 'GOAL-02' }, async () => {
  const ada = await world.as('ada')
  const goals = []
  for (const title of ['Four', 'Three', 'Two', 'One']) goals.unshift(await goalOf(ada, title))
  const [one = 0, two = 0, , four = 0] = goals
  await Promise.all([
    ada.call(moveGoal, { ...at(one), body: { by: 3 } }),
    ada.call(moveGoal, { ...at(four), body: { by: -3 } }),
    ada.call(moveGoal, { ...at(two), body: { by: 1 } })
  ])
  expect((await titlesOf(ada)).toSorted()).toEqual(['Four', 'One', 'Three', 'Two'])
  const { rows } = await world.db.$client.query(
    'select count(distinct place)::int as n from goals where id = any($1)',
    [goals]
  )
  expect(rows).toEqual([{ n: 4 }])
})

test('a goal moved beyond an end is first or last; one moved by zero or completed stays', {
  tags: 'GOAL-02'
}, async () => {
  const grace = await world.as('grace')
  const goals = []
  for (const title of ['C', 'B', 'A']) goals.unshift(await goalOf(grace, title))
  const [first = 0, middle = 0] = goals
  const move = (goal: number, by: number) => grace.call(moveGoal, { ...at(goal), body: { by } })
  await move(first, 1000)
  expect(await titlesOf(grace)).toEqual(['B', 'C', 'A'])
  await move(first, -1000)
  await move(first, 0)
  expect(await titlesOf(grace)).toEqual(['A', 'B', 'C'])
  await grace.call(completeGoal, at(middle))
  expect((await grace.refused(moveGoal, { ...at(middle), body: { by: 1 } })).status).toBe(409)
  for (const by of [1.5, '1', null, 1e9]) {
    const { status, body } = await grace.refused(moveGoal, { ...at(first), body: { by } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['by']])
  }
  const hedy = await world.as('hedy')
  expect((await hedy.refused(moveGoal, { ...at(first), body: { by: 1 } })).status).toBe(404)
  expect(await titlesOf(grace)).toEqual(['A', 'C', 'B'])
})

test('attaching a goal while it is completed or deleted is refused and can be retried', {
  tags: 'D-50'
}, async () => {
  const joan = await world.as('joan')
  const { id } = await openRoom(joan)
  for (const call of [completeGoal, deleteGoal]) {
    const goal = await goalOf(joan)
    const late = await world.db.transaction(async tx => {
      await tx.$client.query('select from goals where id = $1 for update', [goal])
      const done = joan.refused(call, at(goal))
      await untilSomebodyWaits(world.db)
      await tx.$client.query('update goals set session_id = $2 where id = $1', [goal, id])
      return { done }
    })
    const { status, body } = await late.done
    expect([status, body.message]).toEqual([409, expect.stringMatching(/added to a session in the meantime/)])
    expect((await goalAt(joan, goal)).status).toBe(1)
    await joan.call(call, at(goal))
  }
})

test('attaching a goal to two sessions at once attaches it to one', { tags: 'D-101' }, async () => {
  const mary = await world.as('mary')
  const rooms = [await openRoom(mary), await openRoom(mary)]
  const goal = await goalOf(mary)
  const attach = async ({ event }: { event: string }) => {
    const url = fillPath(attachMyGoal.path, { event, goal: String(goal) })
    return (await mary.request({ method: attachMyGoal.method, url, payload: {} })).statusCode
  }
  const attached = await Promise.all(rooms.map(attach))
  expect(attached.toSorted()).toEqual([200, 409])
  const { challenge_event } = await goalAt(mary, goal)
  expect(challenge_event?.id).toBe(rooms[attached.indexOf(200)]?.id)
})

test('a log on a goal that is being completed either counts, or is refused without a charge', {
  tags: 'D-50'
}, async () => {
  const vera = await world.as('vera')
  const goal = await goalOf(vera)
  const before = (await vera.user()).all_remaining_tokens
  const log = () => vera.request({ method: 'POST', url: storeQuickLog.path, payload: { goal_id: goal, amount: 1 } })
  const [, ...logged] = await Promise.all([deed(vera, goal, 'complete'), log(), log(), log()])
  const counted = logged.filter(({ statusCode }) => statusCode === 200).length
  expect(logged.map(({ statusCode }) => statusCode).filter(status => status !== 200 && status !== 409)).toEqual([])
  const { status, amount_elapsed } = await goalAt(vera, goal)
  expect([status, amount_elapsed]).toEqual([2, counted])
  expect((await vera.user()).all_remaining_tokens).toBe(before - counted)
})

test('pausing or completing a goal twice at once does it once, without extra pauses', async () => {
  const lise = await world.as('lise')
  const goal = await goalOf(lise, 'Daily', { repeats: { every: 'day', weekdays: [] } })
  expect(await Promise.all(['pause', 'pause', 'pause'].map(name => deed(lise, goal, name)))).toEqual([200, 200, 200])
  expect((await goalAt(lise, goal)).pauses).toHaveLength(1)
  expect(await Promise.all(['resume', 'resume'].map(name => deed(lise, goal, name)))).toEqual([200, 200])
  await Promise.all(['complete', 'complete'].map(name => deed(lise, goal, name)))
  const { completed_at, status } = await goalAt(lise, goal)
  expect([status, completed_at]).toEqual([2, new Date(world.clock.now()).toISOString()])
  world.clock.advance(60_000)
  await lise.call(completeGoal, at(goal))
  expect((await goalAt(lise, goal)).completed_at).toBe(completed_at)
  for (const call of [pauseGoal, resumeGoal]) {
    const { status, body } = await lise.refused(call, at(goal))
    expect([status, body.message]).toEqual([409, 'This goal is completed.'])
  }
})

test('a goal that is deleted twice, or while it is completed, is gone', { tags: 'D-47' }, async () => {
  const olga = await world.as('olga')
  const goal = await goalOf(olga)
  const remove = async () => (await olga.request({ method: 'DELETE', url: `/api/goals/${goal}` })).statusCode
  const [completed, ...removed] = await Promise.all([deed(olga, goal, 'complete'), remove(), remove()])
  expect([200, 404]).toContain(completed)
  expect(removed.toSorted()).toEqual([200, 404])
  expect(await titlesOf(olga)).toEqual([])
  for (const name of ['complete', 'pause', 'resume']) expect([name, await deed(olga, goal, name)]).toEqual([name, 404])
})
