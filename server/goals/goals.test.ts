import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  completeGoal,
  deleteGoal,
  goalLogsPage,
  goalPage,
  moveGoal,
  myGoalsPage,
  newGoal,
  pauseGoal,
  resumeGoal,
  storeGoal,
  updateGoal
} from '../../domain/goals/api.ts'
import { addDays } from '../../domain/lib/day.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { setUses } from '../../testing/token-balance.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Params = { goal: string }

const goal = (title: string) => ({ ...newGoal(randomUUID()), title })
const store = (title: string) => ({ body: { challenge: { tasks: [goal(title)] } } })

test('a goal is created with its form and listed', {
  tags: ['GOAL-01', 'GOAL-13', 'GOAL-14', 'GOAL-50', 'MYS-22']
}, async () => {
  const ada = await world.as('ada')
  const response = await ada.call(storeGoal, store('Read 12 books'))
  expect(response).toMatchObject({
    error: null,
    error_code: null,
    goal: { title: 'Read 12 books', amount: 1, status: 1 }
  })
  const { my_goals } = await ada.visit(myGoalsPage)
  expect(my_goals.map(({ title }) => title)).toContain('Read 12 books')
})

test('a goal has every documented field', { tags: ['GOAL-60..GOAL-79', 'GOAL-85..GOAL-91'] }, async () => {
  const ada = await world.as('ada')
  const { goal: made } = await ada.call(storeGoal, store('Every field'))
  for (const field of [
    ...['id', 'uuid', 'title', 'link', 'content', 'started_at', 'ended_at', 'duration', 'action_duration', 'action'],
    ...['distance', 'amount', 'amount_per_log', 'amount_remaining', 'unit', 'sets', 'is_interval', 'timers', 'list'],
    'quick_log_buttons'
  ]) {
    expect(made).toHaveProperty(field)
  }
  for (const field of ['uuid', 'amount', 'distance', 'duration', 'status', 'active_log_id', 'activeLog']) {
    expect(made.quick_log_buttons[0]).toHaveProperty(field)
  }
})

test('the timers of a goal are returned as they were set', {
  tags: ['GOAL-80..GOAL-84', 'GOAL-76', 'GOAL-77']
}, async () => {
  const ada = await world.as('ada')
  const nested = [
    { title: 'Run', duration: 60 },
    { title: 'Walk', duration: 90 }
  ]
  const timers = [
    { uuid: randomUUID(), title: 'Warm up', duration: 300, is_interval: 0 as const, sets: 1, nested: [] },
    { uuid: randomUUID(), title: 'Intervals', duration: 0, is_interval: 1 as const, sets: 8, nested }
  ]
  const { goal: made } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...goal('Run'), is_interval: 1, timers }] } }
  })
  const { goal: read } = await ada.visit(goalPage, { goal: String(made.id) })
  expect(read.is_interval).toBe(1)
  expect(read.timers).toEqual(timers)
})

test('a button with a running timer has its log', { tags: 'GOAL-90..GOAL-97' }, async () => {
  const ada = await world.as('ada')
  const { goal: made } = await ada.call(storeGoal, store('Focus'))
  const pressed = made.quick_log_buttons[0]?.uuid ?? ''
  const { log } = await ada.call(storeQuickLog, {
    body: { goal_id: made.id, ql_button_uuid: pressed, amount: 2, duration: 600 }
  })
  world.clock.jump(45_000)
  const { goal: read } = await ada.visit(goalPage, { goal: String(made.id) })
  expect(read.quick_log_buttons[0]).toMatchObject({
    active_log_id: log.id,
    activeLog: { amount: 2, duration: 600, elapsed_duration: 45, status: 1, username: 'ada', is_timed: 1 }
  })
})

test('a goal costs one use, and the response says how many are left', { tags: ['TOK-03', 'TOK-14'] }, async () => {
  const grace = await world.as('grace')
  const response = await grace.request({ method: 'POST', url: '/goals/store', payload: store('One').body })
  expect(response.headers['x-tokens-left']).toBe('999')
  expect((await grace.user()).all_remaining_tokens).toBe(999)
})

