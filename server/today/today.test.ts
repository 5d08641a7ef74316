import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeGoal, storeGoal } from '../../domain/goals/api.ts'
import { joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { joinSession, leaveSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const titles = (cards: { title: string }[]) => cards.map(({ title }) => title)

test("today has my sessions, my first open goals, and my groups' sessions without me", {
  tags: ['MYS-14', 'GOAL-02']
}, async () => {
  expect(await ada.visit(todayPage)).toEqual({
    sessions: [],
    shared_goals: [],
    my_goals: [],
    programmes: [],
    next_units: [],
    group_sessions: [],
    away_until: null,
    streak: 0
  })
  expect((await world.visitor.request({ url: '/api/my/today' })).statusCode).toBe(401)

  const { group } = await grace.call(storeGroup, { body: { title: 'Walkers' } })
  await ada.call(joinGroup, { params: { hut: group.slug }, body: {} })
  const hold = async (title: string, challenge: object = {}) =>
    (await grace.call(storeSession, { body: { challenge: { title, duration: 3600, ...challenge } } })).event
  const inHours = (hours: number) => new Date(world.clock.now() + hours * 3_600_000).toISOString()
  const join = (event: { slug: string }) => ada.call(joinSession, { params: { event: event.slug }, body: {} })

  await hold('Of others')
  await hold('Of the group', { hut_id: group.id })
  const both = await hold('Of the group, and mine', { hut_id: group.id, started_at: inHours(1) })
  const later = await hold('Tomorrow', { started_at: inHours(24) })
  const running = await hold('Runs')
  for (const event of [both, later, running]) await join(event)
  const today = await ada.visit(todayPage)
  expect(titles(today.sessions)).toEqual(['Runs', 'Of the group, and mine', 'Tomorrow'])
  expect(today.sessions.map(({ is_joined }) => is_joined)).toEqual([1, 1, 1])
  expect(today.sessions[0]?.faces).toEqual(['ada', 'grace'])
  expect(titles(today.group_sessions)).toEqual(['Of the group'])

  await ada.call(leaveSession, { params: { event: running.slug }, body: {} })
  world.clock.jump(2 * 3_600_000 + 1000)
  const afterwards = await ada.visit(todayPage)
  expect([titles(afterwards.sessions), titles(afterwards.group_sessions)]).toEqual([['Tomorrow'], []])

  const goals = []
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    goals.push((await ada.call(storeGoal, { body: { challenge: { tasks: [{ title }] } } })).goal)
  }
  expect(titles((await ada.visit(todayPage)).my_goals)).toEqual(['Four', 'Three', 'Two'])
  for (const goal of goals.slice(1)) await ada.call(completeGoal, { params: { goal: String(goal.id) } })
  expect(titles((await ada.visit(todayPage)).my_goals)).toEqual(['One'])
})

test('a daily goal behind many others is listed as long as it is due or met', { tags: 'D-143' }, async () => {
  const linus = await world.as('linus')
  const store = async (task: object) =>
    (await linus.call(storeGoal, { body: { challenge: { tasks: [{ title: 'A goal', ...task }] } } })).goal
  const water = await store({ title: 'Water', amount: 1, repeats: { every: 'day', weekdays: [] } })
  for (const title of ['One', 'Two', 'Three', 'Four']) await store({ title })
  expect(titles((await linus.visit(todayPage)).my_goals)).toEqual(['Four', 'Three', 'Two', 'Water'])
  await linus.call(storeQuickLog, { body: { goal_id: water.id, ql_button_uuid: null, amount: 1, status: 2 } })
  const today = await linus.visit(todayPage)
  expect(titles(today.my_goals)).toEqual(['Four', 'Three', 'Two', 'Water'])
  expect(today.streak).toBe(1)
})
