import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteGoal, goalLogsPage, goalPage, myGoalsPage, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { deleteLog, restoreLog, storeActivityQuickLog, storeQuickLog, updateLog } from '../../domain/logs/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import {
  completeLog,
  getRunningTimers,
  resetLog,
  startLog,
  stopLog,
  stopSessionLog
} from '../../domain/logs/timer-api.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Days are in UTC here. */
const day = (days = 0) => at(days * 86_400_000).slice(0, 10)
const at = (ms = 0) => new Date(world.clock.now() + ms).toISOString()

async function goalOf(person: Caller, title = 'Walk') {
  const { goal } = await person.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title, amount: 100 }] } }
  })
  return goal
}

async function logOf(person: Caller, fields: Record<string, unknown> = {}) {
  const { id } = await goalOf(person)
  const { log } = await person.call(storeQuickLog, { body: { goal_id: id, amount: 1, ...fields } })
  return { goalId: id, log, params: { log: String(log.id) } }
}

async function totalsOf(person: Caller, id: number) {
  const { goal } = await person.visit(goalPage, { goal: String(id) })
  return [goal.amount_elapsed, goal.distance_elapsed, goal.duration_elapsed]
}

test('a quick log without a timer counts at once', {
  tags: ['LOG-01', 'LOG-28', 'LOG-29', 'LOG-30', 'D-52']
}, async () => {
  const ada = await world.as('ada')
  const { id, quick_log_buttons } = await goalOf(ada)
  const body = {
    goal_id: id,
    amount: 2,
    distance: 1.5,
    duration: null,
    content: 'In the rain',
    title: 'Morning',
    status: 1,
    ql_button_uuid: quick_log_buttons[0]?.uuid ?? null
  } as const
  const response = await ada.call(storeQuickLog, { body })
  expect(response).toMatchObject({
    log: { id: expect.any(Number), status: 1, is_timed: 0, title: 'Morning', content: 'In the rain', ended_at: null },
    goal: { id, amount_elapsed: 2, distance_elapsed: 1.5, duration_elapsed: 0, amount_remaining: 98 },
    error: null,
    error_code: null
  })
  world.clock.jump(3600_000)
  expect(await totalsOf(ada, id)).toEqual([2, 1.5, 0])
})

test('store-activity-quick-log returns the goal and the log too', { tags: 'LOG-31' }, async () => {
  const ada = await world.as('ada')
  const { id } = await goalOf(ada)
  const { goal, log } = await ada.call(storeActivityQuickLog, { body: { goal_id: id, amount: 3 } })
  expect([goal?.amount_elapsed, log.goal_id]).toEqual([3, id])
})

test('my logs are listed with their fields; a visitor sees none', {
  tags: ['LOG-02', 'LOG-32..LOG-39', 'LOG-08', 'D-46']
}, async () => {
  const grace = await world.as('grace')
  const { goalId, log } = await logOf(grace, { duration: 600 })
  world.clock.jump(10_000)
  const { logs } = await grace.visit(myLogsPage)
  expect(logs).toHaveLength(1)
  expect(logs[0]).toMatchObject({
    id: log.id,
    amount: 1,
    duration: 600,
    elapsed_duration: 10,
    remaining_duration: 590,
    status: 1,
    is_timed: 1,
    username: 'grace',
    goal: { id: goalId, title: 'Walk' }
  })
  expect((await world.visitor.request({ url: '/api/my/logs' })).statusCode).toBe(401)
})

test('a page of my logs returns one more than it shows', { tags: 'API-08' }, async () => {
  const barbara = await world.as('barbara')
  const { id } = await goalOf(barbara)
  for (let index = 0; index < 12; index++) {
    await barbara.call(storeQuickLog, { body: { goal_id: id, amount: index } })
  }
  const amounts = async (page: string) =>
    (await barbara.visit(myLogsPage, {}, { page })).logs.map(({ amount }) => amount)
  expect(await amounts('1')).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await amounts('2')).toEqual([1, 0])
  expect(await amounts('3')).toEqual([])
  expect(await amounts('-1')).toEqual(await amounts('1'))
})

