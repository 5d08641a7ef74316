import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityPage } from '../../domain/activities/api.ts'
import { updateLog } from '../../domain/logs/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { completeLog, resetLog, startLog, stopLog, stopSessionLog } from '../../domain/logs/timer-api.ts'
import {
  endSession,
  joinSession,
  leaveSession,
  type Session,
  sessionLogsPage,
  sessionOverTimePage,
  sessionPage,
  startTaskLog,
  storeSessionLog,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import { patchSessionGroup, storeSession } from '../../domain/sessions/builder-api.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const at = (ms = 0) => new Date(world.clock.now() + ms).toISOString()

/** A running session of the tour's plan with these people; the first one hosts it. */
async function room(...people: Caller[]) {
  const [host, ...guests] = people
  const { event } = await (host as Caller).call(storeSession, {
    body: { activity: 'challenge-hut-tour', challenge: { duration: 7200 } }
  })
  const params = { event: event.slug }
  for (const guest of guests) await guest.call(joinSession, { params, body: {} })
  return { event, params, water: taskOf(event, 'Drink water'), focus: taskOf(event, 'Focus for a while') }
}

function taskOf(event: Session, title: string) {
  const task = event.tasks.flatMap(group => group.parts).find(part => part.title === title)
  if (!task) throw new Error(`no task ${title}`)
  return task
}

const see = async (params: { event: string }, person: Caller = world.visitor) => person.visit(sessionPage, params)

test('a session and its activity have the buttons of all goals of the plan', { tags: 'SES-132' }, async () => {
  const { event } = await room(await world.as('ada'))
  const buttons = event.tasks.flatMap(group => group.parts.flatMap(task => task.quick_log_buttons))
  expect(buttons.length).toBeGreaterThan(1)
  expect(event.quick_log_buttons).toEqual(buttons)
  const { challenge } = await world.visitor.visit(activityPage, { challenge: 'challenge-hut-tour' })
  expect(challenge.quick_log_buttons.map(({ title }) => title)).toEqual(buttons.map(({ title }) => title))
})

test('a quick log counts for me, for my action and for the room', {
  tags: ['SES-019', 'SES-141', 'SES-142', 'SGL-08', 'SGL-10', 'SGL-25', 'SGL-26', 'SEC-22', 'SEC-49', 'SEC-53']
}, async () => {
  const ada = await world.as('ada')
  const { params, water, event } = await room(ada, await world.as('grace'))
  const button = water.quick_log_buttons[0]
  const response = await ada.call(storeSessionQuickLog, {
    params,
    body: { ql_button_uuid: button?.uuid ?? null, task_uuid: water.uuid, type: 'task', amount: 2, distance: 0.5 }
  })
  const sum = { amount: 2, distance: 0.5, duration: 0 }
  expect(response).toMatchObject({
    id: response.log.id,
    log: { status: 1, task_uuid: water.uuid, challenge_event_id: event.id, action: 'Drink', username: 'ada' },
    challenge_user: {
      username: 'ada',
      task_totals: { [water.uuid]: { ...sum, list_progress: [] } },
      task_action_totals: { Drink: sum }
    },
    error: null,
    error_code: null
  })
  const { challengeEvent, participants, me } = await see(params, ada)
  expect(me?.task_totals[water.uuid]).toMatchObject(sum)
  expect(challengeEvent.summary).toEqual({ participants: 2, logs: 1, tasks: { [water.uuid]: sum } })
  expect(participants.map(({ task_totals }) => Object.keys(task_totals).length)).toEqual([1, 0])
  expect(taskOf(challengeEvent, 'Drink water')).toMatchObject({ amount_elapsed: 2, distance_elapsed: 0.5 })
})

test('a log with only a button has its values; a button of another goal is refused', { tags: 'SGL-25' }, async () => {
  const ada = await world.as('ada')
  const { params, water, focus } = await room(ada)
  const button = water.quick_log_buttons[0]
  const press = (task_uuid: string) => ({ params, body: { ql_button_uuid: button?.uuid ?? null, task_uuid } })
  const { log } = await ada.call(storeSessionQuickLog, press(water.uuid))
  expect(log).toMatchObject({ ql_button_uuid: button?.uuid, amount: button?.amount ?? 1, title: button?.title })
  const { status, body } = await ada.refused(storeSessionQuickLog, press(focus.uuid))
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['ql_button_uuid']])
})

