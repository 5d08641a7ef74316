/**
 * A year with a habit, a habit to quit and programmes, lived day by day with a moved clock. The figures of ten days are
 * worked out by hand, and nothing is asked twice.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { myDaysPage, updateDays } from '../../domain/days/api.ts'
import { goalPage, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { goAway } from '../../domain/goals/away-api.ts'
import type { GoalInput } from '../../domain/goals/fields.ts'
import { cleanOn } from '../../domain/goals/limit.ts'
import { doneIn, standingOf } from '../../domain/goals/standing.ts'
import { addDays, clockAt, dayOf, instantOn } from '../../domain/lib/day.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { followProgramme, goToWeek, programmesPage, tickUnit } from '../../domain/programmes/api.ts'
import { addPushDevice, inboxPage } from '../../domain/reminders/api.ts'
import { setGoalReminder } from '../../domain/reminders/goal-api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { openPushService, type PushService } from '../../testing/servers/push-service.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const BERLIN = { time_zone: 'Europe/Berlin', day_start: 0 }
const LOOK = 5000
/** A Monday. The clocks change on days 27 and 237. */
const FIRST = '2026-03-02'
const day = (count: number) => addDays(FIRST, count)

/** What happens on which day, counted from 0. On every third day the person reads only after they were reminded. */
const [AWAY, BACK] = [100, 114]
const MISSED = [41, 200]
const SLIPS = [40, 250]
const isAway = (at: number) => at >= AWAY && at < BACK
const readsLate = (at: number) => at % 3 === 2