test('several goals are created all or none, and a bare goal is accepted', { tags: 'D-49' }, async () => {
  const hedy = await world.as('hedy')
  const { goals } = await hedy.call(storeGoal, { body: { challenge: { tasks: [goal('A'), goal('B')] } } })
  expect(goals.map(({ title }) => title)).toEqual(['A', 'B'])
  expect((await hedy.user()).all_remaining_tokens).toBe(998)
  const bare = await hedy.request({ method: 'POST', url: '/api/goals/store', payload: goal('C') })
  expect(bare.json().goal.title).toBe('C')
  const { status, body } = await hedy.refused(storeGoal, {
    body: { challenge: { tasks: [goal('D'), { ...goal(''), title: ' ' }] } }
  })
  expect(status).toBe(422)
  expect(body.errors).toHaveProperty('challenge.tasks.1.title', 'Value is required.')
  expect((await hedy.visit(myGoalsPage)).my_goals).toHaveLength(3)
})

test('twenty goals take as many statements as one', { tags: 'D-49' }, async () => {
  const nora = await world.as('nora')
  const counts: number[] = []
  for (const count of [1, 20]) {
    const tasks = Array.from({ length: count }, (_, index) => goal(`Goal ${index}`))
    counts.push(await statementsOf(() => nora.call(storeGoal, { body: { challenge: { tasks } } })))
  }
  expect(counts[1]).toBe(counts[0])
  expect((await nora.user()).all_remaining_tokens).toBe(979)
})

test('goals that are created together are charged in order, from the next bucket when one is empty', {
  tags: ['D-02', 'D-03', 'D-49']
}, async () => {
  const olga = await world.as('olga')
  await setUses(world, olga, 1)
  await setUses(world, olga, 2, 'purchased')
  const tasks = ['A', 'B', 'C', 'D'].map(goal)
  const { status } = await olga.refused(storeGoal, { body: { challenge: { tasks } } })
  expect(status).toBe(402)
  expect((await olga.visit(myGoalsPage)).my_goals).toEqual([])
  await olga.call(storeGoal, { body: { challenge: { tasks: tasks.slice(0, 3) } } })
  const { rows } = await world.db.execute(sql`
    select l.bucket, l.amount, g.title from ledger l join goals g on g.id = l.subject_id join users u on u.id = l.user_id
    where l.action = 'goal' and u.username = 'olga' order by l.id`)
  expect(rows).toEqual([
    { bucket: 'free', amount: -1, title: 'A' },
    { bucket: 'purchased', amount: -1, title: 'B' },
    { bucket: 'purchased', amount: -1, title: 'C' }
  ])
})

test("open goals come first, in the person's own order across pages, then completed ones", {
  tags: ['GOAL-02', 'D-50']
}, async () => {
  const vera = await world.as('vera')
  const { goals } = await vera.call(storeGoal, { body: { challenge: { tasks: ['A', 'B', 'C', 'D'].map(goal) } } })
  const [a, b, , d] = goals.map(({ id }) => ({ goal: String(id) })) as [Params, Params, Params, Params]
  const list = async () => {
    const { my_goals, open_count, completed_count } = await vera.visit(myGoalsPage)
    return [my_goals.map(({ title }) => title).join(''), open_count, completed_count]
  }
  expect(await list()).toEqual(['DCBA', 4, 0])
  await vera.call(moveGoal, { params: a, body: { by: -2 } })
  await vera.call(moveGoal, { params: d, body: { by: 100 } })
  expect(await list()).toEqual(['ACBD', 4, 0])
  await Promise.all([1, -1, 2].map(by => vera.call(moveGoal, { params: b, body: { by } })))
  await vera.call(moveGoal, { params: b, body: { by: -100 } })
  await vera.call(completeGoal, { params: a })
  await vera.call(storeGoal, store('E'))
  expect(await list()).toEqual(['EBCDA', 4, 1])
  await vera.call(updateGoal, { params: a, body: { challenge: { tasks: [{ status: 1 }] } } })
  expect(await list()).toEqual(['EBACD', 5, 0])
  expect(await vera.visit(myGoalsPage, {}, { page: '2' })).toMatchObject({ my_goals: [], open_count: 5 })

  await vera.call(completeGoal, { params: a })
  expect(await vera.refused(moveGoal, { params: a, body: { by: 1 } })).toMatchObject({
    status: 409,
    body: { message: 'This goal is completed. Reopen it to move it.' }
  })
  expect((await vera.refused(moveGoal, { params: b, body: { by: 0.5 } })).body.errors).toHaveProperty('by')
  const other = await world.as('wilma')
  expect((await other.refused(moveGoal, { params: b, body: { by: 1 } })).status).toBe(404)
})

