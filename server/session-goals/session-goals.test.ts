import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  completeGoal,
  deleteGoal,
  goalPage,
  myGoalsPage,
  newGoal,
  restoreGoal,
  storeGoal
} from '../../domain/goals/api.ts'
import { deleteLog, storeActivityQuickLog, storeQuickLog, updateLog } from '../../domain/logs/api.ts'
import { resetLog, startLog, stopLog, stopSessionLog } from '../../domain/logs/timer-api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import {
  addToMyGoals,
  attachMyGoal,
  saveTaskListProgress,
  sessionGoalsPage,
  sessionMemberGoalsPage
} from '../../domain/session-goals/api.ts'
import {
  endSession,
  joinSession,
  leaveSession,
  sessionLogsPage,
  sessionPage,
  startSession,
  startTaskLog,
  storeSessionLog,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { goals } from '../db/schema/goals.ts'
import { participantTotals } from '../db/schema/sessions.ts'
import { lockRoom } from '../progress/lock-rows.ts'
import { tour } from '../seed/content.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The tour's plan has a goal with a number, one with a list and one with timers. */
const activity = tour.activity.slug
const tasks = tour.activity.plan.tasks.flatMap(group => group.parts)
const [water, list] = [tasks.find(task => task.amount), tasks.find(task => task.is_list)]
if (!water || !list) throw new Error('the tour has no such goals')

const store = async (caller: Caller, title: string, more: object = {}) => {
  const { goal } = await caller.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title, ...more }] } }
  })
  return goal
}
const attach = (caller: Caller, event: string, id: number) =>
  caller.call(attachMyGoal, { params: { event, goal: String(id) } })
const uses = async (caller: Caller) => (await caller.user()).all_remaining_tokens

test("the goals page shows the plan's goals as templates, and my own goals", {
  tags: ['SGL-01', 'SGL-03', 'SES-105']
}, async () => {
  const ada = await world.as('ada')
  const { event } = await openRoom(ada, [], { activity })
  const page = await ada.visit(sessionGoalsPage, { event })
  expect(page.goals.map(({ uuid, my_goal_id }) => [uuid, my_goal_id])).toEqual(tasks.map(({ uuid }) => [uuid, null]))
  expect(page.my_goals).toEqual([])
  const visitor = await world.visitor.visit(sessionGoalsPage, { event })
  expect([visitor.goals.length, visitor.my_goals]).toEqual([tasks.length, []])
  const under = await ada.request({ url: `/api/activities/${activity}/events/${event}/goals` })
  expect(under.json().serverData.goals).toHaveLength(tasks.length)
})

test('a goal of the plan and its buttons have every documented field', {
  tags: ['SGL-31..SGL-46', 'SGL-47..SGL-61']
}, async () => {
  const ada = await world.as('ada')
  const { event } = await openRoom(ada, [], { activity })
  const { goals } = await ada.visit(sessionGoalsPage, { event })
  for (const goal of goals) {
    for (const field of [
      ...['uuid', 'order', 'title', 'content', 'action', 'action_duration', 'amount', 'distance', 'unit', 'link'],
      ...['started_at', 'ended_at', 'completed_at', 'status', 'timers', 'is_list', 'list', 'amount_elapsed'],
      ...['duration_elapsed', 'distance_elapsed', 'distance_remaining', 'completions_required', 'active_log_id'],
      ...['activeLog', 'quick_log_buttons']
    ]) {
      expect(goal).toHaveProperty(field)
    }
  }
  expect(goals.find(({ uuid }) => uuid === list.uuid)?.list[0]).toEqual({
    uuid: expect.any(String),
    title: expect.any(String),
    link: expect.any(String),
    done: 0
  })
  const button = goals.find(({ uuid }) => uuid === water.uuid)?.quick_log_buttons[0]
  for (const field of ['uuid', 'amount', 'distance', 'duration', 'status', 'title', 'content']) {
    expect(button).toHaveProperty(field)
  }
})

test('a member copies a template; the copy is mine, attached and costs one use', {
  tags: ['SGL-05', 'SGL-30', 'GOAL-48', 'SEC-25', 'TOK-03']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace], { activity })
  const before = await uses(grace)
  const response = await grace.request({
    method: 'POST',
    url: '/goals/add-to-my-goals',
    payload: { challengeEventId: id, goalUuid: list.uuid }
  })
  const { goal } = z.parse(addToMyGoals.response, response.json())
  expect(goal).toMatchObject({ title: list.title, is_list: 1, status: 1, challenge_event: { id } })
  expect(goal.uuid).not.toBe(list.uuid)
  expect(await uses(grace)).toBe(before - 1)
  const page = await grace.visit(sessionGoalsPage, { event })
  expect(page.my_goals.map(mine => mine.id)).toEqual([goal.id])
  expect(page.goals.find(({ uuid }) => uuid === list.uuid)?.my_goal_id).toBe(goal.id)
  expect((await grace.visit(myGoalsPage)).my_goals[0]?.id).toBe(goal.id)
  expect((await ada.visit(sessionGoalsPage, { event })).my_goals).toEqual([])
})