test('a log of a session has every documented field', { tags: 'SGL-62..SGL-82' }, async () => {
  const ada = await world.as('ada')
  const { params, water } = await room(ada)
  const { log } = await ada.call(storeSessionQuickLog, { params, body: { task_uuid: water.uuid, amount: 1 } })
  for (const field of [
    ...['id', 'uuid', 'goal_id', 'task_uuid', 'amount', 'distance', 'duration', 'action', 'status', 'title', 'content'],
    ...['is_timed', 'started_at', 'ended_at', 'paused_at', 'elapsed_duration', 'remaining_duration', 'username'],
    ...['created_at', 'updated_at', 'ql_button_uuid']
  ]) {
    expect(log).toHaveProperty(field)
  }
})

test('under challenges the response is the log itself, of a session that I am in', { tags: 'ACT-099' }, async () => {
  const [jean, grace] = [await world.as('jean'), await world.as('grace')]
  const { params, event } = await room(jean)
  const payload = { amount: 2, duration: 60, distance: 3, title: 'A walk', content: 'By the lake', action: 'Walk' }
  const headers = { 'idempotency-key': randomUUID() }
  const send = (person: Caller, address = params.event) =>
    person.request({ method: 'POST', url: `/challenges/${address}/logs`, payload, headers })
  const response = (await send(jean)).json()
  const { logs } = await jean.visit(sessionLogsPage, params)
  expect(logs).toEqual([response.log])
  expect(response).toMatchObject({ ...payload, ...response.log, challenge_event_id: event.id, error: null })
  expect((await send(jean)).json().id).toBe(response.id)
  expect((await jean.user()).all_remaining_tokens).toBe(999)
  expect((await send(grace)).statusCode).toBe(403)
  expect((await send(world.visitor)).statusCode).toBe(401)
  expect((await send(jean, 'no-such-session')).statusCode).toBe(404)
})

test('under challenges an activity means its running session that I am in', { tags: 'ACT-099' }, async () => {
  const [marie, outsider] = [await world.as('marie'), await world.as('vera')]
  const { params, event } = await room(marie)
  const activity = event.challenge?.slug ?? ''
  const send = (person: Caller) =>
    person.request({ method: 'POST', url: `/challenges/${activity}/logs`, payload: { amount: 2 } })
  expect((await send(marie)).json()).toMatchObject({ challenge_event_id: event.id, amount: 2 })
  const before = (await outsider.user()).all_remaining_tokens
  const refused = await send(outsider)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'You’re not in a running session of this activity. Join one to log there.'
  ])
  expect((await outsider.user()).all_remaining_tokens).toBe(before)
  expect((await send(world.visitor)).statusCode).toBe(401)
  await marie.call(endSession, { params, body: {} })
  expect((await send(marie)).statusCode).toBe(409)
})

test('twenty starts of one goal at once make one timer and one charge', {
  tags: ['SGL-19', 'LOG-21']
}, async () => {
  const olga = await world.as('olga')
  const { params, focus } = await room(olga)
  const before = (await olga.user()).all_remaining_tokens
  const start = () => olga.call(startTaskLog, { params: { ...params, uuid: focus.uuid }, body: { duration: 600 } })
  const made = await Promise.all(Array.from({ length: 20 }, start))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await olga.user()).all_remaining_tokens).toBe(before - 1)
  const [first] = made
  await olga.call(completeLog, { params: { log: String(first?.id) } })
  expect((await start()).id).not.toBe(first?.id)
})

test('a log without a goal of the plan is stored and costs one use', { tags: ['SGL-18', 'TOK-05'] }, async () => {
  const barbara = await world.as('barbara')
  const { params } = await room(barbara)
  const response = await barbara.request({
    method: 'POST',
    url: `/challenge-events/${params.event}/logs`,
    payload: { title: 'A walk', content: 'By the lake', distance: 3 }
  })
  expect(response.headers['x-tokens-left']).toBe('999')
  expect(response.json().log).toMatchObject({ title: 'A walk', task_uuid: null, distance: 3 })
  const { logs } = await barbara.visit(sessionLogsPage, params)
  expect(logs).toMatchObject([{ title: 'A walk' }])
  expect((await barbara.visit(myLogsPage)).logs).toMatchObject([{ title: 'A walk' }])
})