test('retries with the same key make one goal and one charge, even at the same moment', async () => {
  const katherine = await world.as('katherine')
  const input = { ...store('Once'), key: randomUUID() }
  const responses = await Promise.all(Array.from({ length: 6 }, () => katherine.call(storeGoal, input)))
  expect(new Set(responses.map(response => response.goal.id)).size).toBe(1)
  expect((await katherine.visit(myGoalsPage)).my_goals).toHaveLength(1)
  expect((await katherine.user()).all_remaining_tokens).toBe(999)
})

test('a goal keeps its start and end, and never ends before it begins', {
  tags: ['GOAL-65', 'GOAL-66']
}, async () => {
  const ada = await world.as('ada')
  const period = { started_at: '2026-12-01T00:00:00.000Z', ended_at: '2026-12-31T22:59:59.000Z' }
  const body = (fields: object) => ({ challenge: { tasks: [{ ...goal('Read 12 books'), ...fields }] } })
  const { goal: made } = await ada.call(storeGoal, { body: body(period) })
  const params = { goal: String(made.id) }
  const read = async () => (await ada.visit(goalPage, params)).goal
  expect(await read()).toMatchObject(period)
  const later = { ended_at: '2027-01-31T22:59:59.000Z' }
  const change = (fields: object) => ({ params, body: { challenge: { tasks: [{ title: 'Read', ...fields }] } } })
  await ada.call(updateGoal, change(later))
  expect(await read()).toMatchObject({ ...period, ...later })
  await ada.call(updateGoal, change({ started_at: null }))
  expect(await read()).toMatchObject({ started_at: null, ...later })

  const backwards = { started_at: '2027-03-01T00:00:00.000Z' }
  const wrong = [
    await ada.refused(updateGoal, change(backwards)),
    await ada.refused(storeGoal, { body: body({ ...later, ...backwards }) })
  ]
  for (const { status, body } of wrong) {
    expect([status, body.errors]).toEqual([422, { 'challenge.tasks.0.ended_at': 'A goal can’t end before it starts.' }])
  }
  expect(await read()).toMatchObject({ started_at: null, ...later })
  const left = (await ada.user()).all_remaining_tokens
  expect((await ada.refused(storeGoal, { body: body({ ended_at: 'soon' }) })).status).toBe(422)
  expect((await ada.user()).all_remaining_tokens).toBe(left)
})

test('a retry with the key of a deleted goal does not restore it', { tags: 'D-47' }, async () => {
  const dorothy = await world.as('dorothy')
  const input = { ...store('Once'), key: randomUUID() }
  const { goal } = await dorothy.call(storeGoal, input)
  await dorothy.call(deleteGoal, { params: { goal: String(goal.id) } })
  const { status, body } = await dorothy.refused(storeGoal, input)
  expect([status, body.message]).toEqual([404, 'This goal was deleted.'])
})

test('a goal is changed, completed with its time, and reopened', {
  tags: ['GOAL-26', 'GOAL-27', 'GOAL-28', 'GOAL-29', 'GOAL-30']
}, async () => {
  const ada = await world.as('ada')
  const { goal: made } = await ada.call(storeGoal, store('Walk'))
  const params = { goal: String(made.id) }
  const changed = await ada.call(updateGoal, {
    params,
    body: { challenge: { tasks: [{ title: 'Walk far', distance: 12.5, unit: 'miles' }] } }
  })
  expect(changed.goal).toMatchObject({ title: 'Walk far', distance: 12.5, distance_remaining: 12.5 })
  const { goal: completed } = await ada.call(completeGoal, { params })
  expect(completed).toMatchObject({ status: 2, completed_at: new Date(world.clock.now()).toISOString() })
  world.clock.jump(5000)
  const again = await ada.call(completeGoal, { params })
  expect(again.goal.completed_at).toBe(completed.completed_at)
  const reopened = await ada.call(updateGoal, {
    params,
    body: { challenge: { tasks: [{ title: 'Walk far', status: 1 }] } }
  })
  expect(reopened.goal).toMatchObject({ status: 1, completed_at: null })
  const { log } = await ada.call(storeQuickLog, { body: { goal_id: made.id, duration: 600 } })
  const closed = await ada.call(updateGoal, {
    params,
    body: { challenge: { tasks: [{ title: 'Walk far', status: 2 }] } }
  })
  expect(closed.goal).toMatchObject({ status: 2, completed_at: new Date(world.clock.now()).toISOString() })
  const { logs } = await ada.visit(goalPage, params)
  expect(logs.find(({ id }) => id === log.id)?.status).toBe(2)
})