test('copying again returns the first copy until it is completed or deleted', { tags: 'D-102' }, async () => {
  const grace = await world.as('grace')
  const { id } = await openRoom(await world.as('ada'), [grace], { activity })
  const copy = async () =>
    (await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: water.uuid } })).goal.id
  const first = await copy()
  const before = await uses(grace)
  expect(await copy()).toBe(first)
  expect(await uses(grace)).toBe(before)
  await grace.call(completeGoal, { params: { goal: String(first) } })
  const second = await copy()
  expect(second).not.toBe(first)
  await grace.call(deleteGoal, { params: { goal: String(second) } })
  expect(await copy()).not.toBe(second)
  expect(await uses(grace)).toBe(before - 2)
})

test('restoring a deleted copy brings back its logs, notes and totals', { tags: 'D-47' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace], { activity })
  const { goal } = await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: water.uuid } })
  const params = { goal: String(goal.id) }
  await grace.call(storeActivityQuickLog, { body: { goal_id: goal.id, amount: 2 } })
  await grace.call(storeSessionLog, { params: { event }, body: { task_uuid: water.uuid, amount: 3 } })
  await grace.call(storeQuickLog, { body: { goal_id: goal.id, duration: 600 } })
  await grace.call(storeNote, { body: { title: 'Warm', goal_id: goal.id } })
  const read = async () => {
    const { logs, notes, goal } = await grace.visit(goalPage, params)
    return [goal.amount_elapsed, logs.length, notes.map(({ title }) => title)]
  }
  const before = await read()
  expect(before).toEqual([5, 3, ['Warm']])
  await grace.call(deleteGoal, { params })
  expect((await grace.request({ url: `/api/my/goals/${goal.id}` })).statusCode).toBe(404)
  world.clock.advance(5000)
  await Promise.all([1, 2].map(() => grace.call(restoreGoal, { params })))
  expect(await read()).toEqual(before)
  expect((await ada.refused(restoreGoal, { params })).status).toBe(404)
  // After a month it is gone for good.
  await grace.call(deleteGoal, { params })
  await world.db.$client.query(`update goals set deleted_at = deleted_at - interval '31 days' where id = $1`, [goal.id])
  expect((await grace.refused(restoreGoal, { params })).status).toBe(404)
})

test('six presses at once make one copy and one charge', { tags: 'D-102' }, async () => {
  const grace = await world.as('grace')
  const { id, event } = await openRoom(await world.as('ada'), [grace], { activity })
  const before = await uses(grace)
  const body = { challengeEventId: id, goalUuid: water.uuid }
  const responses = await Promise.all(Array.from({ length: 6 }, () => grace.call(addToMyGoals, { body })))
  expect(new Set(responses.map(({ goal }) => goal.id)).size).toBe(1)
  expect((await grace.visit(sessionGoalsPage, { event })).my_goals).toHaveLength(1)
  expect(await uses(grace)).toBe(before - 1)
})

test('only members copy goals, and only goals of the plan', { tags: ['D-102', 'SEC-55'] }, async () => {
  const [ada, hedy] = [await world.as('ada'), await world.as('hedy')]
  const { id } = await openRoom(ada, [], { activity })
  const body = { challengeEventId: id, goalUuid: water.uuid }
  expect((await world.visitor.refused(addToMyGoals, { body })).status).toBe(401)
  expect((await hedy.refused(addToMyGoals, { body })).status).toBe(403)
  expect((await ada.refused(addToMyGoals, { body: { ...body, challengeEventId: 999_999 } })).status).toBe(404)
  for (const goalUuid of [randomUUID(), 'x']) {
    const { status, body: response } = await ada.refused(addToMyGoals, { body: { ...body, goalUuid } })
    expect([status, Object.keys(response.errors ?? {})]).toEqual([422, ['goalUuid']])
  }
})

