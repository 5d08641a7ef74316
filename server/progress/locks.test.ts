/** Runs pairs of calls that lock the same goals, logs and days at once. No pair may deadlock. */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { goalPage, newGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import { storeActivityQuickLog, storeQuickLog } from '../../domain/logs/api.ts'
import { attachMyGoal } from '../../domain/session-goals/api.ts'
import { completeSession, endSession, joinSession, leaveSession, sessionPage } from '../../domain/sessions/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { openRoom, type Room } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
/** The transactions that were repeated: testing/database/database.ts writes each to the console. */
const repeated = vi.spyOn(console, 'error')
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => {
  const calls = [...repeated.mock.calls]
  repeated.mockClear()
  expect(calls).toEqual([])
})
afterAll(() => world.close())

async function attachedGoal(person: Caller, { event }: Room, title: string): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title, action: 'run' }]
  const { goal } = await person.call(storeGoal, { body: { challenge: { tasks } } })
  await person.call(attachMyGoal, { params: { event, goal: String(goal.id) } })
  return goal.id
}

/** Locks rows, and releases them after `work`. */
async function whileLocked(statement: string, values: unknown[], work: () => Promise<void>): Promise<void> {
  await world.db.transaction(async tx => {
    await tx.$client.query(statement, values)
    await work()
  })
}

const HOUR = 3_600_000
const ends: [string, (person: Caller, host: Caller, room: Room) => Promise<unknown>][] = [
  ['its author leaves', (person, _host, { event }) => person.call(leaveSession, { params: { event }, body: {} })],
  ['its author completes', (person, _host, { event }) => person.call(completeSession, { params: { event }, body: {} })],
  ['the host ends the session', (_person, host, { event }) => host.call(endSession, { params: { event }, body: {} })],
  [
    'the time of the session is up',
    (person, _host, { event }) => {
      world.clock.jump(HOUR)
      return person.visit(sessionPage, { event })
    }
  ]
]

test.each(ends)('a log on an attached goal does not deadlock when %s', { tags: 'D-73' }, async (_name, end) => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const room = await openRoom(grace, [ada])
  const goal = await attachedGoal(ada, room, 'Attached')
  const timed = await attachedGoal(ada, room, 'Timed')
  await ada.call(storeActivityQuickLog, { body: { goal_id: timed, duration: 7000 } })
  const { id } = await ada.user()
  let both: Promise<unknown> = Promise.resolve()
  await whileLocked('select from balances where user_id = $1 for update', [id], async () => {
    const logged = ada.call(storeQuickLog, { body: { goal_id: goal, amount: 1 } })
    await untilSomebodyWaits(world.db)
    both = Promise.all([logged, end(ada, grace, room)])
    await untilSomebodyWaits(world.db, 2)
  })
  await both
  expect((await ada.visit(goalPage, { goal: String(goal) })).goal.amount_elapsed).toBe(1)
})

test('a timer that runs out while its goal changes unit still counts', { tags: 'TMR-19' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const room = await openRoom(grace, [ada])
  const goal = await attachedGoal(ada, room, 'Timed')
  const { log } = await ada.call(storeActivityQuickLog, { body: { goal_id: goal, amount: 1 } })
  await ada.call(storeActivityQuickLog, { body: { goal_id: goal, duration: 60 } })
  let both: Promise<unknown> = Promise.resolve()
  await whileLocked('select from logs where id = $1 for update', [log.id], async () => {
    const changed = ada.call(updateGoal, {
      params: { goal: String(goal) },
      body: { challenge: { tasks: [{ unit: 'km' }] } }
    })
    await untilSomebodyWaits(world.db)
    both = Promise.all([changed, world.pass(61_000)])
    await untilSomebodyWaits(world.db, 2)
  })
  await both
  expect((await ada.visit(goalPage, { goal: String(goal) })).goal.duration_elapsed).toBe(60)
})

test('joining a session whose time is up is refused and ends the session', { tags: 'D-82' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await openRoom(grace)
  world.clock.jump(HOUR)
  expect((await ada.refused(joinSession, { params: { event }, body: {} })).status).toBe(409)
  const { rows } = await world.db.$client.query('select status from sessions where slug = $1', [event])
  expect(rows).toEqual([{ status: 2 }])
})

test('only goal-rows.ts and lock-rows.ts lock rows of sessions and goals', () => {
  const files = globSync('server/**/*.ts', { exclude: name => name.endsWith('.test.ts') })
  const lockers = files.filter(file => locksOf(readFileSync(file, 'utf8')).some(table => OURS.test(table)))
  expect(lockers.sort()).toEqual(['server/progress/goal-rows.ts', 'server/progress/lock-rows.ts'])
})

const OURS = /^(sessions|goals)$/

/** Tables whose rows a file locks: for each lock, the last table named before it. */
function locksOf(source: string): string[] {
  return [...source.matchAll(/\.for\(\s*['"`]|for (?:no key )?(?:update|share)|for key share/g)].flatMap(
    ({ index }) => {
      const before = [...source.slice(0, index).matchAll(/(?:\.from\(|\bfrom )(\w+)/g)].at(-1)
      return before?.[1] ?? []
    }
  )
}