test('completing finishes a running log first', { tags: 'D-50' }, async () => {
  const ada = await world.as('ada')
  const { goal: made } = await ada.call(storeGoal, store('Focus'))
  await ada.call(storeQuickLog, { body: { goal_id: made.id, duration: 600 } })
  world.clock.jump(60_000)
  const { goal: completed } = await ada.call(completeGoal, { params: { goal: String(made.id) } })
  expect(completed).toMatchObject({ status: 2, duration_elapsed: 60, active_log_id: null })
})

test('the page of a goal has its logs and the data of its surroundings', {
  tags: ['GOAL-51', 'GOAL-52', 'GOAL-54..GOAL-58']
}, async () => {
  const ada = await world.as('ada')
  const { goal: made } = await ada.call(storeGoal, store('Page'))
  await ada.call(storeQuickLog, { body: { goal_id: made.id, amount: 1 } })
  for (const page of [goalPage, goalLogsPage]) {
    const data = await ada.visit(page, { goal: String(made.id) })
    expect(data).toMatchObject({ goal: { id: made.id }, session: null, group: null, notes: [] })
    expect(data.logs).toHaveLength(1)
  }
})

test('a page without the surrounding data may request it, and gets it in every case', { tags: 'API-12' }, async () => {
  const ada = await world.as('ada')
  const { goal: made } = await ada.call(storeGoal, store('Around'))
  const params = { goal: String(made.id) }
  const asked = await ada.visit(goalLogsPage, params, { 'with-parent': 1 })
  expect(asked.goal).toMatchObject({ id: made.id })
  expect(await ada.visit(goalLogsPage, params)).toEqual(asked)
})

test('deleting a goal removes it and its logs from all lists, without a refund', {
  tags: ['GOAL-24', 'D-47']
}, async () => {
  const mary = await world.as('mary')
  const { goal: made } = await mary.call(storeGoal, store('Gone'))
  await mary.call(storeQuickLog, { body: { goal_id: made.id, amount: 1 } })
  const left = (await mary.user()).all_remaining_tokens
  await mary.call(deleteGoal, { params: { goal: String(made.id) } })
  expect((await mary.visit(myGoalsPage)).my_goals).toEqual([])
  expect((await mary.user()).all_remaining_tokens).toBe(left)
  const { status } = await mary.refused(deleteGoal, { params: { goal: String(made.id) } })
  expect(status).toBe(404)
})

test('other people cannot see or change a goal, and visitors must sign in', {
  tags: ['GOAL-59', 'D-130', 'SEC-11', 'SEC-55']
}, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const { goal: made } = await ada.call(storeGoal, store('Mine'))
  const params = { goal: String(made.id) }
  const body = { challenge: { tasks: [goal('Stolen')] } }
  for (const [call, input] of [
    [updateGoal, { params, body }],
    [completeGoal, { params }],
    [deleteGoal, { params }]
  ] as const) {
    expect((await grace.refused(call, input)).status).toBe(404)
    expect((await world.visitor.refused(call, input)).status).toBe(401)
  }
  expect((await grace.request({ url: `/api/my/goals/${made.id}` })).statusCode).toBe(404)
  expect((await world.visitor.request({ url: `/api/my/goals/${made.id}` })).statusCode).toBe(401)
  expect((await ada.visit(goalPage, params)).goal.title).toBe('Mine')
})