test('a person without uses left cannot copy a goal', { tags: 'D-02' }, async () => {
  const poor = await world.as('poor')
  const { id, event } = await openRoom(await world.as('ada'), [poor], { activity })
  const { id: userId } = await poor.user()
  await world.db.execute(`update balances set free = 0 where user_id = ${userId}`)
  const { status, body } = await poor.refused(addToMyGoals, { body: { challengeEventId: id, goalUuid: water.uuid } })
  expect([status, body.error_code]).toEqual([402, 'INSUFFICIENT_TOKENS'])
  expect((await poor.visit(sessionGoalsPage, { event })).my_goals).toEqual([])
  await world.db.execute(`update balances set free = 999 where user_id = ${userId}`)
})

test('the dropdown offers my open goals without a session', { tags: ['SGL-02', 'SGL-29'] }, async () => {
  const irene = await world.as('irene')
  const { event } = await openRoom(irene, [], { activity })
  const [free, done, taken] = [await store(irene, 'Free'), await store(irene, 'Done'), await store(irene, 'Taken')]
  await irene.call(completeGoal, { params: { goal: String(done.id) } })
  await attach(irene, event, taken.id)
  const { my_goals } = await irene.visit(myGoalsPage, undefined, { unattached: 1 })
  expect(my_goals.map(({ id }) => id)).toEqual([free.id])
  expect((await irene.visit(myGoalsPage)).my_goals).toHaveLength(3)
  expect((await world.visitor.request({ url: '/api/my/goals?unattached=1' })).statusCode).toBe(401)
})

test('attaching a goal is free, happens once, and ties it to one session', {
  tags: ['SGL-06', 'SGL-28', 'SEC-26', 'D-101']
}, async () => {
  const grace = await world.as('grace')
  const [room, other] = [await openRoom(await world.as('ada'), [grace]), await openRoom(grace)]
  const goal = await store(grace, 'Mine')
  const before = await uses(grace)
  expect((await attach(grace, room.event, goal.id)).goal.challenge_event).toEqual({
    id: room.id,
    title: room.title,
    path: `/sessions/${room.event}`
  })
  await attach(grace, room.event, goal.id)
  expect(await uses(grace)).toBe(before)
  const { status } = await grace.refused(attachMyGoal, { params: { event: other.event, goal: String(goal.id) } })
  expect(status).toBe(409)
  expect((await grace.visit(goalPage, { goal: String(goal.id) })).session?.id).toBe(room.id)
})

test('members attach only their own open goals, and others attach none', { tags: ['D-101', 'SEC-55'] }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await openRoom(ada)
  const [mine, hers] = [await store(ada, 'Mine'), await store(grace, 'Hers')]
  const call = (id: number | string) => ({ params: { event, goal: String(id) } })
  expect((await world.visitor.refused(attachMyGoal, call(mine.id))).status).toBe(401)
  expect((await grace.refused(attachMyGoal, call(hers.id))).status).toBe(403)
  expect((await ada.refused(attachMyGoal, call(hers.id))).status).toBe(404)
  expect((await ada.refused(attachMyGoal, call('x'))).status).toBe(404)
  await ada.call(completeGoal, { params: { goal: String(mine.id) } })
  expect((await ada.refused(attachMyGoal, call(mine.id))).status).toBe(409)
})

test('leaving detaches my goals; someone who rejoins gets their copy back', {
  tags: ['D-101', 'D-73']
}, async () => {
  const grace = await world.as('grace')
  const { id, event } = await openRoom(await world.as('ada'), [grace], { activity })
  const own = await store(grace, 'Own')
  await attach(grace, event, own.id)
  const body = { challengeEventId: id, goalUuid: water.uuid }
  const { goal: copy } = await grace.call(addToMyGoals, { body })
  await grace.call(leaveSession, { params: { event }, body: {} })
  for (const goal of [own, copy]) {
    expect((await grace.visit(goalPage, { goal: String(goal.id) })).goal.challenge_event).toBeNull()
  }
  expect((await world.visitor.visit(sessionMemberGoalsPage, { event })).member_goals).toEqual([])
  await grace.call(joinSession, { params: { event }, body: {} })
  const before = await uses(grace)
  expect((await grace.call(addToMyGoals, { body })).goal).toMatchObject({ id: copy.id, challenge_event: { id } })
  expect(await uses(grace)).toBe(before)
  const { log } = await grace.call(storeActivityQuickLog, { body: { goal_id: copy.id, amount: 1 } })
  expect(log.task_uuid).toBe(water.uuid)
})

