import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteLog, storeActivityQuickLog, updateLog } from '../../domain/logs/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { completeLog, getRunningTimers, resetLog, startLog, stopLog } from '../../domain/logs/timer-api.ts'
import { countUnread } from '../../domain/reminders/api.ts'
import { addToMyGoals } from '../../domain/session-goals/api.ts'
import {
  endSession,
  leaveSession,
  resetSession,
  sessionLogsPage,
  sessionPage,
  startTaskLog,
  storeSessionLog,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import { patchSession } from '../../domain/sessions/builder-api.ts'
import { taskGroupOf, taskOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { openLive } from '../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A running session with one goal; the first of these people hosts it. */
async function room(host: Caller, ...guests: Caller[]) {
  const goal = taskOf({ title: 'Run', action: 'Run', unit: 'runs', amount: 1, completions_required: 3 })
  const { event, id } = await openRoom(host, guests)
  const params = { event }
  await host.call(patchSession, { params, body: { challenge: { tasks: [taskGroupOf([goal])] } } })
  return { id, params, goal }
}

const see = async (params: { event: string }, person: Caller = world.visitor) => person.visit(sessionPage, params)

test('a log shows its goal and how often that goal has to be done', {
  tags: ['SGL-83', 'SGL-84', 'D-104']
}, async () => {
  const wilma = await world.as('wilma')
  const { id, params, goal } = await room(wilma)
  const body = { task_uuid: goal.uuid, amount: 1, action: 'Jog' }
  const { log } = await wilma.call(storeSessionQuickLog, { params, body })
  const named = { completions_required: 3, goal: { id: null, title: 'Run', action: 'Run', unit: 'runs' } }
  expect(log).toMatchObject(named)
  expect((await wilma.visit(sessionLogsPage, params)).logs).toMatchObject([named])
  const mine = await wilma.visit(myLogsPage, {}, { session: id })
  expect(mine).toMatchObject({ logs: [named], days: [{ logs: 1, amounts: [{ unit: 'runs', amount: 1 }] }] })
  expect(mine.choices.sessions).toMatchObject([{ id }])
  const copy = await wilma.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: goal.uuid } })
  const onCopy = await wilma.call(storeActivityQuickLog, { body: { goal_id: copy.goal.id, amount: 1 } })
  expect(onCopy.log).toMatchObject({ completions_required: 3, goal: { id: copy.goal.id, title: 'Run' } })
  const bare = await wilma.call(storeSessionLog, { params, body: { amount: 1 } })
  expect(bare.log).toMatchObject({ completions_required: null, goal: null })
})

test('a repeated log returns the stored one after its person has left', { tags: ['SGL-25', 'D-86'] }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { params, goal } = await room(ada, grace)
  const press = { params, body: { task_uuid: goal.uuid, amount: 2 } }
  const { log } = await grace.call(storeSessionQuickLog, { ...press, key: 'lost-response' })
  await grace.call(leaveSession, { params, body: {} })
  const again = await grace.call(storeSessionQuickLog, { ...press, key: 'lost-response' })
  expect(again).toMatchObject({ log: { id: log.id }, challenge_user: null })
})

test('a timer that ended with its session still counts when it runs again', {
  tags: ['LOG-12', 'LOG-21', 'D-86']
}, async () => {
  const ada = await world.as('ada')
  const { params, goal } = await room(ada)
  const { id } = await ada.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { duration: 600 } })
  const logParams = { log: String(id) }
  await ada.call(stopLog, { params: logParams, body: { status: 3 } })
  await ada.call(endSession, { params, body: {} })
  expect((await ada.refused(startLog, { params: logParams, body: {} })).status).toBe(409)
  await ada.call(resetLog, { params: logParams })
  await ada.call(startLog, { params: logParams, body: {} })
  world.clock.jump(30_000)
  await ada.call(completeLog, { params: logParams })
  expect((await see(params, ada)).me?.task_totals[goal.uuid]).toMatchObject({ duration: 30 })
})

test.each(['log', 'timer'] as const)(
  'a pressed %s that is undone counts for nobody in the room',
  {
    tags: ['D-131', 'D-138']
  },
  async kind => {
    const [ada, grace] = [await world.as('ada'), await world.as('grace')]
    const { params, goal } = await room(ada, grace)
    const duration = kind === 'timer' ? 600 : null
    const press = { params, body: { task_uuid: goal.uuid, amount: 1, duration } }
    const { log } = await grace.call(storeSessionQuickLog, press)
    const logParams = { log: String(log.id) }
    expect((await see(params)).challengeEvent.summary.tasks[goal.uuid]).toMatchObject({ amount: 1 })
    if (kind === 'timer') await grace.call(resetLog, { params: logParams })
    await grace.call(deleteLog, { params: logParams })
    expect((await grace.refused(deleteLog, { params: logParams })).status).toBe(404)
    const { challengeEvent, me } = await see(params, grace)
    expect([challengeEvent.summary.tasks[goal.uuid]?.amount ?? 0, me?.task_totals[goal.uuid]?.amount ?? 0]).toEqual([
      0, 0
    ])
    expect((await ada.visit(sessionLogsPage, params)).logs).toEqual([])
    const again = await grace.call(storeSessionQuickLog, press)
    expect(again.log.id).not.toBe(log.id)
  }
)