test('a task log is started, paused, stopped and reset, and the totals follow', {
  tags: ['SGL-19..SGL-24', 'SGL-47..SGL-53']
}, async () => {
  const ada = await world.as('ada')
  const { params, focus } = await room(ada)
  const { id, log } = await ada.call(startTaskLog, {
    params: { ...params, uuid: focus.uuid },
    body: { amount: 1, distance: null, duration: 600, started_at: at(), ended_at: at(600_000), action: 'Focus' }
  })
  expect(log).toMatchObject({ id, status: 1, is_timed: 1, started_at: at(), ended_at: at(600_000) })
  const mine = async () => {
    const { challengeEvent, me } = await see(params, ada)
    const task = taskOf(challengeEvent, 'Focus for a while')
    return {
      active: task.active_log_id,
      shown: [task.amount_elapsed, task.duration_elapsed],
      kept: [me?.task_totals[focus.uuid]?.amount, me?.task_totals[focus.uuid]?.duration],
      room: challengeEvent.summary.tasks[focus.uuid]
    }
  }
  const logParams = { log: String(id) }
  world.clock.jump(100_000)
  expect(await mine()).toMatchObject({ active: id, shown: [1, 100], kept: [1, 0] })
  await ada.call(stopLog, { params: logParams, body: { status: 3 } })
  expect(await mine()).toMatchObject({ active: id, shown: [1, 100], kept: [1, 100] })
  await ada.call(startLog, { params: logParams, body: {} })
  world.clock.jump(50_000)
  await ada.call(stopSessionLog, { params: logParams, body: { paused_at: at() } })
  expect(await mine()).toMatchObject({
    active: null,
    shown: [1, 150],
    kept: [1, 150],
    room: { amount: 1, distance: 0, duration: 150 }
  })
  await ada.call(resetLog, { params: logParams })
  expect(await mine()).toMatchObject({ active: null, shown: [0, 0], room: { amount: 0, distance: 0, duration: 0 } })
})

test('pressing a running button of a session again starts no second timer and charges once', {
  tags: 'D-52'
}, async () => {
  const hedy = await world.as('hedy')
  const { params, focus, event } = await room(hedy)
  const body = { ql_button_uuid: focus.quick_log_buttons[0]?.uuid ?? null, task_uuid: focus.uuid, duration: 300 }
  const presses = await Promise.all([1, 2, 3, 4].map(() => hedy.call(storeSessionQuickLog, { params, body })))
  expect(new Set(presses.map(({ id }) => id)).size).toBe(1)
  expect((await hedy.user()).all_remaining_tokens).toBe(999)
  expect((await see(params)).challengeEvent.summary.logs).toBe(1)
  // Another person's press on the same button starts their own timer.
  const grace = await world.as('grace')
  await grace.call(joinSession, { params: { event: event.slug }, body: {} })
  const other = await grace.call(storeSessionQuickLog, { params, body })
  expect(other.id).not.toBe(presses[0]?.id)
  world.clock.jump(301_000)
  expect((await hedy.call(storeSessionQuickLog, { params, body })).id).not.toBe(presses[0]?.id)
})

test('retries with the same key log and charge once, even at the same moment', async () => {
  const mary = await world.as('mary')
  const { params, water } = await room(mary)
  const input = { params, body: { task_uuid: water.uuid, amount: 1 }, key: randomUUID() }
  const responses = await Promise.all(Array.from({ length: 5 }, () => mary.call(storeSessionQuickLog, input)))
  expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
  expect((await mary.user()).all_remaining_tokens).toBe(999)
  expect((await see(params)).challengeEvent.summary).toMatchObject({ logs: 1, tasks: { [water.uuid]: { amount: 1 } } })
})

test('logs of many people at once are all in the summary, to three decimals', { tags: 'D-85' }, async () => {
  const people = await Promise.all(['ada', 'grace', 'ida', 'lise'].map(name => world.as(name)))
  const { params, water } = await room(...people)
  await Promise.all(
    people.flatMap(person =>
      [1, 2, 3].map(() =>
        person.call(storeSessionQuickLog, { params, body: { task_uuid: water.uuid, amount: 0.1, distance: 0.2 } })
      )
    )
  )
  const { challengeEvent, participants } = await see(params)
  expect(challengeEvent.summary).toEqual({
    participants: 4,
    logs: 12,
    tasks: { [water.uuid]: { amount: 1.2, distance: 2.4, duration: 0 } }
  })
  expect(participants.map(({ task_totals }) => task_totals[water.uuid]?.amount)).toEqual([0.3, 0.3, 0.3, 0.3])
})