test('my logs are listed by day with totals, filtered by the query string', {
  tags: 'LOG-32'
}, async () => {
  const rosalind = await world.as('rosalind')
  const walk = await goalOf(rosalind)
  const { goal: read } = await rosalind.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read', action: 'Read', unit: 'pages' }] } }
  })
  const log = (goal_id: number, fields: Record<string, unknown>) =>
    rosalind.call(storeQuickLog, { body: { goal_id, status: 2, ...fields } })
  await log(walk.id, { distance: 1.5, duration: 600 })
  await log(read.id, { amount: 10, day: day(-1) })
  await log(read.id, { amount: 20, duration: 90 })
  await log(walk.id, { amount: 2, day: day(-1) })
  await log(read.id, { title: 'At last', day: day(-2) })
  const gone = await log(read.id, { amount: 1000 })
  await rosalind.call(deleteLog, { params: { log: String(gone.log.id) } })
  type Query = Partial<Record<'goal' | 'action' | 'session', string | number>>
  const listed = async (query: Query) => {
    const { logs, days } = await rosalind.visit(myLogsPage, {}, query as Record<string, string | number>)
    return { logs: logs.map(({ amount }) => amount), days }
  }
  const nothing = { distance: 0, duration: 0, amounts: [] }
  const oldest = { ...nothing, day: day(-2), logs: 1 }
  expect(await listed({})).toEqual({
    logs: [20, null, 2, 10, null],
    days: [
      { day: day(), logs: 2, distance: 1.5, duration: 690, amounts: [{ unit: 'pages', amount: 20 }] },
      {
        ...nothing,
        day: day(-1),
        logs: 2,
        amounts: [
          { unit: '', amount: 2 },
          { unit: 'pages', amount: 10 }
        ]
      },
      oldest
    ]
  })
  const pages = (amount: number) => [{ unit: 'pages', amount }]
  const ofRead = {
    logs: [20, 10, null],
    days: [
      { ...nothing, day: day(), logs: 1, duration: 90, amounts: pages(20) },
      { ...nothing, day: day(-1), logs: 1, amounts: pages(10) },
      oldest
    ]
  }
  for (const query of [{ goal: read.id }, { action: 'Read' }, { goal: read.id, action: 'Read' }]) {
    expect(await listed(query)).toEqual(ofRead)
  }
  for (const query of [{ action: 'Swim' }, { session: 1 }, { goal: 999_999 }, { goal: walk.id, action: 'Read' }]) {
    expect(await listed(query)).toEqual({ logs: [], days: [] })
  }
  expect((await listed({ goal: 'x', session: '', action: '' })).logs).toHaveLength(5)
  const { choices } = await rosalind.visit(myLogsPage)
  expect(choices).toEqual({
    goals: [read, walk].map(({ id, title }) => ({ id, title })),
    actions: ['Read'],
    sessions: []
  })
  const other = await world.as('grace')
  expect((await other.visit(myLogsPage, {}, { goal: read.id })).logs).toEqual([])
})

test('changing the start and end of a log changes its time and its day', { tags: 'D-51' }, async () => {
  const ada = await world.as('ada')
  const { goalId, params } = await logOf(ada, { duration: 600, status: 2 })
  const times = { started_at: `${day(-3)}T10:00:00.000Z`, ended_at: `${day(-3)}T10:20:00.000Z` }
  const { log } = await ada.call(updateLog, { params, body: times })
  expect(log).toMatchObject({ ...times, day: day(-3), duration: 1200, elapsed_duration: 1200 })
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 1200])
  const wrong = await ada.refused(updateLog, { params, body: { ...times, ended_at: at(60_000) } })
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['ended_at']])
})

