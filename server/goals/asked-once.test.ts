/** Nothing is asked twice: a goal, a session and a programme at one minute, on two devices, and after a log. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser, login } from '../../domain/accounts/api.ts'
import { updateDays } from '../../domain/days/api.ts'
import { goalPage, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { instantOn } from '../../domain/lib/day.ts'
import { deleteLog, storeQuickLog } from '../../domain/logs/api.ts'
import { followProgramme, tickUnit } from '../../domain/programmes/api.ts'
import { addPushDevice, countUnread, inboxPage } from '../../domain/reminders/api.ts'
import { finishReminded, putOffReminded, setGoalReminder } from '../../domain/reminders/goal-api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { openPushService, type PushService } from '../../testing/servers/push-service.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../testing/world.ts'

const LOOK = 5000
const HOUR = 3_600_000
const MONDAY = '2026-03-02'
const BERLIN = { time_zone: 'Europe/Berlin', day_start: 0 }

let service: PushService
let world: World
let ada: Caller
let params: { goal: string }
beforeAll(async () => {
  service = await openPushService()
  world = await openWorld({ APP_URL: 'https://hut.example.org' }, { network: service.network })
  goTo('12:00')
  ada = await world.as('ada')
  await ada.call(updateDays, { body: { time_zone: BERLIN.time_zone } })
  const laptop = createCaller(world, 'ada')
  const { email, password } = registration('ada')
  await laptop.call(login, { body: { email, password } })
  await ada.call(addPushDevice, { body: service.browser('phone') })
  await laptop.call(addPushDevice, { body: service.browser('laptop') })
  const tasks = [{ ...newGoal(randomUUID()), title: 'Read', repeats: { every: 'day' as const, weekdays: [] } }]
  const { goal } = await ada.call(storeGoal, { body: { challenge: { tasks } } })
  params = { goal: String(goal.id) }
  await ada.call(setGoalReminder, { params, body: { at: '20:00' } })
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const goTo = (clock: string): void => world.clock.jump(instantOn(MONDAY, clock, BERLIN) - world.clock.now())
const asked = () => service.received.map(({ to, message }) => `${to}: ${message.text}`).toSorted()

async function looks(minutes: number): Promise<void> {
  for (let look = 0; look < minutes * 12; look++) await world.pass(LOOK)
}
/** What the inbox lists, and how many of it are unread on any page. */
async function inboxOf() {
  const { reminders, unread } = await ada.visit(inboxPage)
  expect(await ada.call(countUnread)).toEqual({ unread })
  expect((await ada.call(getUser))?.unread_reminders).toBe(unread)
  return { kinds: reminders.map(({ kind }) => kind).toSorted(), unread }
}

test('a goal, a session and a programme of one minute ask once on each device, on three nodes', async () => {
  await world.secondNode()
  await world.secondNode()
  await ada.call(followProgramme, { params: { programme: 'couch-to-5k' }, body: {} })
  const started_at = new Date(instantOn(MONDAY, '20:10', BERLIN)).toISOString()
  await ada.call(storeSession, { body: { challenge: { title: 'Yoga', duration: 3600, started_at } } })
  goTo('20:00')
  await looks(2)
  expect(asked()).toEqual(
    ['Time for “Read”', 'Yoga starts in 10 minutes'].flatMap(text => [`laptop: ${text}`, `phone: ${text}`]).toSorted()
  )
  expect(await inboxOf()).toEqual({ kinds: ['goal_due', 'session_soon'], unread: 2 })
  // A programme asks on Today only, and no more once its unit is done.
  const [unit] = (await ada.visit(todayPage)).programmes
  await ada.call(tickUnit, { params: { follow: String(unit?.id) }, body: { week: 0, unit: 0, done: 1 } })
  expect((await ada.visit(todayPage)).programmes).toMatchObject([{ is_done: 1 }])
})

test('after a log on one device the goal asks nowhere, whatever the other device presses', async () => {
  const at = new Date(instantOn(MONDAY, '20:00', BERLIN)).toISOString()
  const log = (day?: string) =>
    ada.call(storeQuickLog, { body: { goal_id: Number(params.goal), amount: 1, ...(day && { day }) } })
  const { log: pressed } = await log()
  expect(await inboxOf()).toEqual({ kinds: ['session_soon'], unread: 1 })
  // Without the log, the goal asks again.
  await ada.call(deleteLog, { params: { log: String(pressed.id) } })
  expect(await inboxOf()).toEqual({ kinds: ['goal_due', 'session_soon'], unread: 2 })
  await log()
  expect(await ada.call(finishReminded, { params, body: { at } })).toMatchObject({ is_logged: 0 })
  await ada.call(putOffReminded, { params, body: { at } })
  world.clock.jump(HOUR)
  await looks(2)
  expect(asked().filter(text => text.includes('Read'))).toHaveLength(2)
  expect((await ada.visit(goalPage, params)).goal.period).toMatchObject({ amount: 1, logs: 1 })
})