test('a log on an attached goal is a log of the session and counts there', {
  tags: ['SGL-64', 'SGL-65', 'SGL-84']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace], { activity })
  const { goal } = await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: water.uuid } })
  const { log } = await grace.call(storeActivityQuickLog, { body: { goal_id: goal.id, amount: 2 } })
  expect(log).toMatchObject({ goal_id: goal.id, challenge_event_id: id, task_uuid: water.uuid, action: water.action })
  await grace.call(storeSessionQuickLog, { params: { event }, body: { task_uuid: water.uuid, amount: 3 } })
  const { logs } = await ada.visit(sessionLogsPage, { event })
  expect(logs.find(shown => shown.id === log.id)?.goal).toMatchObject({ title: water.title })
  const { participants, challengeEvent } = await ada.visit(sessionPage, { event })
  const me = participants.find(({ username }) => username === 'grace')
  expect(me?.task_totals[water.uuid]).toMatchObject({ amount: 5 })
  expect(me?.task_action_totals).toEqual({ [water.action]: { amount: 5, distance: 0, duration: 0 } })
  expect(challengeEvent.summary).toMatchObject({ logs: 2, tasks: { [water.uuid]: { amount: 5 } } })
})

test('a log on a goal of the plan or on its copy counts once on both', {
  tags: ['D-138', 'D-102']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace], { activity })
  const params = { event }
  const inRoom = (more: object, task = water.uuid) =>
    grace.call(storeSessionQuickLog, { params, body: { task_uuid: task, ...more } })
  // Logs made before the copy stay with the plan.
  await inRoom({ amount: 100 })
  const { goal: copy } = await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: water.uuid } })
  const onCopy = async (more: object) => (await grace.call(storeQuickLog, { body: { goal_id: copy.id, ...more } })).log
  const shown = async () => {
    const { me, participants } = await ada.visit(sessionPage, params)
    expect(me?.username).toBe('ada')
    const { goal } = await grace.visit(goalPage, { goal: String(copy.id) })
    const total = participants.find(({ username }) => username === 'grace')?.task_totals[water.uuid]
    return [goal.amount_elapsed, (total?.amount ?? 0) - 100, goal.duration_elapsed, total?.duration ?? 0]
  }
  const { seq } = (await ada.visit(sessionPage, params)).challengeEvent
  const told = async () => (await eventsOf(world, id, seq)).length

  const { log: room } = await inRoom({ amount: 3 })
  expect(room).toMatchObject({ goal_id: copy.id, task_uuid: water.uuid, goal: { id: copy.id, title: water.title } })
  expect([await shown(), await told()]).toEqual([[3, 3, 0, 0], 1])
  const home = await onCopy({ amount: 5, content: 'felt awful today' })
  expect(home).toMatchObject({ status: 1, challenge_event_id: id, task_uuid: water.uuid })
  expect([await shown(), await told()]).toEqual([[8, 8, 0, 0], 2])
  for (const path of ['logs', 'member-goals']) {
    expect((await ada.request({ url: `/api/sessions/${event}/${path}` })).body).not.toContain('awful')
    expect((await grace.request({ url: `/api/sessions/${event}/${path}` })).body).toContain('awful')
  }

  await grace.call(updateLog, { params: { log: String(home.id) }, body: { amount: 6 } })
  await grace.call(updateLog, { params: { log: String(room.id) }, body: { amount: 4 } })
  expect(await shown()).toEqual([10, 10, 0, 0])
  await grace.call(deleteLog, { params: { log: String(home.id) } })
  expect(await shown()).toEqual([4, 4, 0, 0])

  // Calls arrive from two tabs at once, one of them on the page of the goal.
  await Promise.all(Array.from({ length: 4 }, (_, n) => (n % 2 ? inRoom({ amount: 1 }) : onCopy({ amount: 1 }))))
  expect(await shown()).toEqual([8, 8, 0, 0])
  // A log dated before the session counts only for the copy.
  expect(await onCopy({ amount: 2, day: '2026-01-01' })).toMatchObject({ challenge_event_id: null })
  expect(await shown()).toEqual([10, 8, 0, 0])

  // Both pages show the same timer, whichever page starts it.
  const timer = await onCopy({ duration: 600 })
  const start = { params: { ...params, uuid: water.uuid }, body: { duration: 600 } }
  expect((await grace.call(startTaskLog, start)).id).toBe(timer.id)
  const page = await grace.visit(sessionPage, params)
  const task = page.challengeEvent.tasks.flatMap(({ parts }) => parts).find(({ uuid }) => uuid === water.uuid)
  expect(task?.activeLog?.id).toBe(timer.id)
  world.clock.jump(60_000)
  await grace.call(stopSessionLog, { params: { log: String(timer.id) }, body: {} })
  expect(await shown()).toEqual([10, 8, 60, 60])

  // Deleting the copy keeps the counts of the room.
  await grace.call(deleteGoal, { params: { goal: String(copy.id) } })
  const { me } = await grace.visit(sessionPage, params)
  expect(me?.task_totals[water.uuid]).toMatchObject({ amount: 108, duration: 60 })
  const { goal: next } = await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: water.uuid } })
  await grace.call(completeGoal, { params: { goal: String(next.id) } })
  expect((await inRoom({ amount: 1 })).log.goal_id).toBeNull()
})