test('a log costs one use; moving, changing and later deleting it costs nothing', {
  tags: ['TOK-05', 'D-02']
}, async () => {
  const hedy = await world.as('hedy')
  const { id } = await goalOf(hedy)
  const response = await hedy.request({
    method: 'POST',
    url: '/logs/store-quick-log',
    payload: { goal_id: id, duration: 60 }
  })
  expect(response.headers['x-tokens-left']).toBe('998')
  const params = { log: String(response.json().log.id) }
  await hedy.call(stopLog, { params, body: { status: 3 } })
  await hedy.call(startLog, { params, body: {} })
  await hedy.call(completeLog, { params })
  await hedy.call(updateLog, { params, body: { title: 'Done' } })
  world.clock.jump(60_000)
  await hedy.call(deleteLog, { params })
  expect((await hedy.user()).all_remaining_tokens).toBe(998)
})

test('a log on a goal that is deleted at that moment is charged and returned, or neither', {
  tags: 'TOK-05'
}, async () => {
  const racer = await world.as('racer')
  for (let round = 0; round < 15; round++) {
    const { id } = await goalOf(racer)
    const before = (await racer.user()).all_remaining_tokens
    const [log] = await Promise.all([
      racer.request({ method: 'POST', url: '/api/logs/store-quick-log', payload: { goal_id: id, amount: 1 } }),
      racer.call(deleteGoal, { params: { goal: String(id) } })
    ])
    const charged = before - (await racer.user()).all_remaining_tokens
    expect([log.statusCode, charged]).toEqual(log.statusCode === 200 ? [200, 1] : [404, 0])
  }
})

test.each([[null], ['soon'], [Number.NaN], [{}], [-1]])(
  'a remaining time of %s sent by a page is ignored',
  { tags: 'TMR-15' },
  async remaining_duration => {
    const ada = await world.as('ada')
    const { params } = await logOf(ada, { duration: 600 })
    world.clock.jump(60_000)
    const { log } = await ada.call(stopLog, { params, body: { status: 3, remaining_duration } })
    expect(log).toMatchObject({ status: 3, elapsed_duration: 60, remaining_duration: 540 })
  }
)

test('a timer is paused and resumed, and only running time counts', {
  tags: ['LOG-10', 'LOG-12', 'LOG-13', 'LOG-21', 'LOG-25', 'LOG-26']
}, async () => {
  const ada = await world.as('ada')
  const { goalId, log, params } = await logOf(ada, { duration: 600 })
  expect(log).toMatchObject({ status: 1, started_at: at(), ended_at: at(600_000) })
  world.clock.jump(60_000)
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 60])
  const body = { started_at: log.started_at, ended_at: at(), elapsed_duration: 60, remaining_duration: 540, status: 3 }
  const paused = await ada.call(stopLog, { params, body: { ...body, status: 3 } })
  expect(paused.log).toMatchObject({ status: 3, paused_at: at(), elapsed_duration: 60, remaining_duration: 540 })
  world.clock.jump(3600_000)
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 60])
  const resumed = await ada.call(startLog, { params, body: { started_at: at(), ended_at: at(540_000), status: 1 } })
  expect(resumed.log).toMatchObject({ status: 1, paused_at: null, ended_at: at(540_000), remaining_duration: 540 })
  world.clock.jump(30_000)
  expect(resumed.goal?.duration_elapsed).toBe(60)
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 90])
})

test('completing a running log stops its timer with no time remaining', {
  tags: ['LOG-09', 'LOG-14..LOG-16', 'LOG-23', 'LOG-27']
}, async () => {
  const ada = await world.as('ada')
  const { goalId, params } = await logOf(ada, { duration: 600 })
  world.clock.jump(100_000)
  const { log, goal } = await ada.call(completeLog, { params })
  expect(log).toMatchObject({ status: 2, elapsed_duration: 100, remaining_duration: 0, ended_at: at() })
  expect(goal?.duration_elapsed).toBe(100)
  world.clock.jump(900_000)
  const again = await ada.call(completeLog, { params })
  expect(again.log).toEqual(log)
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 100])
})