test.each([
  ['no title', { title: undefined }, 'challenge.tasks.0.title'],
  ['a wrong type', { title: 'A', amount: 'many' }, 'challenge.tasks.0.amount'],
  ['a negative amount', { title: 'A', amount: -1 }, 'challenge.tasks.0.amount'],
  ['a null byte', { title: 'A\u0000B' }, 'challenge.tasks.0.title'],
  ['a script as link', { title: 'A', link: 'javascript:alert(1)' }, 'challenge.tasks.0.link'],
  ['a huge duration', { title: 'A', duration: 1e12 }, 'challenge.tasks.0.duration'],
  ['a fraction of sets', { title: 'A', sets: 1.5 }, 'challenge.tasks.0.sets']
])('a goal with %s is refused under its field, and nothing is saved', { tags: 'API-48' }, async (_, wrong, field) => {
  const ada = await world.as('ada')
  const before = await ada.user()
  const { status, body } = await ada.refused(storeGoal, { body: { challenge: { tasks: [wrong] } } })
  expect(status).toBe(422)
  expect(Object.keys(body.errors ?? {})).toEqual([field])
  expect(body).toMatchObject({ message: expect.any(String), error: expect.any(String) })
  expect(await ada.user()).toEqual(before)
})

test('a paused goal keeps its streak, accepts logs, and can be resumed', async () => {
  const xena = await world.as('xena')
  await setUses(world, xena, 100)
  const input = { ...goal('Push-ups'), amount: 10, repeats: { every: 'day' as const, weekdays: [] } }
  const { goal: made } = await xena.call(storeGoal, { body: { challenge: { tasks: [input] } } })
  const params = { goal: String(made.id) }
  const log = () => xena.call(storeQuickLog, { body: { goal_id: made.id, amount: 10 } })
  const day = 24 * 3600_000
  await log()
  world.clock.jump(day)
  const { goal: paused } = await xena.call(pauseGoal, { params })
  expect(paused.pauses).toEqual([{ from: addDays(made.period?.from ?? '', 1), until: null }])
  expect((await xena.call(pauseGoal, { params })).goal.pauses).toEqual(paused.pauses)
  world.clock.jump(2 * day)
  await log()
  world.clock.jump(day)
  expect((await xena.call(resumeGoal, { params })).goal.pauses).toMatchObject([{ until: expect.any(String) }])
  world.clock.jump(day)
  const { history } = await xena.visit(goalPage, params)
  expect(history.periods.map(({ is_met, is_paused }) => Number(is_met) + 2 * Number(is_paused))).toEqual([
    0, 2, 3, 2, 2, 1
  ])
  expect(history.met_before).toBe(2)

  const other = await world.as('yara')
  for (const call of [pauseGoal, resumeGoal]) expect((await other.refused(call, { params })).status).toBe(404)
  await xena.call(completeGoal, { params })
  expect((await xena.refused(pauseGoal, { params })).status).toBe(409)
})

test('a log on a day off counts for the next chosen day', { tags: 'D-157' }, async () => {
  const zoe = await world.as('zoe')
  const [today, tomorrow] = [0, 1].map(days =>
    new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  )
  const weekday = new Date(`${tomorrow}T00:00Z`).getUTCDay() || 7
  const input = { ...goal('Push-ups'), amount: 10, repeats: { every: 'day' as const, weekdays: [weekday] } }
  const { goal: made } = await zoe.call(storeGoal, { body: { challenge: { tasks: [input] } } })
  const { goal: pressed } = await zoe.call(storeQuickLog, { body: { goal_id: made.id, amount: 12, day: today } })
  expect(pressed?.period).toMatchObject({ from: tomorrow, to: tomorrow, logs: 1, amount: 12 })
  const { history } = await zoe.visit(goalPage, { goal: String(made.id) })
  expect(history.periods[0]).toMatchObject({ from: tomorrow, amount: 12, is_met: true })
})