test('a tick on a goal of the plan or on its copy appears on both', {
  tags: ['D-138', 'TMR-20']
}, async () => {
  const grace = await world.as('grace')
  const { id, event } = await openRoom(await world.as('ada'), [grace], { activity })
  const [first = '', second = '', third = ''] = list.list.map(({ uuid }) => uuid)
  const inRoom = (changes: Record<string, 0 | 1>) =>
    grace.call(saveTaskListProgress, {
      body: { items: [], changes, goal_id: list.uuid, challenge_event_id: id }
    })
  await inRoom({ [first]: 1 })
  const { goal } = await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: list.uuid } })
  const onCopy = (changes: Record<string, 0 | 1>) =>
    grace.call(saveTaskListProgress, { body: { items: [], changes, goal_id: goal.id } })
  const shown = async () => {
    const { goal: copy } = await grace.visit(goalPage, { goal: String(goal.id) })
    const { participants } = await grace.visit(sessionPage, { event })
    const person = participants.find(({ username }) => username === 'grace')
    return [
      copy.list.filter(({ done }) => done).map(({ uuid }) => uuid),
      person?.task_totals[list.uuid]?.list_progress ?? []
    ]
  }
  await Promise.all([inRoom({ [second]: 1 }), onCopy({ [third]: 1 })])
  expect(await shown()).toEqual([
    [second, third],
    [first, second, third]
  ])
  await onCopy({ [second]: 0, [first]: 1 })
  expect(await shown()).toEqual([
    [first, third],
    [first, third]
  ])
  await inRoom({ [first]: 0 })
  expect(await shown()).toEqual([[third], [third]])
})

test('deleting an attached goal takes its logs out of the session and its totals', { tags: 'D-47' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const [room, next] = [await openRoom(ada, [grace], { activity }), await openRoom(ada, [grace])]
  const goal = await store(grace, 'Short-lived', { action: 'Walk' })
  await attach(grace, room.event, goal.id)
  for (const amount of [1, 2]) await grace.call(storeActivityQuickLog, { body: { goal_id: goal.id, amount } })
  await grace.call(leaveSession, { params: { event: room.event }, body: {} })
  await attach(grace, next.event, goal.id)
  await grace.call(storeActivityQuickLog, { body: { goal_id: goal.id, amount: 4 } })
  const { challengeEvent } = await ada.visit(sessionPage, { event: next.event })
  expect(challengeEvent.summary).toMatchObject({ logs: 1 })
  await grace.call(deleteGoal, { params: { goal: String(goal.id) } })
  for (const { event } of [room, next]) {
    const page = await ada.visit(sessionLogsPage, { event })
    expect([page.logs, page.challengeEvent.summary.logs]).toEqual([[], 0])
  }
  expect(await eventsOf(world, next.id, challengeEvent.seq)).toMatchObject([{ data: { summary: { logs: 0 } } }])
})

test('an attached goal can be completed while many logs on it arrive', { tags: 'D-50' }, async () => {
  const grace = await world.as('grace')
  const { event } = await openRoom(grace)
  const goal = await store(grace, 'Busy')
  await attach(grace, event, goal.id)
  for (let round = 0; round < 5; round++) {
    const goalOf = await store(grace, `Busy ${round}`)
    await attach(grace, event, goalOf.id)
    await grace.call(storeActivityQuickLog, { body: { goal_id: goalOf.id, duration: 600 } })
    const responses = await Promise.all([
      grace.request({ method: 'POST', url: `/api/goals/${goalOf.id}/complete` }),
      grace.request({
        method: 'POST',
        url: '/api/logs/store-activity-quick-log',
        payload: { goal_id: goalOf.id, amount: 1 }
      }),
      grace.request({ method: 'POST', url: `/api/challenge-events/${event}/logs`, payload: { amount: 1 } })
    ])
    for (const { statusCode } of responses) expect([200, 409]).toContain(statusCode)
  }
})