test('stopping a log keeps its result for good', {
  tags: ['LOG-11', 'LOG-17', 'LOG-18', 'LOG-22', 'D-100']
}, async () => {
  const ada = await world.as('ada')
  for (const [call, body] of [
    [stopLog, {}],
    [stopLog, { status: 4 }],
    [stopSessionLog, { paused_at: at() }]
  ] as const) {
    const { goalId, params } = await logOf(ada, { duration: 600 })
    world.clock.jump(100_000)
    const { log } = await ada.call(call, { params, body })
    expect(log).toMatchObject({ status: 4, paused_at: at(), elapsed_duration: 100 })
    expect(await totalsOf(ada, goalId)).toEqual([1, 0, 100])
    expect((await ada.refused(startLog, { params, body: {} })).status).toBe(409)
  }
})

test('resetting a log discards its time and count, and it can be started again', {
  tags: ['LOG-19', 'LOG-20', 'LOG-24', 'SGL-20', 'SGL-24']
}, async () => {
  const ada = await world.as('ada')
  const { goalId, params } = await logOf(ada, { duration: 600 })
  world.clock.jump(100_000)
  await ada.call(stopLog, { params, body: {} })
  const { log, goal } = await ada.call(resetLog, { params })
  expect(log).toMatchObject({ status: 4, started_at: null, ended_at: null, paused_at: null, elapsed_duration: 0 })
  expect(goal).toMatchObject({ amount_elapsed: 0, duration_elapsed: 0 })
  const listed = async () => {
    const of = { goal: String(goalId) }
    const lists = [(await ada.visit(myLogsPage)).logs, (await ada.visit(goalLogsPage, of)).logs]
    return lists.map(logs => logs.some(({ id }) => id === log.id))
  }
  expect(await listed()).toEqual([false, false])
  await ada.call(startLog, { params, body: {} })
  world.clock.jump(5000)
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 5])
  expect(await listed()).toEqual([true, true])
  // A reset timer with a text stays listed.
  await ada.call(updateLog, { params, body: { content: 'Slow today' } })
  await ada.call(resetLog, { params })
  expect(await listed()).toEqual([true, true])
})

test.each([
  ['start', startLog, {}, [1, 2, 4]],
  ['pause', stopLog, { status: 3 }, [2, 3, 4]],
  ['stop', stopLog, { status: 4 }, [2, 4]],
  ['complete', completeLog, undefined, [4]]
] as const)(
  '%s is refused when the state does not allow it, and changes nothing',
  { tags: ['D-100', 'LOG-12'] },
  async (_, call, body, from) => {
    const ada = await world.as('ada')
    for (const status of from) {
      const { goalId, params } = await logOf(ada, { duration: 600 })
      world.clock.jump(20_000)
      if (status === 2) await ada.call(completeLog, { params })
      if (status === 3) await ada.call(stopLog, { params, body: { status: 3 } })
      if (status === 4) await ada.call(stopLog, { params, body: { status: 4 } })
      const before = await totalsOf(ada, goalId)
      const refused = await ada.refused(call, { params, body })
      expect([status, refused.status]).toEqual([status, 409])
      expect(refused.body).toMatchObject({ message: expect.any(String), error: expect.any(String) })
      expect(await totalsOf(ada, goalId)).toEqual(before)
    }
  }
)

test('impossible times are refused', { tags: 'D-100' }, async () => {
  const ada = await world.as('ada')
  const { params } = await logOf(ada, { duration: 600, status: 3 })
  const future = await ada.refused(startLog, { params, body: { started_at: at(3600_000) } })
  expect([future.status, Object.keys(future.body.errors ?? {})]).toEqual([422, ['started_at']])
  const backwards = await ada.refused(stopLog, { params, body: { started_at: at(), ended_at: at(-1000) } })
  expect([backwards.status, Object.keys(backwards.body.errors ?? {})]).toEqual([422, ['ended_at']])
})

test('changing a log moves the totals by the difference', { tags: ['LOG-06', 'LOG-07', 'D-51'] }, async () => {
  const ada = await world.as('ada')
  const { goalId, params } = await logOf(ada, { amount: 2, distance: 1 })
  const body = { title: 'Far', content: 'Up the hill', action: 'Walk', amount: 5, distance: 0.5 }
  const { log, goal } = await ada.call(updateLog, { params, body })
  expect(log).toMatchObject(body)
  expect(goal).toMatchObject({ amount_elapsed: 5, distance_elapsed: 0.5 })
  expect(await totalsOf(ada, goalId)).toEqual([5, 0.5, 0])
  await ada.call(updateLog, { params, body: { amount: null } })
  expect(await totalsOf(ada, goalId)).toEqual([0, 0.5, 0])
})

