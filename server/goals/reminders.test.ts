/** Goals remind once, in time, only while they are not met, and their notifications answer. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { updateDays } from '../../domain/days/api.ts'
import { deleteGoal, goalPage, newGoal, pauseGoal, storeGoal } from '../../domain/goals/api.ts'
import type { GoalInput } from '../../domain/goals/fields.ts'
import { cheerGoal, shareGoal } from '../../domain/goals/sharing-api.ts'
import { addDays } from '../../domain/lib/day.ts'
import { deleteLog, restoreLog, storeQuickLog, updateLog } from '../../domain/logs/api.ts'
import {
  addPushDevice,
  countUnread,
  inboxPage,
  reminderSettingsPage,
  updateReminders
} from '../../domain/reminders/api.ts'
import { finishReminded, putOffReminded, removeGoalReminder, setGoalReminder } from '../../domain/reminders/goal-api.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { openPushService, type PushService } from '../../testing/servers/push-service.ts'
import { openLive } from '../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { announceGoals } from './announce-goals.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LOOK = 5000
const DAILY = { every: 'day' as const, weekdays: [] }
let service: PushService
let world: World
beforeAll(async () => {
  service = await openPushService()
  world = await openWorld({ APP_URL: 'https://hut.example.org' }, { network: service.network })
})
afterEach(async () => {
  service.onPush = null
  service.received.length = 0
  world.mails.length = 0
  await world.db.execute(sql`delete from goal_reminders`)
  await world.db.execute(sql`delete from reminders`)
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const clock = () => new Date(world.clock.now()).toISOString().slice(11, 16)
/** Goes to the next time that the clock shows this in UTC. */
async function goTo(time: string): Promise<void> {
  const now = new Date(world.clock.now())
  const next = Date.parse(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`)
  world.clock.jump((next > now.getTime() ? next : next + DAY) - now.getTime())
  await world.pass(LOOK)
  await world.pass(LOOK)
}
const pushed = () => service.received.map(({ to, message }) => `${to}: ${message.text}`)

async function make(person: Caller, fields: Partial<GoalInput> = {}): Promise<number> {
  const task = { ...newGoal(randomUUID()), title: 'Water', amount: 8, unit: 'glasses', repeats: DAILY, ...fields }
  return (await person.call(storeGoal, { body: { challenge: { tasks: [task] } } })).goal.id
}
const remindAt = (person: Caller, goal: number, at: string, more: object = {}) =>
  person.call(setGoalReminder, { params: { goal: String(goal) }, body: { at, ...more } })
const log = (person: Caller, goal_id: number, amount: number) =>
  person.call(storeQuickLog, { body: { goal_id, amount } })

/** A person with a phone and a goal that reminds them. */
async function reminded(name: string, at = '20:00', fields: Partial<GoalInput> = {}) {
  const person = await world.as(name)
  await person.call(addPushDevice, { body: service.browser(name) })
  const goal = await make(person, fields)
  await remindAt(person, goal, at)
  return { person, goal, params: { goal: String(goal) } }
}

describe('a reminder', () => {
  test('is pushed at its time each day, with Done and Later', async () => {
    const { person, goal } = await reminded('ada')
    await goTo('19:59')
    expect(pushed()).toEqual([])
    await goTo('20:00')
    expect(pushed()).toEqual(['ada: Time for “Water”'])
    const { message } = service.received[0] ?? {}
    const at = `${new Date(world.clock.now()).toISOString().slice(0, 10)}T20:00:00.000Z`
    expect(message).toMatchObject({
      path: `/my/goals/${goal}`,
      actions: [
        { action: 'done', title: 'Done', path: `/api/goals/${goal}/reminder/done`, body: { at } },
        { action: 'later', title: 'Later', path: `/api/goals/${goal}/reminder/later`, body: { at } }
      ]
    })
    await world.pass(HOUR)
    expect(pushed()).toHaveLength(1)
    await goTo('20:00')
    expect(pushed()).toHaveLength(2)
    const { reminders } = await person.visit(inboxPage)
    expect(reminders).toMatchObject([{ kind: 'goal_due', text: 'Time for “Water”', path: `/my/goals/${goal}` }])
  })

  test('comes only while the goal is not met, and never in a pause or after a deletion', async () => {
    const { person, goal, params } = await reminded('grace')
    await goTo('19:00')
    await log(person, goal, 8)
    await goTo('20:00')
    expect(pushed()).toEqual([])
    await goTo('20:00')
    expect(pushed()).toHaveLength(1)
    await person.call(pauseGoal, { params })
    await goTo('20:00')
    expect(pushed()).toHaveLength(1)
    await person.call(deleteGoal, { params })
    await goTo('20:00')
    expect(pushed()).toHaveLength(1)
  })

  test('stays when someone takes back a cheer for its goal', { tags: ['D-163'] }, async () => {
    const { person, params } = await reminded('vera')
    await person.call(shareGoal, { params, body: { everyone: 1 } })
    await goTo('20:00')
    const other = await world.as('grace')
    for (const cheered of [1, 0] as const) await other.call(cheerGoal, { params, body: { cheered } })
    expect((await person.visit(inboxPage)).reminders).toMatchObject([{ kind: 'goal_due' }])
  })

  test('leaves the count of unread entries on open pages with a log of its goal, and returns without it', async () => {
    const { person, goal } = await reminded('mary')
    const other = await make(person)
    const page = await openLive(world.app, person)
    const toldTimes = () => page.got.filter(({ type }) => type === 'inbox').length
    const unread = async () => (await person.call(countUnread)).unread
    await goTo('20:00')
    await vi.waitFor(() => expect(toldTimes()).toBe(1))
    expect(await unread()).toBe(1)
    await log(person, other, 1)
    const made = await log(person, goal, 1)
    await vi.waitFor(() => expect(toldTimes()).toBe(2))
    expect(await unread()).toBe(0)
    await person.call(deleteLog, { params: { log: String(made.log.id) } })
    await vi.waitFor(() => expect(toldTimes()).toBe(3))
    expect(await unread()).toBe(1)
    await person.call(restoreLog, { params: { log: String(made.log.id) } })
    await vi.waitFor(() => expect(toldTimes()).toBe(4))
    await person.call(updateLog, { params: { log: String(made.log.id) }, body: { day: addDays(made.log.day, -1) } })
    await vi.waitFor(() => expect(toldTimes()).toBe(5))
    expect(await unread()).toBe(1)
  })

  test('comes only on its weekdays, and can be changed and removed', async () => {
    const { person, goal, params } = await reminded('maria')
    const weekday = new Date(world.clock.now()).getUTCDay() || 7
    const tomorrow = (weekday % 7) + 1
    await remindAt(person, goal, '08:00', { weekdays: [tomorrow, tomorrow] })
    expect(await person.visit(goalPage, params)).toMatchObject({
      reminder: { at: '08:00', weekdays: [tomorrow], at_night: 0 }
    })
    await goTo('08:00')
    const isTomorrow = (new Date(world.clock.now()).getUTCDay() || 7) === tomorrow
    expect(pushed()).toHaveLength(isTomorrow ? 1 : 0)
    await goTo('08:00')
    await goTo('08:00')
    expect(pushed()).toHaveLength(1)
    await person.call(removeGoalReminder, { params })
    expect(await person.visit(goalPage, params)).toMatchObject({ reminder: null })
    for (const _ of Array(7)) await goTo('08:00')
    expect(pushed()).toHaveLength(1)
  })

  test('follows the person into another zone, and is not asked at its old time', async () => {
    const { person } = await reminded('lise', '20:00')
    await goTo('12:00')
    await person.call(updateDays, { body: { time_zone: 'Asia/Tokyo' } })
    await goTo('20:00')
    expect(pushed()).toEqual([])
    await goTo('11:00')
    expect(pushed()).toHaveLength(1)
  })

  test('at night needs the night to be chosen', async () => {
    const { person, goal, params } = await reminded('joan')
    const { status, body } = await person.refused(setGoalReminder, { params, body: { at: '23:00' } })
    expect([status, body.errors]).toEqual([422, { at: expect.stringMatching(/at night/) }])
    await remindAt(person, goal, '23:00', { at_night: 1 })
    await goTo('23:00')
    expect(pushed()).toHaveLength(1)
  })

  test('is refused for a limit, a completed goal and the goal of someone else', async () => {
    const [hedy, other] = [await world.as('hedy'), await world.as('mary')]
    const limit = await make(hedy, { is_limit: 1 })
    const call = { params: { goal: String(limit) }, body: { at: '20:00' } }
    expect((await hedy.refused(setGoalReminder, call)).status).toBe(409)
    expect((await other.refused(setGoalReminder, call)).status).toBe(404)
    expect((await other.refused(removeGoalReminder, { params: call.params })).status).toBe(404)
  })

  test('comes by mail with a link that stops these mails, if that was chosen', async () => {
    const rosa = await world.as('rosa')
    await rosa.call(updateReminders, { body: { channels: { goal_due: ['mail'] } } })
    await remindAt(rosa, await make(rosa), '20:00')
    await goTo('20:00')
    await world.pass(LOOK)
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Time for “Water”'])
    expect(JSON.stringify(world.mails[0])).toContain('/reminders/unsubscribe?token=')
  })

  test('comes neither by push nor by mail when all are switched off, but stays in the inbox', async () => {
    const { person } = await reminded('emmy')
    const { is_off } = await person.call(updateReminders, {
      body: { is_off: 1, channels: { goal_due: ['page', 'push', 'mail'] } }
    })
    expect(is_off).toBe(1)
    await goTo('20:00')
    await world.pass(LOOK)
    expect([pushed(), world.mails.length]).toEqual([[], 0])
    expect((await person.visit(inboxPage)).reminders).toHaveLength(1)
    await person.call(updateReminders, { body: { is_off: 0 } })
    await goTo('20:00')
    expect(pushed()).toHaveLength(1)
  })
})

describe('on several nodes and with failures', () => {
  test('two nodes queue each reminder once', async () => {
    const { app: other, deps } = await world.secondNode()
    onTestFinished(() => other.close())
    const people = await Promise.all(['bob', 'cleo', 'dora'].map(name => reminded(name)))
    await goTo('19:59')
    world.clock.jump(MINUTE)
    await Promise.all([announceGoals(world.deps), announceGoals(deps), announceGoals(world.deps), announceGoals(deps)])
    await world.pass(LOOK)
    expect(pushed().sort()).toEqual(people.map((_, index) => `${['bob', 'cleo', 'dora'][index]}: Time for “Water”`))
  })

  test('a push service that fails is tried again, and never at night or after the goal is met', async () => {
    const { person, goal } = await reminded('bob')
    const down = { status: 503 }
    service.respond(down, down)
    await goTo('20:00')
    world.clock.jump(MINUTE)
    await world.pass(LOOK)
    expect(pushed()).toEqual([])
    world.clock.jump(2 * MINUTE)
    await world.pass(LOOK)
    expect(pushed()).toHaveLength(1)
    service.respond(down)
    await goTo('20:00')
    await log(person, goal, 8)
    world.clock.jump(MINUTE)
    await world.pass(LOOK)
    await world.pass(HOUR)
    expect(pushed()).toHaveLength(1)
    await goTo('12:00')
    await remindAt(person, goal, '21:30')
    service.respond({ status: 503, retryAfter: 3600 })
    await goTo('21:30')
    world.clock.jump(HOUR)
    await world.pass(LOOK)
    await goTo('12:00')
    expect(pushed()).toHaveLength(1)
  })

  test('a node that was down for a night skips what is over, and goes on with the next day', async () => {
    await reminded('bob')
    world.clock.jump(2 * DAY)
    await world.pass(LOOK)
    await goTo('23:30')
    service.received.length = 0
    await goTo('19:59')
    expect(pushed()).toEqual([])
    await goTo('20:00')
    expect(pushed()).toHaveLength(1)
  })

  test('two hundred reminders take as many statements as one, and a thousand five times as many', async () => {
    const person = await world.as('kay')
    await person.user()
    const goal = await make(person)
    await remindAt(person, goal, '20:00')
    await goTo('19:59')
    world.clock.jump(MINUTE)
    const one = await statementsOf(() => announceGoals(world.deps), '')
    await world.db.execute(sql`
      with made as (
        insert into goals (uuid, user_id, title, amount, repeats, created_at, updated_at)
        select gen_random_uuid(), g.user_id, 'Water ' || n, 8, g.repeats, g.created_at, g.updated_at
        from goals g, generate_series(1, 999) n where g.id = ${goal} returning id, user_id)
      insert into goal_reminders (goal_id, user_id, at, weekdays, at_night, due_at, created_at)
      select id, user_id, '20:00', '[]', false, to_timestamp(${world.clock.now() / 1000}), now() from made`)
    for (let batch = 0; batch < 5; batch++) {
      expect(await statementsOf(() => announceGoals(world.deps), '')).toBe(one)
    }
    const { rows } = await world.db.execute(sql`select count(*)::int as count from reminders where kind = 'goal_due'`)
    expect(rows).toEqual([{ count: 1000 }])
    await world.db.execute(sql`delete from goals where title like 'Water %'`)
  })
})

describe('an answer', () => {
  async function asked(name: string, fields: Partial<GoalInput> = {}) {
    const given = await reminded(name, '20:00', fields)
    await goTo('20:00')
    const [{ message } = { message: null }] = service.received
    const { at } = (message as unknown as { actions: { body: { at: string } }[] }).actions[0]?.body ?? { at: '' }
    return { ...given, at }
  }

  test('Done logs what is left, once, and reads the reminder', async () => {
    const { person, goal, params, at } = await asked('ada')
    await log(person, goal, 3)
    const call = { params, body: { at } }
    const presses = await Promise.all(Array.from({ length: 8 }, () => person.call(finishReminded, call)))
    expect(presses.map(({ is_logged }) => is_logged)).toEqual(Array(8).fill(1))
    expect(await person.call(finishReminded, call)).toMatchObject({ is_logged: 1 })
    expect((await person.visit(goalPage, params)).goal).toMatchObject({
      amount_elapsed: 8,
      period: { amount: 8, logs: 2 }
    })
    expect(await person.visit(inboxPage)).toMatchObject({ unread: 0 })
  })

  test('Done on the next morning counts for the day of the reminder', async () => {
    const { person, params, at } = await asked('grace', { amount: 1 })
    await goTo('09:00')
    await person.call(finishReminded, { params, body: { at } })
    const { history, logs } = await person.visit(goalPage, params)
    expect(logs[0]).toMatchObject({ day: at.slice(0, 10), amount: 1 })
    expect(history.periods).toMatchObject([{ amount: 0 }, { amount: 1, is_met: true }, {}])
  })

  test('Later reminds again in an hour, once, and not at night', async () => {
    const { person, params, at } = await asked('maria')
    const { due_at } = await person.call(putOffReminded, { params, body: { at } })
    expect(due_at?.slice(11, 16)).toBe('21:00')
    expect(await person.call(putOffReminded, { params, body: { at } })).toMatchObject({ due_at })
    await goTo('21:00')
    expect(pushed()).toHaveLength(2)
    const again = { at: due_at as string }
    world.clock.jump(10 * MINUTE)
    expect(await person.call(putOffReminded, { params, body: again })).toMatchObject({ due_at: null })
    await goTo('22:30')
    expect([clock(), pushed().length]).toEqual(['22:30', 2])
  })

  test('to a reminder that never came is refused', async () => {
    const { person, params } = await asked('bob')
    const { status } = await person.refused(finishReminded, { params, body: { at: '2026-01-01T00:00:00Z' } })
    expect(status).toBe(404)
    const stranger = await world.as('joan')
    expect((await stranger.refused(putOffReminded, { params, body: { at: '2026-01-01T00:00:00Z' } })).status).toBe(404)
  })
})

test('the page of reminders has those of goals and sessions', async () => {
  const { person, goal } = await reminded('rosa')
  expect(await person.visit(reminderSettingsPage)).toMatchObject({
    is_off: 0,
    goals: [{ goal_id: goal, title: 'Water', at: '20:00', weekdays: [], at_night: 0, is_paused: 0 }],
    starts: []
  })
})