test('no timer of a session runs before the start, or for a person who left', {
  tags: ['D-86', 'D-73', 'SEC-55']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { params, goal } = await room(ada, grace)
  const start = async (person: Caller) =>
    (await person.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { duration: 600 } })).id
  const [mine, hers] = [await start(ada), await start(grace)]
  await grace.call(leaveSession, { params, body: {} })
  await grace.call(resetLog, { params: { log: String(hers) } })
  const out = await grace.refused(startLog, { params: { log: String(hers) }, body: {} })
  expect([out.status, out.body.message]).toEqual([403, 'Please join the challenge to use that feature.'])
  await (await world.admin()).call(resetSession, { params, body: {} })
  for (const [call, body] of [
    [startLog, {}],
    [updateLog, { status: 1 }]
  ] as const) {
    const early = await ada.refused(call, { params: { log: String(mine) }, body })
    expect([early.status, early.body.message]).toEqual([409, 'Progress can be logged when the session is in progress.'])
  }
  expect((await see(params)).challengeEvent.summary.tasks[goal.uuid]).toMatchObject({ duration: 0 })
})

test('starting or moving a timer notifies the person’s other tabs; a plain log does not', {
  tags: 'SGL-19'
}, async () => {
  const ada = await world.as('ada')
  const { id, params, goal } = await room(ada)
  const tab = await openLive(world.app, ada)
  tab.say({ type: 'join', room: id })
  await tab.hears(message => message.type === 'join')
  const told = (): number =>
    tab.got.filter(message => message.type === 'update' && message.data.timers?.includes(ada.username)).length
  const done = (logs: number) => tab.hears(message => message.type === 'update' && message.data.summary?.logs === logs)
  await ada.call(storeSessionQuickLog, { params, body: { task_uuid: goal.uuid, amount: 1 } })
  await done(1)
  expect(told()).toBe(0)
  const { log } = await ada.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { duration: 600 } })
  await tab.hears(() => told() === 1)
  await ada.call(stopLog, { params: { log: String(log.id) }, body: { status: 3 } })
  await tab.hears(() => told() === 2)
  // A timer on a person's own goal notifies all their devices, wherever they are.
  const device = await openLive(world.app, ada)
  const copy = await ada.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: goal.uuid } })
  const press = { goal_id: copy.goal.id, duration: 60, challenge_event_id: id }
  const started = await ada.call(storeActivityQuickLog, { body: press })
  await tab.hears(() => told() === 3)
  const toDevice = (): number => device.got.filter(({ type }) => type === 'timers').length
  await device.hears(() => toDevice() === 1)
  const timer = { id: started.log.id, goal_id: copy.goal.id, title: copy.goal.title, due_at: started.log.ended_at }
  expect((await ada.call(getRunningTimers)).timers).toEqual([timer])
  expect((await (await world.as('grace')).call(getRunningTimers)).timers).toEqual([])
  await ada.call(stopLog, { params: { log: String(started.log.id) }, body: {} })
  await device.hears(() => toDevice() === 2)
  expect((await ada.call(getRunningTimers)).timers).toEqual([])
  const again = await ada.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { duration: 600 } })
  expect(again.log.goal_id).toBeNull()
  await ada.call(stopLog, { params: { log: String(again.id) }, body: {} })
  await ada.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { duration: 600 } })
  await device.hears(() => toDevice() === 3)
})

test('a log in the room tells the person’s pages when its goal has an unread reminder', async () => {
  const ada = await world.as('ada')
  const { id, params, goal } = await room(ada)
  const copy = await ada.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: goal.uuid } })
  const page = await openLive(world.app, ada)
  const press = () => ada.call(storeSessionQuickLog, { params, body: { task_uuid: goal.uuid, amount: 1 } })
  await press()
  world.clock.jump(60_000)
  const at = new Date(world.clock.now())
  await world.db.execute(sql`
    insert into reminders (user_id, kind, goal_id, at, told_at, until, is_listed)
    select user_id, 'goal_due', id, ${at}, ${at}, ${at}, true from goals where id = ${copy.goal.id}`)
  expect((await ada.call(countUnread)).unread).toBe(1)
  expect((await press()).log.goal_id).toBe(copy.goal.id)
  await page.hears(({ type }) => type === 'inbox')
  expect(page.got.filter(({ type }) => type === 'inbox')).toHaveLength(1)
  expect((await ada.call(countUnread)).unread).toBe(0)
})

test('a log that waited in a browser is refused after someone else signs in there', { tags: 'SEC-11' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id: session, params, goal } = await room(ada, grace)
  const id = (await ada.user()).id
  const send = (person: Caller, url: string, payload: object, headers = {}) =>
    person.request({ method: 'POST', url, payload, headers })
  const log = `/api/challenge-events/${params.event}/store-quick-log`
  const ticks = '/api/challenge-events/logs/save-task-list-progress'
  const press = { task_uuid: goal.uuid, amount: 1 }
  for (const refused of [
    await send(grace, log, press, { 'x-person': String(id) }),
    await send(grace, ticks, { items: [], goal_id: goal.uuid, challenge_event_id: session, person: id })
  ]) {
    expect([refused.statusCode, refused.json().error_code]).toEqual([409, 'OTHER_PERSON'])
  }
  expect((await see(params)).challengeEvent.summary.logs).toBe(0)
  expect((await send(ada, log, press, { 'x-person': String(id) })).statusCode).toBe(200)
})