test('a correction that would empty a log is refused', {
  tags: ['LOG-28', 'D-51']
}, async () => {
  const ada = await world.as('ada')
  const { goalId, params } = await logOf(ada, { amount: 2, title: 'Pool' })
  await ada.call(updateLog, { params, body: { title: '' } })
  const emptied = await ada.refused(updateLog, { params, body: { amount: null } })
  expect([emptied.status, Object.keys(emptied.body.errors ?? {})]).toEqual([422, ['amount']])
  expect(await totalsOf(ada, goalId)).toEqual([2, 0, 0])
})

test('a new duration moves the end of a running timer', { tags: 'D-51' }, async () => {
  const ada = await world.as('ada')
  const { goalId, log, params } = await logOf(ada, { duration: 600 })
  world.clock.jump(100_000)
  const longer = await ada.call(updateLog, { params, body: { duration: 900 } })
  expect(longer.log).toMatchObject({ status: 1, remaining_duration: 800, ended_at: at(800_000) })
  const shorter = await ada.call(updateLog, { params, body: { duration: 60 } })
  expect(shorter.log).toMatchObject({ status: 2, elapsed_duration: 60 })
  expect(shorter.log.ended_at).toBe(new Date(Date.parse(log.started_at ?? '') + 60_000).toISOString())
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 60])
})

test('the duration of a finished log is its time; a paused log never ran longer than planned', {
  tags: 'D-51'
}, async () => {
  const ada = await world.as('ada')
  const done = await logOf(ada, { duration: 600, status: 2 })
  const corrected = await ada.call(updateLog, { params: done.params, body: { duration: 300 } })
  expect(corrected.goal?.duration_elapsed).toBe(300)
  const paused = await logOf(ada, { duration: 600 })
  world.clock.jump(200_000)
  await ada.call(stopLog, { params: paused.params, body: { status: 3 } })
  const cut = await ada.call(updateLog, { params: paused.params, body: { duration: 100 } })
  expect(cut.log).toMatchObject({ elapsed_duration: 100, remaining_duration: 0 })
  expect(cut.goal?.duration_elapsed).toBe(100)
})

test('a status sent with a change moves the log by the same rules', { tags: 'LOG-07' }, async () => {
  const ada = await world.as('ada')
  const { params } = await logOf(ada, { duration: 600 })
  world.clock.jump(10_000)
  const { log } = await ada.call(updateLog, { params, body: { status: 3 } })
  expect(log).toMatchObject({ status: 3, elapsed_duration: 10 })
  await ada.call(updateLog, { params, body: { status: 2 } })
  expect((await ada.refused(updateLog, { params, body: { status: 1 } })).status).toBe(409)
})

test('a running log cannot be deleted; a stopped log is deleted with its counts', {
  tags: 'D-131'
}, async () => {
  const ada = await world.as('ada')
  const { goalId, params } = await logOf(ada, { duration: 600, amount: 4 })
  world.clock.jump(30_000)
  expect((await ada.refused(deleteLog, { params })).status).toBe(409)
  expect(await totalsOf(ada, goalId)).toEqual([4, 0, 30])
  await ada.call(stopLog, { params, body: {} })
  const { goal } = await ada.call(deleteLog, { params })
  expect(goal).toMatchObject({ amount_elapsed: 0, duration_elapsed: 0 })
  expect((await ada.refused(deleteLog, { params })).status).toBe(404)
  expect((await ada.visit(goalPage, { goal: String(goalId) })).logs).toEqual([])
  // Two calls at once restore it, and it counts only once.
  for (const { log, goal } of await Promise.all([1, 2].map(() => ada.call(restoreLog, { params })))) {
    expect([String(log.id), goal?.amount_elapsed, goal?.duration_elapsed]).toEqual([params.log, 4, 30])
  }
  const grace = await world.as('grace')
  expect((await grace.refused(restoreLog, { params })).status).toBe(404)
})