test("member goals show title, owner and totals, and other people's logs only while active", {
  tags: ['SES-106', 'SGL-04', 'SGL-15', 'D-103']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await openRoom(ada, [grace])
  const goal = await store(grace, 'Read', { action: 'Read', unit: 'pages', amount: 20 })
  const { log: secret } = await grace.call(storeQuickLog, { body: { goal_id: goal.id, amount: 7, title: 'At home' } })
  await attach(grace, event, goal.id)
  const running = await grace.call(storeActivityQuickLog, { body: { goal_id: goal.id, duration: 600 } })
  const done = await grace.call(storeActivityQuickLog, { body: { goal_id: goal.id, amount: 5, status: 2 } })
  world.clock.jump(60_000)
  const [hers] = (await grace.visit(sessionMemberGoalsPage, { event })).member_goals
  expect(hers).toMatchObject({
    ...{ id: goal.id, title: 'Read', username: 'grace', unit: 'pages', amount: 20 },
    ...{ amount_elapsed: 12, duration_elapsed: 60 }
  })
  expect(hers?.logs.map(({ id }) => id)).toEqual([done.log.id, running.log.id])
  for (const caller of [ada, world.visitor]) {
    const [seen] = (await caller.visit(sessionMemberGoalsPage, { event })).member_goals
    expect(seen?.logs.map(({ id }) => id)).toEqual([running.log.id])
    expect(JSON.stringify(seen)).not.toContain(secret.title)
  }
  world.clock.jump(600_000)
  expect((await ada.visit(sessionMemberGoalsPage, { event })).member_goals[0]?.logs).toEqual([])
})

/** All text that a reader can get about a room. */
async function readersOf(reader: Caller, event: string): Promise<string> {
  const paths = ['', '/logs', '/goals', '/member-goals']
  const urls = [
    ...paths.flatMap(path => [`/sessions/${event}${path}`, `/api/sessions/${event}${path}`]),
    `/api/challenge-events/${event}/poll`
  ]
  return (await Promise.all(urls.map(async url => (await reader.request({ url })).body))).join('\n')
}

test('others see only active logs made in the running session, and nothing else of a goal', {
  tags: ['D-138', 'SGL-15']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace], { waits: true })
  const goal = await store(grace, 'Sleep')
  const log = async (contract: typeof storeQuickLog | typeof storeActivityQuickLog, content: string, more = {}) =>
    (await grace.call(contract, { body: { goal_id: goal.id, amount: 1, content, ...more } })).log
  await log(storeQuickLog, 'before it was attached')
  await attach(grace, event, goal.id)
  await log(storeQuickLog, 'at home before the start')
  const early = await grace.refused(storeActivityQuickLog, { body: { goal_id: goal.id, amount: 1 } })
  expect(early.status).toBe(409)
  await ada.call(startSession, { params: { event }, body: {} })

  const params = { event }
  const seen = await log(storeActivityQuickLog, 'seen by all')
  await log(storeActivityQuickLog, 'only for me', { status: 2 })
  await log(storeQuickLog, 'at home')
  await grace.call(storeSessionLog, { params, body: { amount: 1, content: 'free, only for me', status: 2 } })
  const paused = await log(storeActivityQuickLog, 'then it rested', { duration: 600 })
  await grace.call(stopLog, { params: { log: String(paused.id) }, body: { status: 3 } })
  const stopped = await log(storeActivityQuickLog, 'then it was over', { duration: 600 })
  await grace.call(stopLog, { params: { log: String(stopped.id) }, body: {} })
  const isSecret = ['before it', 'at home', 'only for me', 'then it', 'awful']

  const check = async () => {
    for (const reader of [ada, world.visitor]) {
      const text = await readersOf(reader, event)
      expect(isSecret.filter(words => text.includes(words))).toEqual([])
      expect(text).toContain('seen by all')
    }
    const mine = await readersOf(grace, event)
    expect(['only for me', 'then it rested', 'then it was over'].filter(words => !mine.includes(words))).toEqual([])
    expect(mine).not.toContain('at home')
    const events = JSON.stringify(await eventsOf(world, id))
    expect([...isSecret, 'seen by all'].filter(words => events.includes(words))).toEqual([])
  }
  await check()
  // Logs that others cannot see count all the same.
  const total = async () => (await ada.visit(sessionPage, { event })).challengeEvent.summary.tasks['']?.amount
  expect(await total()).toBe(5)
  const [shown] = (await ada.visit(sessionMemberGoalsPage, { event })).member_goals
  expect(shown).toMatchObject({ title: 'Sleep', logs: [{ id: seen.id, status: 1 }] })

  await ada.call(endSession, { params: { event }, body: {} })
  expect((await grace.visit(goalPage, { goal: String(goal.id) })).goal.challenge_event).toBeNull()
  await log(storeQuickLog, 'felt awful today')
  await log(storeActivityQuickLog, 'awful in the room', { challenge_event_id: id })
  world.clock.jump(8 * 86_400_000)
  await log(storeActivityQuickLog, 'awful a week later', { challenge_event_id: id })
  await check()
  expect(await total()).toBe(5)
  expect((await world.visitor.visit(sessionMemberGoalsPage, { event })).member_goals).toEqual([])
})

