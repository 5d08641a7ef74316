/** Many timers that end at once take as many statements as a few, and one event. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { MOST_OPEN_TIMERS } from '../../domain/lib/limits.ts'
import { storeActivityQuickLog } from '../../domain/logs/api.ts'
import { attachMyGoal } from '../../domain/session-goals/api.ts'
import { endSession, leaveSession, sessionLogsPage, sessionPage, storeSessionLog } from '../../domain/sessions/api.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { eventsOf, openRoom, type Room } from '../../testing/room.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
let grace: Caller
/** More people, so that a room has hundreds of timers. */
let crowd: Caller[]
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  crowd = await Promise.all(Array.from({ length: 6 }, (_, index) => world.as(`member-${index}`)))
  for (const person of [ada, grace, ...crowd]) await setUses(world, person, 2000)
})
afterAll(() => world.close())

const FEW = 2
/** Together with as many timers of a goal, the most that one person may have open. */
const MANY = MOST_OPEN_TIMERS / 2
const MINUTE = 60_000

/** Starts timers of ten minutes in a room, each with an action of its own. */
async function startTimers({ event }: Room, person: Caller, count: number): Promise<void> {
  const start = (_: unknown, index: number) =>
    person.call(storeSessionLog, {
      params: { event },
      body: { duration: 600, amount: 1, action: `${person.username} ${index}` }
    })
  await Promise.all(Array.from({ length: count }, start))
}

test('ending a session stops hundreds of timers with as many statements as a few', {
  tags: ['D-74', 'D-85'],
  timeout: 60_000
}, async () => {
  const counts: number[] = []
  for (const count of [FEW, MOST_OPEN_TIMERS]) {
    const room = await openRoom(ada, [grace, ...crowd])
    const people = [ada, grace, ...crowd]
    for (const person of people) await startTimers(room, person, count)
    await world.pass(MINUTE)
    const { challengeEvent } = await ada.visit(sessionPage, { event: room.event })
    counts.push(await statementsOf(() => ada.call(endSession, { params: { event: room.event }, body: {} })))
    const told = await eventsOf(world, room.id, challengeEvent.seq)
    expect(told).toHaveLength(2)
    const totals = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`grace ${index}`, { amount: 1, distance: 0, duration: 60 }])
    )
    expect(told[0]).toMatchObject({
      type: 'update',
      data: {
        participants: expect.arrayContaining([
          expect.objectContaining({ username: 'grace', task_action_totals: totals })
        ]),
        summary: {
          logs: people.length * count,
          tasks: { '': { amount: people.length * count, duration: people.length * count * 60 } }
        }
      }
    })
    expect(told[1]).toMatchObject({ data: { status: 2, reload: true } })
    const { logs } = await grace.visit(sessionLogsPage, { event: room.event })
    expect(new Set(logs.map(({ status }) => status))).toEqual(new Set([4]))
  }
  expect(counts[1]).toBe(counts[0])
})

test('timers of a room that run out together finish in one transaction with one event', {
  tags: 'D-52',
  timeout: 60_000
}, async () => {
  const counts: number[] = []
  for (const count of [FEW, MOST_OPEN_TIMERS]) {
    const room = await openRoom(ada, crowd)
    for (const person of [ada, ...crowd]) await startTimers(room, person, count)
    const { challengeEvent } = await ada.visit(sessionPage, { event: room.event })
    await world.pass(11 * MINUTE)
    counts.push(await statementsOf(() => world.pass(MINUTE)))
    expect(await eventsOf(world, room.id, challengeEvent.seq)).toHaveLength(1)
    const { me } = await ada.visit(sessionPage, { event: room.event })
    expect(me?.task_totals['']).toMatchObject({ amount: count, duration: count * 600 })
    await ada.call(endSession, { params: { event: room.event }, body: {} })
  }
  expect(counts[1]).toBe(counts[0])
})

test('leaving or completing a goal takes as many statements for many timers as for a few', {
  tags: ['D-73', 'D-50'],
  timeout: 60_000
}, async () => {
  const left: number[] = []
  const completed: number[] = []
  for (const count of [FEW, MANY]) {
    const room = await openRoom(ada, [grace])
    const body = { challenge: { tasks: [{ ...newGoal(crypto.randomUUID()), title: `Goal of ${count}` }] } }
    const { goal } = await grace.call(storeGoal, { body })
    await grace.call(attachMyGoal, { params: { event: room.event, goal: String(goal.id) } })
    const log = (_: unknown, index: number) =>
      grace.call(storeActivityQuickLog, {
        body: { goal_id: goal.id, duration: 600, amount: 1, title: `Timer ${index}` }
      })
    await Promise.all(Array.from({ length: count }, log))
    await startTimers(room, grace, count)
    await world.pass(MINUTE)
    const params = { goal: String(goal.id) }
    completed.push(await statementsOf(() => grace.call(completeGoal, { params })))
    left.push(await statementsOf(() => grace.call(leaveSession, { params: { event: room.event }, body: {} })))
    const { challengeEvent } = await ada.visit(sessionPage, { event: room.event })
    expect(challengeEvent.summary).toMatchObject({ logs: 2 * count, tasks: { '': { duration: 2 * count * 60 } } })
  }
  expect(completed[1]).toBe(completed[0])
  expect(left[1]).toBe(left[0])
})