test('a press that started a timer is undone by a reset and a deletion, and its button starts another one', {
  tags: ['D-131', 'LOG-20']
}, async () => {
  const fred = await world.as('fred')
  const { id } = await goalOf(fred)
  const body = { goal_id: id, amount: 3, duration: 600, ql_button_uuid: randomUUID() }
  const { log } = await fred.call(storeQuickLog, { body })
  const params = { log: String(log.id) }
  world.clock.jump(20_000)
  await fred.call(resetLog, { params })
  const { goal } = await fred.call(deleteLog, { params })
  expect(goal).toMatchObject({ id, amount_elapsed: 0, duration_elapsed: 0 })
  expect((await fred.refused(deleteLog, { params })).status).toBe(404)
  expect((await fred.call(getRunningTimers)).timers).toEqual([])
  expect((await fred.visit(myLogsPage)).logs).toEqual([])
  const next = await fred.call(storeQuickLog, { body, key: randomUUID() })
  expect(next.log.id).not.toBe(log.id)
  expect(next.goal).toMatchObject({ amount_elapsed: 3, duration_elapsed: 0 })
})

test('a timer that runs out is done at its end, even before the sweep stores it', {
  tags: ['D-52', 'D-82']
}, async () => {
  const ada = await world.as('ada')
  const { goalId, log, params } = await logOf(ada, { duration: 600 })
  const end = new Date(Date.parse(log.started_at ?? '') + 600_000).toISOString()
  const stored = async () => {
    const { rows } = await world.db.$client.query('select status, elapsed_duration from logs where id = $1', [log.id])
    return rows[0]
  }
  // A jump runs no sweep: pages show the right state although nothing has stored it yet.
  world.clock.jump(4000_000)
  expect((await ada.visit(myLogsPage)).logs[0]).toMatchObject({ id: log.id, status: 2, ended_at: end })
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 600])
  expect((await stored()).status).toBe(1)
  await world.pass(30_000)
  expect(await stored()).toEqual({ status: 2, elapsed_duration: 600 })
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 600])
  await world.pass(60_000)
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 600])
  expect((await ada.refused(stopLog, { params, body: { status: 3 } })).status).toBe(409)
})

test.each([storeQuickLog, storeActivityQuickLog])(
  '$path with only a button logs the values of that button',
  { tags: 'LOG-28' },
  async endpoint => {
    const mary = await world.as('mary')
    const first = {
      uuid: randomUUID(),
      title: 'A walk',
      content: 'By the lake',
      amount: 2,
      distance: 0.5,
      duration: null
    }
    const timer = { uuid: randomUUID(), title: '', content: '', amount: null, distance: null, duration: 300 }
    const { goal } = await mary.call(storeGoal, {
      body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Walk', quick_log_buttons: [first, timer] }] } }
    })
    const press = (more: object) => ({ body: { goal_id: goal.id, ...more } })
    const { uuid, ...values } = first
    expect((await mary.call(endpoint, press({ ql_button_uuid: uuid }))).log).toMatchObject(values)
    expect((await mary.call(endpoint, press({ ql_button_uuid: uuid, amount: 7 }))).log).toMatchObject({
      amount: 7,
      distance: null
    })
    const pressTimer = async () => (await mary.call(endpoint, press({ ql_button_uuid: timer.uuid }))).log
    const running = await pressTimer()
    expect(running).toMatchObject({ amount: null, duration: 300, is_timed: 1 })
    expect((await pressTimer()).id).toBe(running.id)
    const { status, body } = await mary.refused(endpoint, press({ ql_button_uuid: randomUUID() }))
    expect([status, body.errors]).toEqual([
      422,
      { ql_button_uuid: 'This goal has no such button. Choose another, or enter an amount.' }
    ])
    expect((await mary.refused(endpoint, press({}))).status).toBe(422)
  }
)