test('changing the action of a log moves its counts', { tags: ['D-51', 'SES-142'] }, async () => {
  const ada = await world.as('ada')
  const { params, water } = await room(ada)
  const { id } = await ada.call(storeSessionQuickLog, { params, body: { task_uuid: water.uuid, amount: 3 } })
  await ada.call(updateLog, { params: { log: String(id) }, body: { action: 'Sip', amount: 4 } })
  const { me, challengeEvent } = await see(params, ada)
  // However often the action changes, the earlier actions keep nothing.
  expect(me?.task_action_totals).toEqual({ Sip: expect.objectContaining({ amount: 4 }) })
  expect(me?.task_totals[water.uuid]?.amount).toBe(4)
  expect(challengeEvent.summary).toMatchObject({ logs: 1, tasks: { [water.uuid]: { amount: 4 } } })
})

test('members log during a session and after it, not before; others never', { tags: 'D-86' }, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const { event: waiting } = await ada.call(storeSession, {
    body: { activity: 'challenge-hut-tour', challenge: { is_manually_started: 1 } }
  })
  const water = taskOf(waiting, 'Drink water')
  const body = { task_uuid: water.uuid, amount: 1 }
  const early = await ada.refused(storeSessionQuickLog, { params: { event: waiting.slug }, body })
  expect(early.status).toBe(409)
  const { params } = await room(ada)
  const left = (await grace.user()).all_remaining_tokens
  for (const [call, input] of [
    [storeSessionQuickLog, { params, body }],
    [storeSessionLog, { params, body: { amount: 1 } }],
    [startTaskLog, { params: { ...params, uuid: water.uuid }, body: {} }]
  ] as const) {
    const outsider = await grace.refused(call, input)
    expect([outsider.status, outsider.body.message]).toEqual([403, 'Please join the challenge to use that feature.'])
    expect((await world.visitor.refused(call, input)).status).toBe(401)
  }
  expect((await grace.user()).all_remaining_tokens).toBe(left)
  await ada.call(endSession, { params, body: {} })
  await ada.call(storeSessionQuickLog, { params, body })
  expect((await see(params)).challengeEvent.summary.logs).toBe(1)
})

test('a log on a goal outside the plan, or without tokens, is refused', {
  tags: 'SGL-25'
}, async () => {
  const broke = await world.as('broke')
  const { params, water } = await room(broke)
  const refused = await broke.refused(storeSessionQuickLog, { params, body: { task_uuid: randomUUID(), amount: 1 } })
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['task_uuid']])
  expect((await broke.refused(startTaskLog, { params: { ...params, uuid: 'x' }, body: {} })).status).toBe(404)
  await setUses(world, broke, 0)
  const { status, body } = await broke.refused(storeSessionQuickLog, {
    params,
    body: { task_uuid: water.uuid, amount: 1 }
  })
  expect([status, body.error_code]).toEqual([402, 'INSUFFICIENT_TOKENS'])
  expect((await see(params)).challengeEvent.summary).toMatchObject({ logs: 0, tasks: {} })
})

test('a guest cannot log on a goal that only the host sees', { tags: 'D-98' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { params, event, water } = await room(ada, grace)
  const uuid = event.tasks.find(group => group.parts.some(task => task.uuid === water.uuid))?.uuid ?? ''
  await ada.call(patchSessionGroup, { params: { ...params, uuid }, body: { hidden: 1 } })
  const log = { params, body: { task_uuid: water.uuid, type: 'task' as const, amount: 1 } }
  expect((await grace.refused(storeSessionQuickLog, log)).body.errors).toHaveProperty('task_uuid')
  expect((await ada.call(storeSessionQuickLog, log)).log.amount).toBe(1)
})

