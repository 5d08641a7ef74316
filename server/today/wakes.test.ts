/** Reminders that nobody could receive for twenty days: of a push service that fails, and of a device that was off. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goalPage, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { followProgramme } from '../../domain/programmes/api.ts'
import { addPushDevice, inboxPage } from '../../domain/reminders/api.ts'
import { finishReminded, setGoalReminder } from '../../domain/reminders/goal-api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { openPushService, type PushService } from '../../testing/servers/push-service.ts'
import { openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LOOK = 5000
const DAYS = 20
let service: PushService
let world: World
beforeAll(async () => {
  service = await openPushService()
  world = await openWorld({ APP_URL: 'https://hut.example.org' }, { network: service.network })
})
afterAll(async () => {
  await world.close()
  await service.close()
})
beforeEach(() => {
  service.received.length = 0
})

/** Goes to the next time on the clock in UTC, and lets what is due then be announced and sent. */
async function goTo(time: string): Promise<void> {
  const now = world.clock.now()
  const next = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}:00Z`)
  world.clock.jump((next > now ? next : next + DAY) - now)
  await world.pass(LOOK)
  await world.pass(LOOK)
}

async function reminded(name: string) {
  const person = await world.as(name)
  await person.call(addPushDevice, { body: service.browser(name) })
  const task = { ...newGoal(randomUUID()), title: 'Read', amount: 1, repeats: { every: 'day' as const, weekdays: [] } }
  const { goal } = await person.call(storeGoal, { body: { challenge: { tasks: [task] } } })
  const params = { goal: String(goal.id) }
  await person.call(setGoalReminder, { params, body: { at: '20:00' } })
  return { person, params }
}

test('after a push service failed for twenty days, only the reminder of that day is sent', async () => {
  const { person } = await reminded('ada')
  service.isDown = true
  for (let day = 0; day < DAYS; day++) {
    for (const time of ['20:00', '21:00', '21:59']) await goTo(time)
  }
  expect(service.received).toEqual([])
  service.isDown = false
  await goTo('12:00')
  expect(service.received).toEqual([])
  await goTo('20:00')
  expect(service.received.map(({ message }) => message.text)).toEqual(['Time for “Read”'])
  expect((await person.visit(inboxPage)).reminders).toHaveLength(1)
})

test('a device that was off for twenty days gets no old reminder, and Today asks for one unit', async () => {
  const { person, params } = await reminded('grace')
  await person.call(followProgramme, { params: { programme: 'couch-to-5k' }, body: {} })
  for (let day = 0; day < DAYS; day++) await goTo('20:00')
  const mine = service.received.filter(({ to }) => to === 'grace')
  expect(mine).toHaveLength(DAYS)
  // For a device that it can't reach the push service keeps the last one, for two hours.
  expect(new Set(mine.map(({ headers }) => headers.topic)).size).toBe(1)
  for (const { headers } of mine) expect(Number(headers.ttl)).toBeLessThanOrEqual(2 * 3600)
  await goTo('09:00')
  expect((await person.visit(todayPage)).programmes.map(({ week, unit }) => [week, unit.title])).toEqual([[4, 'Run 1']])
  // Done on the notification of yesterday counts for yesterday. An older one is over.
  const at = new Date(world.clock.now() - LOOK * 2 - 13 * HOUR).toISOString()
  expect((await person.refused(finishReminded, { params, body: { at: '2026-03-04T20:00:00Z' } })).status).toBe(404)
  await person.call(finishReminded, { params, body: { at } })
  expect((await person.visit(goalPage, params)).logs[0]).toMatchObject({ day: at.slice(0, 10), amount: 1 })
})