test('pressing a running button again, even at once, starts no second timer and charges once', {
  tags: 'D-52'
}, async () => {
  const wilma = await world.as('wilma')
  const { id } = await goalOf(wilma)
  const body = { goal_id: id, amount: 1, duration: 300, ql_button_uuid: randomUUID() }
  const presses = await Promise.all(Array.from({ length: 5 }, () => wilma.call(storeQuickLog, { body })))
  expect(new Set(presses.map(({ log }) => log.id)).size).toBe(1)
  world.clock.jump(10_000)
  const later = await wilma.call(storeQuickLog, { body, key: randomUUID() })
  expect(later.log).toMatchObject({ id: presses[0]?.log.id, elapsed_duration: 10 })
  await wilma.call(stopLog, { params: { log: String(later.log.id) }, body: { status: 3 } })
  expect((await wilma.call(storeQuickLog, { body })).log).toMatchObject({ id: later.log.id, status: 3 })
  expect((await wilma.user()).all_remaining_tokens).toBe(998)
  expect(await totalsOf(wilma, id)).toEqual([1, 0, 10])
})

test('many calls at once start a timer without a button once; a different timer starts too', {
  tags: 'D-52'
}, async () => {
  const mary = await world.as('mary')
  const { id } = await goalOf(mary)
  const start = async (more = {}) =>
    (await mary.call(storeQuickLog, { body: { goal_id: id, duration: 300, ...more } })).log.id
  const made = await Promise.all(Array.from({ length: 8 }, () => start()))
  expect(new Set(made).size).toBe(1)
  const others = [await start({ title: 'Scales' }), await start({ duration: 600 }), await start({ status: 2 })]
  expect(new Set([...made, ...others]).size).toBe(4)
})

test('a press after the timer ran out starts the next one, however late the sweep is', { tags: 'D-52' }, async () => {
  const mary = await world.as('mary')
  const { id } = await goalOf(mary)
  const body = { goal_id: id, amount: 1, duration: 300, ql_button_uuid: randomUUID() }
  const first = await mary.call(storeQuickLog, { body })
  world.clock.jump(301_000)
  const second = await mary.call(storeQuickLog, { body })
  expect(second.log.id).not.toBe(first.log.id)
  expect(second.goal).toMatchObject({ amount_elapsed: 2, duration_elapsed: 300 })
})

test('retries with the same key log and charge once, even at the same moment', async () => {
  const xenia = await world.as('xenia')
  const { id } = await goalOf(xenia)
  const key = randomUUID()
  const input = { body: { goal_id: id, amount: 1 }, key }
  const responses = await Promise.all(Array.from({ length: 6 }, () => xenia.call(storeQuickLog, input)))
  responses.push(await xenia.call(storeQuickLog, input))
  expect(new Set(responses.map(({ log }) => log.id)).size).toBe(1)
  expect((await xenia.user()).all_remaining_tokens).toBe(998)
  expect(await totalsOf(xenia, id)).toEqual([1, 0, 0])
})

test('a retry with the key of a deleted log neither restores it nor charges', { tags: 'D-131' }, async () => {
  const dorothy = await world.as('dorothy')
  const { id } = await goalOf(dorothy)
  const input = { body: { goal_id: id, amount: 1 }, key: randomUUID() }
  const { log } = await dorothy.call(storeQuickLog, input)
  await dorothy.call(deleteLog, { params: { log: String(log.id) } })
  const before = (await dorothy.user()).all_remaining_tokens
  const { status, body } = await dorothy.refused(storeQuickLog, input)
  expect([status, body.message]).toEqual([404, 'This log was deleted.'])
  expect((await dorothy.user()).all_remaining_tokens).toBe(before)
  expect(await totalsOf(dorothy, id)).toEqual([0, 0, 0])
})

test('a reset timer does not start on a completed goal', { tags: ['D-50', 'D-100'] }, async () => {
  const ada = await world.as('ada')
  const { goalId, params } = await logOf(ada, { duration: 600 })
  await ada.call(resetLog, { params })
  await ada.request({ method: 'POST', url: `/api/goals/${goalId}/complete` })
  for (const [call, body] of [
    [startLog, {}],
    [updateLog, { status: 1 }]
  ] as const) {
    expect((await ada.refused(call, { params, body })).status).toBe(409)
  }
  expect((await ada.call(updateLog, { params, body: { title: 'Early' } })).log.title).toBe('Early')
})

