import { describe, expect, test } from 'vitest'
import { UTC } from '../lib/day.ts'
import { type Askable, asksFor, restOf } from './asks.ts'

/** A Wednesday. */
const TODAY = '2026-05-06'
const at = (day: string): string => `${day}T12:00:00.000Z`
const NOTHING = { amount: 0, distance: 0, duration: 0 }
const amount = (of: number) => ({ ...NOTHING, amount: of })
const DAILY = { every: 'day' as const, weekdays: [] }
const WEEKLY = { every: 'week' as const, weekdays: [] }
const period = { from: TODAY, to: TODAY, logs: 0 }
const week = { from: '2026-05-04', to: '2026-05-10', logs: 0 }
const GOAL: Askable = {
  ...{ status: 1, amount: 8, unit: 'glasses', distance: null, duration: 0, repeats: DAILY, period, pauses: [] },
  ...{ created_at: at('2026-05-01'), started_at: null, ended_at: null }
}
const ONCE = { repeats: null, period: null }

describe('a goal asks', () => {
  test.each<[string, Partial<Askable>, number, boolean, boolean]>([
    ['each day until it is met', {}, 0, false, true],
    ['again after a part of the day', {}, 7, true, true],
    ['for nothing once its day is met', {}, 8, true, false],
    ['for nothing on a day off', { period: { from: '2026-05-07', to: '2026-05-07', logs: 0 } }, 0, false, false],
    ['for nothing in a pause', { pauses: [{ from: TODAY, until: null }] }, 0, false, false],
    ['for nothing once it is completed', { status: 2 }, 0, false, false],
    ['for nothing as a limit', { is_limit: 1 }, 0, false, false],
    ['in a week that is not met', { repeats: WEEKLY, period: week }, 2, false, true],
    ['not twice a day in a week', { repeats: WEEKLY, period: week }, 2, true, false],
    ['without a repetition, on a day without a log', ONCE, 2, false, true],
    ['not twice a day without a repetition', ONCE, 2, true, false],
    ['for nothing once it is reached', ONCE, 8, false, false],
    ['for nothing before it starts', { ...ONCE, started_at: at('2026-05-07') }, 0, false, false],
    ['for nothing after its last day', { ...ONCE, ended_at: at('2026-05-05') }, 0, false, false],
    ['on its last day', { ...ONCE, ended_at: at(TODAY) }, 0, false, true],
    [
      'for nothing in a pause without a repetition',
      { ...ONCE, pauses: [{ from: TODAY, until: null }] },
      0,
      false,
      false
    ]
  ])('%s', (_, more, done, isLogged, asks) => {
    expect(asksFor({ ...GOAL, ...more }, amount(done), isLogged, TODAY, UTC)).toBe(asks)
  })
})

describe('"Done" logs', () => {
  test.each<[string, Partial<Askable>, object, object | null]>([
    ['the rest of the day', {}, amount(3), { amount: 5 }],
    ['a rest without binary fractions', { amount: 0.3 }, amount(0.1), { amount: 0.2 }],
    ['nothing once it is met', {}, amount(8), null],
    ['the rest of the time', { amount: null, duration: 1800 }, { ...NOTHING, duration: 600.5 }, { duration: 1200 }],
    ['the rest of the way', { amount: null, distance: 3 }, { ...NOTHING, distance: 1 }, { distance: 2 }],
    ['once, without a target', { amount: null }, { ...NOTHING, logs: 0 }, { amount: 1 }],
    ['nothing after a log, without a target', { amount: null }, { ...NOTHING, logs: 1 }, null],
    ['one step of a goal that does not repeat', ONCE, amount(3), { amount: 1 }],
    ['its own step of a goal that does not repeat', { ...ONCE, amount_per_log: 20 }, amount(3), { amount: 20 }]
  ])('%s', (_, more, done, rest) => {
    expect(restOf({ ...GOAL, ...more }, { ...NOTHING, logs: 1, ...done })).toEqual(rest)
  })
})