let service: PushService
let world: World
let ada: Caller
beforeAll(async () => {
  service = await openPushService()
  world = await openWorld({ APP_URL: 'https://hut.example.org' }, { network: service.network })
  ada = await world.as('ada')
  await ada.call(updateDays, { body: { time_zone: BERLIN.time_zone } })
  await ada.call(addPushDevice, { body: service.browser('ada') })
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const goTo = (at: number, clock: string): void =>
  world.clock.jump(instantOn(day(at), clock, BERLIN) - world.clock.now())

async function make(fields: Partial<GoalInput>): Promise<number> {
  const task = { ...newGoal(randomUUID()), amount: 1, repeats: { every: 'day' as const, weekdays: [] }, ...fields }
  return (await ada.call(storeGoal, { body: { challenge: { tasks: [task] } } })).goal.id
}
const log = (goal_id: number) => ada.call(storeQuickLog, { body: { goal_id, amount: 1 } })
const follow = async (programme: string) =>
  (await ada.call(followProgramme, { params: { programme }, body: {} })).path.split('/').at(-1) ?? ''

/** The figures of a day, as its screens show them. */
interface Figures {
  /** Of Today: what is still due, and the streak. */
  due: string[]
  streak: number
  /** Of the habit: days in a row before today, and whether today is done. */
  inARow: number
  isRead: boolean
  /** Of the habit to quit: days since the last slip, and the most so far. */
  clean: [days: number, best: number]
  /** Of programmes: title, week and units. */
  programmes: [string, number, number][]
  /** Reminders so far. */
  pushes: number
}

const FIGURES: Record<number, Figures> = {
  0: { due: [], streak: 1, inARow: 0, isRead: true, clean: [0, 0], programmes: [['Couch to 5k', 1, 1]], pushes: 0 },
  2: { due: [], streak: 3, inARow: 2, isRead: true, clean: [2, 2], programmes: [['Couch to 5k', 1, 2]], pushes: 1 },
  // Nothing was run in week 4, so it begins again today. 9 units and the first of this week; asked on 2, 5 … 26.
  28: {
    due: [],
    streak: 29,
    inARow: 28,
    isRead: true,
    clean: [28, 28],
    programmes: [['Couch to 5k', 4, 10]],
    pushes: 9
  },
  // The first slip. Weeks 4 and 5 gave six units.
  40: {
    due: [],
    streak: 41,
    inARow: 40,
    isRead: true,
    clean: [0, 40],
    programmes: [['Couch to 5k', 5, 15]],
    pushes: 13
  },
  // Nothing was read, though the person was reminded. The day is not over, so it breaks no streak yet.
  41: {
    ...{ due: ['Read'], streak: 41, inARow: 41, isRead: false, clean: [1, 40], pushes: 14 },
    programmes: [['Couch to 5k', 5, 15]]
  },
  // The programme is over: all 27 units, and none of them asks any more. The row began on day 42.
  70: {
    due: [],
    streak: 29,
    inARow: 28,
    isRead: true,
    clean: [30, 40],
    programmes: [['Couch to 5k', 9, 27]],
    pushes: 23
  },
  // Away: everything rests and keeps its place. The second programme had two units before.
  105: {
    ...{ due: [], streak: 58, inARow: 58, isRead: false, clean: [65, 65], pushes: 33 },
    programmes: [
      ['Couch to 5k', 9, 27],
      ['Less sugar', 1, 2]
    ]
  },
  // Back: the day counts, and the programme goes on at the third day of its week, which has no unit.
  114: {
    ...{ due: [], streak: 59, inARow: 58, isRead: true, clean: [74, 74], pushes: 33 },
    programmes: [
      ['Couch to 5k', 9, 27],
      ['Less sugar', 1, 2]
    ]
  },
  // 58 days before the time away and 86 after it. Reminded on 67 days, less the five of the time away.
  200: {
    ...{ due: ['Read'], streak: 144, inARow: 144, isRead: false, clean: [160, 160], pushes: 62 },
    programmes: [
      ['Couch to 5k', 9, 27],
      ['Less sugar', 6, 31]
    ]
  },
  // Since day 201, and since the slip of day 250.
  364: {
    ...{ due: [], streak: 164, inARow: 163, isRead: true, clean: [114, 210], pushes: 116 },
    programmes: [
      ['Couch to 5k', 9, 27],
      ['Less sugar', 6, 31]
    ]
  }
}

/** Reads the figures from the pages. */
async function figuresOf(reading: number, smoking: number): Promise<Figures> {
  const today = dayOf(world.clock.now(), BERLIN)
  const shown = await ada.visit(todayPage)
  const goals = shown.my_goals.filter(goal => standingOf(goal, doneIn(goal), today, BERLIN) === 'due')
  const units = shown.programmes.filter(({ is_done }) => is_done === 0)
  const habit = await ada.visit(goalPage, { goal: String(reading) })
  const { clean } = (await ada.visit(goalPage, { goal: String(smoking) })).goal
  if (!clean || shown.streak === null) throw new Error('a figure is missing')
  const { days, best } = cleanOn(clean, today)
  expect((await ada.visit(myDaysPage)).streak?.current).toBe(shown.streak)
  return {
    due: [...goals.map(({ title }) => title), ...units.map(({ unit }) => unit.title)],
    streak: shown.streak,
    inARow: habit.history.met_before,
    isRead: habit.history.periods[0]?.is_met ?? false,
    clean: [days, best],
    programmes: (await ada.visit(programmesPage)).following.map(({ title, week, done }) => [title, week, done]),
    pushes: service.received.length
  }
}

async function linesOfGoal(): Promise<number> {
  const { reminders } = await ada.visit(inboxPage)
  return reminders.filter(({ kind }) => kind === 'goal_due').length
}

test('a year shows the right figures on ten of its days, and asks nothing twice', { timeout: 600_000 }, async () => {
  goTo(0, '12:00')
  const reading = await make({ title: 'Read' })
  const smoking = await make({ title: 'No smoking', is_limit: 1, amount: 0, unit: 'cigarettes' })
  await ada.call(setGoalReminder, { params: { goal: String(reading) }, body: { at: '20:00' } })
  const running = await follow('couch-to-5k')
  const ticked = new Set<string>()
  const askedOn: string[] = []
  for (let at = 0; at < 365; at++) {
    goTo(at, '18:00')
    if (at === 28) await ada.call(goToWeek, { params: { follow: running }, body: { week: 3 } })
    if (at === 98) await follow('less-sugar')
    if (at === AWAY) await ada.call(goAway, { body: { back_on: day(BACK) } })
    const { programmes } = await ada.visit(todayPage)
    expect(isAway(at) ? programmes : []).toEqual([])
    for (const { id, unit, is_done } of programmes) {
      // Week 4 is left out the first time.
      if (is_done === 1 || (at >= 21 && at < 28)) continue
      const name = `${id} ${unit.week} ${unit.unit}`
      expect(ticked).not.toContain(name)
      ticked.add(name)
      await ada.call(tickUnit, { params: { follow: String(id) }, body: { week: unit.week, unit: unit.unit, done: 1 } })
    }
    if (SLIPS.includes(at)) await log(smoking)
    const isRead = !isAway(at) && !MISSED.includes(at)
    if (isRead && !readsLate(at)) await log(reading)
    const before = service.received.length
    goTo(at, '20:00')
    await world.pass(LOOK)
    await world.pass(LOOK)
    expect([at, service.received.length - before]).toEqual([at, readsLate(at) && !isAway(at) ? 1 : 0])
    if (service.received.length > before) askedOn.push(dayOf(world.clock.now(), BERLIN))
    expect(clockAt(world.clock.now(), BERLIN.time_zone)).toBe('20:00')
    // A reminder replaces the one before. It stays in the inbox until the goal is logged.
    if (readsLate(at) && !isAway(at)) expect(await linesOfGoal()).toBe(1)
    if (isRead && readsLate(at)) await log(reading)
    const figures = FIGURES[at]
    if (figures) expect({ at, ...(await figuresOf(reading, smoking)) }).toEqual({ at, ...figures })
  }
  expect(new Set(askedOn).size).toBe(116)
  // Each unit of both programmes was asked for until it was done, and never again.
  expect(ticked.size).toBe(27 + 31)
  const { goal } = await ada.visit(goalPage, { goal: String(reading) })
  // A year without 14 days away and two that were missed.
  expect(goal.amount_elapsed).toBe(349)
  expect((await ada.visit(myDaysPage)).streak).toEqual({ current: 164, longest: 164 })
  // A log takes the reminder out of the inbox.
  expect(await linesOfGoal()).toBe(0)
})