test('logs made on one goal at the same moment are all counted', { tags: 'D-52' }, async () => {
  const ida = await world.as('ida')
  const { id } = await goalOf(ida)
  await Promise.all(
    Array.from({ length: 10 }, () => ida.call(storeQuickLog, { body: { goal_id: id, amount: 0.1, distance: 0.2 } }))
  )
  expect(await totalsOf(ida, id)).toEqual([1, 2, 0])
  expect((await ida.user()).all_remaining_tokens).toBe(989)
})

test('a completed goal takes no more logs', { tags: 'D-50' }, async () => {
  const ada = await world.as('ada')
  const { id } = await goalOf(ada)
  await ada.request({ method: 'POST', url: `/api/goals/${id}/complete` })
  const left = (await ada.user()).all_remaining_tokens
  expect((await ada.refused(storeQuickLog, { body: { goal_id: id, amount: 1 } })).status).toBe(409)
  expect((await ada.user()).all_remaining_tokens).toBe(left)
})

test('without tokens nothing is logged', { tags: 'TOK-05' }, async () => {
  const broke = await world.as('broke')
  const { id } = await goalOf(broke)
  await setUses(world, broke, 0)
  const { status, body } = await broke.refused(storeQuickLog, { body: { goal_id: id, amount: 1 } })
  expect([status, body.error_code]).toEqual([402, 'INSUFFICIENT_TOKENS'])
  expect(await totalsOf(broke, id)).toEqual([0, 0, 0])
  expect((await broke.visit(myLogsPage)).logs).toEqual([])
})

test('other people find none of my logs, and visitors must sign in', {
  tags: ['D-130', 'SEC-55', 'SEC-08']
}, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const { goalId, params } = await logOf(ada, { duration: 600 })
  const before = (await grace.user()).all_remaining_tokens
  for (const [call, input] of [
    [storeQuickLog, { body: { goal_id: goalId, amount: 1 } }],
    [storeActivityQuickLog, { body: { goal_id: goalId, amount: 1 } }],
    [startLog, { params, body: {} }],
    [stopLog, { params, body: {} }],
    [stopSessionLog, { params, body: {} }],
    [completeLog, { params }],
    [resetLog, { params }],
    [updateLog, { params, body: { amount: 9 } }],
    [deleteLog, { params }]
  ] as const) {
    expect([call.path, (await grace.refused(call, input)).status]).toEqual([call.path, 404])
    expect([call.path, (await world.visitor.refused(call, input)).status]).toEqual([call.path, 401])
  }
  expect(await totalsOf(ada, goalId)).toEqual([1, 0, 0])
  expect((await grace.user()).all_remaining_tokens).toBe(before)
  expect((await grace.visit(myGoalsPage)).my_goals.some(({ id }) => id === goalId)).toBe(false)
})

test.each([
  ['no goal', { goal_id: undefined }, 'goal_id'],
  ['a negative amount', { amount: -1 }, 'amount'],
  ['a wrong status', { status: 5 }, 'status'],
  ['a fraction of a second', { duration: 0.5 }, 'duration'],
  ['a null byte', { title: 'A\u0000' }, 'title'],
  ['a button that is not a uuid', { ql_button_uuid: 'first' }, 'ql_button_uuid']
])('a log with %s is refused under its field', { tags: 'API-48' }, async (_, wrong, field) => {
  const ada = await world.as('ada')
  const { id } = await goalOf(ada)
  const { status, body } = await ada.refused(storeQuickLog, { body: { goal_id: id, amount: 1, ...wrong } })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  expect(await totalsOf(ada, id)).toEqual([0, 0, 0])
})

test.each(['999999999', '0', '-1', 'abc', '1e3', '99999999999999999999'])(
  'a log with the id %s is not found',
  async id => {
    const ada = await world.as('ada')
    expect((await ada.refused(completeLog, { params: { log: id } })).status).toBe(404)
  }
)