test('a goal that repeats starts again each day and keeps its periods; another goal has none', async () => {
  const rosa = await world.as('rosa')
  await setUses(world, rosa, 100)
  const once = await rosa.call(storeGoal, store('Once'))
  expect(once.goal).toMatchObject({ repeats: null, period: null })
  const input = { ...goal('Push-ups'), amount: 10, repeats: { every: 'day' as const, weekdays: [] } }
  const { goal: made } = await rosa.call(storeGoal, { body: { challenge: { tasks: [input] } } })
  const today = new Date(world.clock.now()).toISOString().slice(0, 10)
  const before = (days: number) => new Date(world.clock.now() - days * 86_400_000).toISOString().slice(0, 10)
  expect(made.period).toEqual({ from: today, to: today, logs: 0, amount: 0, distance: 0, duration: 0 })
  for (const [day, amount] of [
    [before(3), 4],
    [before(1), 12.5],
    [today, 6]
  ] as const) {
    await rosa.call(storeQuickLog, { body: { goal_id: made.id, amount, day } })
  }
  const { goal: pressed } = await rosa.call(storeQuickLog, {
    body: { goal_id: made.id, amount: 0.1, duration: 60, status: 2 }
  })
  expect(pressed).toMatchObject({ amount_elapsed: 22.6, period: { logs: 2, amount: 6.1, duration: 60 } })
  const params = { goal: String(made.id) }
  const page = await rosa.visit(goalPage, params)
  expect(page.goal.period).toEqual(pressed?.period)
  expect(page.history.periods.map(({ from, amount, is_met }) => [from, amount, is_met])).toEqual([
    [today, 6.1, false],
    [before(1), 12.5, true],
    [before(2), 0, false],
    [before(3), 4, false]
  ])
  expect(page.history.met_before).toBe(1)
  expect((await rosa.visit(myGoalsPage)).my_goals[0]).toMatchObject({ id: made.id, period: pressed?.period })
  const weekly = { repeats: { every: 'week' as const, weekdays: [] } }
  const { goal: changed } = await rosa.call(updateGoal, { params, body: { challenge: { tasks: [weekly] } } })
  expect(changed).toMatchObject({ title: 'Push-ups', ...weekly })
  const yearly = { repeats: { every: 'year' } }
  expect((await rosa.refused(updateGoal, { params, body: { challenge: { tasks: [yearly] } } })).body.errors).toEqual({
    'challenge.tasks.0.repeats.every': 'Choose day, week or month.'
  })
  expect(page.progress).toBeNull()
  expect((await rosa.visit(goalPage, { goal: String(once.goal.id) })).history).toEqual({ periods: [], met_before: 0 })
})

test("a goal's chart begins with its first day or log, and shows weeks for a long time", {
  tags: 'GOAL-65'
}, async () => {
  const sam = await world.as('sam')
  const today = new Date(world.clock.now()).toISOString().slice(0, 10)
  const started_at = `${addDays(today, -4)}T00:00:00.000Z`
  const { goal: made } = await sam.call(storeGoal, { body: { challenge: { tasks: [{ title: 'Read', started_at }] } } })
  const params = { goal: String(made.id) }
  const log = (day: string, amount: number, body = {}) =>
    sam.call(storeQuickLog, { body: { goal_id: made.id, amount, day, ...body } })
  const progress = async () => (await sam.visit(goalPage, params)).progress
  expect(await progress()).toEqual({ from: addDays(today, -4), step: 1, points: [] })

  await log(addDays(today, -2), 0.1, { distance: 2 })
  await log(addDays(today, -2), 0.2)
  await log(today, 1, { duration: 60, status: 2 })
  expect(await progress()).toEqual({
    from: addDays(today, -4),
    step: 1,
    points: [
      { day: addDays(today, -2), amount: 0.3, distance: 2, duration: 0 },
      { day: today, amount: 1.3, distance: 2, duration: 60 }
    ]
  })

  await log(addDays(today, -200), 5)
  await log(addDays(today, -195), 1)
  await log(addDays(today, -193), 1)
  expect(await progress()).toEqual({
    from: addDays(today, -200),
    step: 7,
    points: [
      { day: addDays(today, -194), amount: 6, distance: 0, duration: 0 },
      { day: addDays(today, -187), amount: 7, distance: 0, duration: 0 },
      // The last week is not over.
      { day: today, amount: 8.3, distance: 2, duration: 60 }
    ]
  })
})