test('a goal is detached when its session ends by itself, and cannot be attached there again', {
  tags: ['D-138', 'D-101']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const room = await openRoom(ada, [grace], { activity })
  const own = await store(grace, 'Own')
  await attach(grace, room.event, own.id)
  const body = { challengeEventId: room.id, goalUuid: water.uuid }
  const { goal: copy } = await grace.call(addToMyGoals, { body })
  world.clock.jump(3_600_001)
  const again = { params: { event: room.event, goal: String(own.id) } }
  expect((await grace.refused(attachMyGoal, again)).status).toBe(409)
  // The refused call rolled back the end of the session; the next visit ends it for good.
  await ada.visit(sessionPage, { event: room.event })
  const { my_goals } = await grace.visit(myGoalsPage, undefined, { unattached: 1 })
  expect(my_goals.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, copy.id]))
  expect((await grace.call(addToMyGoals, { body })).goal).toMatchObject({ id: copy.id, challenge_event: null })
  await grace.call(completeGoal, { params: { goal: String(copy.id) } })
  expect((await grace.call(addToMyGoals, { body })).goal).toMatchObject({ challenge_event: null })
  const next = await openRoom(ada, [grace])
  expect((await attach(grace, next.event, own.id)).goal.challenge_event).toMatchObject({ id: next.id })
})

test("each participant has their own ticks on a plan's list, and the room is notified", {
  tags: ['SGL-27', 'SGL-46']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace], { activity })
  const [first = '', second = ''] = list.list.map(({ uuid }) => uuid)
  const tick = (items: string[]) =>
    grace.call(saveTaskListProgress, { body: { items, goal_id: list.uuid, challenge_event_id: id } })
  const { seq } = (await ada.visit(sessionPage, { event })).challengeEvent
  const response = await tick([second, randomUUID(), first])
  expect(response.items).toEqual([first, second])
  expect(response.challenge_user?.task_totals[list.uuid]?.list_progress).toEqual([first, second])
  const { me, participants } = await ada.visit(sessionPage, { event })
  expect(me?.task_totals).toEqual({})
  const others = participants.find(({ username }) => username === 'grace')
  expect(others?.task_totals[list.uuid]?.list_progress).toEqual([first, second])
  await tick([first, second])
  expect(await eventsOf(world, id, seq)).toMatchObject([{ data: { participants: [{ username: 'grace' }] } }])
  expect((await tick([])).challenge_user?.task_totals[list.uuid]?.list_progress).toEqual([])
})

test('ticks and logs on one goal at the same moment do not disturb each other', { tags: 'SGL-27' }, async () => {
  const grace = await world.as('grace')
  const { id, event } = await openRoom(grace, [], { activity })
  const items = list.list.slice(0, 1).map(({ uuid }) => uuid)
  const tick = { body: { items, goal_id: list.uuid, challenge_event_id: id } }
  const log = { params: { event }, body: { task_uuid: list.uuid, amount: 1 } }
  await Promise.all([
    ...Array.from({ length: 3 }, () => grace.call(saveTaskListProgress, tick)),
    ...Array.from({ length: 3 }, () => grace.call(storeSessionQuickLog, log))
  ])
  const { me } = await grace.visit(sessionPage, { event })
  expect(me?.task_totals[list.uuid]).toMatchObject({ amount: 3, list_progress: items })
  const rows = await world.db.select().from(participantTotals)
  expect(rows.filter(row => row.session_id === id)).toHaveLength(1)
})

test('ticks on a goal of mine are stored in its list', { tags: 'SGL-27' }, async () => {
  const grace = await world.as('grace')
  const { id } = await openRoom(grace, [], { activity })
  const { goal } = await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: list.uuid } })
  const items = goal.list.slice(1).map(({ uuid }) => uuid)
  const save = (sent: string[]) => grace.call(saveTaskListProgress, { body: { items: sent, goal_id: goal.id } })
  expect(await save(items)).toMatchObject({ items, challenge_user: null })
  await save(items)
  const shown = await grace.visit(goalPage, { goal: String(goal.id) })
  expect(shown.goal.list.map(({ done }) => done)).toEqual(goal.list.map((_, index) => (index === 0 ? 0 : 1)))
  await save([])
  expect((await grace.visit(goalPage, { goal: String(goal.id) })).goal.list.every(({ done }) => done === 0)).toBe(true)
})