test('others see a log only while it is active; its owner always does', { tags: ['D-103', 'SGL-15'] }, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const { params, focus } = await room(ada, grace)
  const start = (title: string) =>
    ada.call(storeSessionLog, { params, body: { task_uuid: focus.uuid, title, duration: 600 } })
  const { id } = await start('Ends')
  await start('Goes on').then(({ id }) =>
    ada.call(updateLog, { params: { log: String(id) }, body: { duration: 6000 } })
  )
  const seenBy = async (person: Caller) => (await person.visit(sessionLogsPage, params)).logs.map(({ title }) => title)
  expect(await seenBy(grace)).toEqual(['Goes on', 'Ends'])
  // The timer ran out, although nothing has stored that yet.
  world.clock.jump(601_000)
  for (const person of [grace, world.visitor, await world.admin()]) expect(await seenBy(person)).toEqual(['Goes on'])
  await ada.call(completeLog, { params: { log: String(id) } })
  expect(await seenBy(grace)).toEqual(['Goes on'])
  expect(await seenBy(ada)).toEqual(['Goes on', 'Ends'])
})

test('leaving stops my timers, ending stops everyone’s, and the time until then is kept', {
  tags: ['D-73', 'D-74']
}, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const { params, focus } = await room(ada, grace)
  for (const person of [ada, grace]) {
    await person.call(startTaskLog, { params: { ...params, uuid: focus.uuid }, body: { duration: 600 } })
  }
  world.clock.jump(60_000)
  await grace.call(leaveSession, { params, body: {} })
  expect((await grace.visit(myLogsPage)).logs[0]).toMatchObject({ status: 4, elapsed_duration: 60 })
  world.clock.jump(60_000)
  await ada.call(endSession, { params, body: {} })
  expect((await ada.visit(myLogsPage)).logs[0]).toMatchObject({ status: 4, elapsed_duration: 120 })
  const { challengeEvent, participants } = await see(params)
  expect(participants.map(({ username }) => username)).toEqual(['ada'])
  expect(challengeEvent.summary.tasks[focus.uuid]).toMatchObject({ duration: 180 })
})

test('after a session has ended, everyone sees who did what and when', { tags: 'D-103' }, async () => {
  const people: Caller[] = []
  for (const name of ['first', 'second', ...Array.from({ length: 10 }, (_, index) => `crowd${index}`)]) {
    people.push(await world.as(name))
  }
  const [first, second, ...crowd] = people
  if (!first || !second) throw new Error('nobody is there')
  const { params, event, water, focus } = await room(first, second, ...crowd)
  const log = (person: Caller, task: { uuid: string }, amount: number) =>
    person.call(storeSessionLog, { params, body: { task_uuid: task.uuid, amount } })
  expect((await first.visit(sessionOverTimePage, params)).over_time).toBeNull()

  for (const person of crowd) await log(person, water, 1)
  await log(first, water, 0.1)
  await log(first, water, 0.2)
  world.clock.advance(25 * 60_000)
  await log(first, focus, 3)
  await log(second, water, 2)
  await log(second, water, 2)
  world.clock.advance(35 * 60_000)
  await first.call(endSession, { params, body: {} })
  world.clock.advance(600_000)
  await log(second, focus, 1)

  const { over_time } = await world.visitor.visit(sessionOverTimePage, params)
  const nothing = { distance: 0, duration: 0 }
  expect(over_time).toMatchObject({ from: event.started_at, slice_seconds: 120, slice_count: 30 })
  expect(over_time?.slices).toEqual([
    { slice: 0, logs: 12, people: 11 },
    { slice: 12, logs: 3, people: 2 },
    // A log after the end counts in the last slice.
    { slice: 29, logs: 1, people: 1 }
  ])
  expect(over_time?.people).toHaveLength(11)
  expect(over_time?.people.slice(0, 2)).toEqual([
    {
      username: 'first',
      logs: 3,
      tasks: { [water.uuid]: { amount: 0.3, ...nothing }, [focus.uuid]: { amount: 3, ...nothing } },
      slices: [
        { slice: 0, logs: 2 },
        { slice: 12, logs: 1 }
      ]
    },
    expect.objectContaining({ username: 'second', logs: 3 })
  ])
  const rest = await world.visitor.visit(sessionOverTimePage, params, { page: '2' })
  expect(rest.over_time?.people).toHaveLength(2)
  expect(rest.over_time?.slices).toEqual(over_time?.slices)
})