test('sending ticks again after a lost response changes nothing', {
  tags: ['TMR-20', 'D-96']
}, async () => {
  const grace = await world.as('grace')
  const { id, event } = await openRoom(grace, [], { activity })
  const { goal } = await grace.call(addToMyGoals, { body: { challengeEventId: id, goalUuid: list.uuid } })
  const { seq } = (await grace.visit(sessionPage, { event })).challengeEvent
  const own = goal.list.slice(0, 1).map(({ uuid }) => uuid)
  const planned = list.list.slice(0, 1).map(({ uuid }) => uuid)
  const send = () =>
    Promise.all([
      grace.call(saveTaskListProgress, { body: { items: own, goal_id: goal.id } }),
      grace.call(saveTaskListProgress, { body: { items: planned, goal_id: list.uuid, challenge_event_id: id } })
    ])
  const first = await send()
  const rows = () => world.db.select().from(goals)
  const before = await rows()
  world.clock.jump(30_000)
  expect(await send()).toEqual(first)
  expect(await rows()).toEqual(before)
  expect(await eventsOf(world, id, seq)).toHaveLength(1)
})

test.each(['text/plain;charset=UTF-8', 'application/json'])(
  'ticks sent as %s by a closing page are stored',
  { tags: ['SGL-27', 'D-96'] },
  async type => {
    const grace = await world.as('grace')
    const { id } = await openRoom(grace, [], { activity })
    const payload = JSON.stringify({ items: [], goal_id: list.uuid, challenge_event_id: id })
    const url = '/challenge-events/logs/save-task-list-progress'
    const send = (body: string, headers = {}) =>
      grace.request({ method: 'POST', url, payload: body, headers: { 'content-type': type, ...headers } })
    expect((await send(payload)).statusCode).toBe(200)
    expect((await send('{')).statusCode).toBe(400)
    expect((await send(payload, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  }
)

test('members tick lists of the plan or their own from the start on', {
  tags: ['SGL-27', 'D-86', 'SEC-55']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const [room, waiting] = [await openRoom(ada, [], { activity }), await openRoom(ada, [], { activity, waits: true })]
  const body = { items: [], goal_id: list.uuid as string | number, challenge_event_id: room.id as number | null }
  const status = async (caller: Caller, change: Partial<typeof body> = {}) =>
    (await caller.refused(saveTaskListProgress, { body: { ...body, ...change } })).status
  expect(await status(world.visitor)).toBe(401)
  expect(await status(grace)).toBe(403)
  expect(await status(ada, { challenge_event_id: 999_999 })).toBe(404)
  expect(await status(ada, { challenge_event_id: waiting.id })).toBe(409)
  expect(await status(ada, { challenge_event_id: null })).toBe(422)
  expect(await status(ada, { goal_id: randomUUID() })).toBe(422)
  expect(await status(ada, { goal_id: 'x' })).toBe(422)
  expect(await status(ada, { goal_id: (await store(grace, 'Hers')).id })).toBe(404)
  await ada.call(endSession, { params: { event: room.event }, body: {} })
  await ada.call(saveTaskListProgress, { body: { ...body, items: [] } })
})

test('completing a detached goal ends its timer in a room and keeps what the room counts meanwhile', {
  tags: ['D-50', 'D-85']
}, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const { id, event } = await openRoom(grace, [ada])
  const goal = await store(ada, 'Plank')
  await attach(ada, event, goal.id)
  const { log } = await ada.call(storeActivityQuickLog, { body: { goal_id: goal.id, amount: 1, duration: 600 } })
  const params = { log: String(log.id) }
  await ada.call(resetLog, { params })
  await ada.call(leaveSession, { params: { event }, body: null })
  await ada.call(joinSession, { params: { event }, body: {} })
  await ada.call(startLog, { params, body: {} })
  const mark = (value: object) =>
    sql`update sessions set summary = jsonb_set(summary, '{tasks,other}', ${JSON.stringify(value)}::jsonb) where id = ${id}`
  const completed = await world.db.transaction(async tx => {
    await lockRoom(tx, id)
    const done = ada.call(completeGoal, { params: { goal: String(goal.id) } })
    await untilSomebodyWaits(world.db)
    await tx.execute(mark({ amount: 7, distance: 0, duration: 0 }))
    return () => done
  })
  expect((await completed()).goal.status).toBe(2)
  const { challengeEvent } = await ada.visit(sessionPage, { event })
  expect(challengeEvent.summary.tasks).toMatchObject({ other: { amount: 7 } })
  await world.db.execute(sql`update sessions set summary = summary #- '{tasks,other}' where id = ${id}`)
})
