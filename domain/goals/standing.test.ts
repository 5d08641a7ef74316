import { expect, test } from 'vitest'
import { UTC } from '../lib/day.ts'
import { type Standable, type Standing, standingOf } from './standing.ts'

const TODAY = '2026-05-06' // A Wednesday.
const NOTHING = { amount: 0, distance: 0, duration: 0 }
const at = (day: string): string => `${day}T12:00:00.000Z`
const GOAL: Standable = {
  amount: 8,
  unit: 'glasses',
  distance: null,
  duration: 0,
  repeats: null,
  period: null,
  pauses: [],
  created_at: at('2026-05-01'),
  started_at: null,
  ended_at: null
}
const daily = { every: 'day' as const, weekdays: [] }
const period = { from: TODAY, to: TODAY, logs: 0 }

test.each<[string, Partial<Standable>, number, Standing]>([
  ['a daily goal with nothing done is due', { repeats: daily, period }, 0, 'due'],
  ['a daily goal with a part done is due', { repeats: daily, period: { ...period, logs: 3 } }, 7, 'due'],
  ['a limit is to stay below, with nothing done', { is_limit: 1, repeats: daily, period }, 0, 'below'],
  ['a broken limit is still to stay below', { is_limit: 1, repeats: daily, period }, 9, 'below'],
  [
    'a limit for Friday asks for nothing on Wednesday',
    { is_limit: 1, repeats: { every: 'day', weekdays: [5] }, period: { ...period, from: '2026-05-08' } },
    0,
    'open'
  ],
  ['a limit that ended yesterday asks for nothing', { is_limit: 1, ended_at: at('2026-05-05') }, 0, 'open'],
  ['a limit counts on its last day', { is_limit: 1, ended_at: at(TODAY) }, 0, 'below'],
  ['a limit that starts tomorrow asks for nothing', { is_limit: 1, started_at: at('2026-05-07') }, 0, 'open'],
  [
    'a paused limit asks for nothing',
    { is_limit: 1, repeats: daily, period, pauses: [{ from: TODAY, until: null }] },
    0,
    'open'
  ],
  ['a daily goal that is done is met', { repeats: daily, period: { ...period, logs: 4 } }, 8, 'met'],
  [
    'a weekly goal is due on any day of its week',
    { repeats: { every: 'week', weekdays: [] }, period: { from: '2026-05-04', to: '2026-05-10', logs: 0 } },
    0,
    'due'
  ],
  [
    'a goal for Friday asks for nothing on Wednesday',
    { repeats: { every: 'day', weekdays: [5] }, period: { from: '2026-05-08', to: '2026-05-08', logs: 0 } },
    0,
    'open'
  ],
  [
    'a goal for Friday that is done on Wednesday is met',
    { repeats: { every: 'day', weekdays: [5] }, period: { from: '2026-05-08', to: '2026-05-08', logs: 1 } },
    8,
    'met'
  ],
  [
    'a daily goal without an amount is met by one log',
    { amount: null, repeats: daily, period: { ...period, logs: 1 } },
    0,
    'met'
  ],
  ['a log that waits counts for a goal without an amount', { amount: null, repeats: daily, period }, 1, 'met'],
  ['a paused goal asks for nothing', { repeats: daily, period, pauses: [{ from: TODAY, until: null }] }, 0, 'open'],
  ['a goal without a last day asks for nothing', {}, 3, 'open'],
  ['a goal that is reached is met', {}, 8, 'met'],
  // Eight days from 1 to 8 May: after the sixth, an even pace is at 6 of 8.
  ['a goal behind its pace is due', { ended_at: at('2026-05-08') }, 5, 'due'],
  ['a goal on its pace is met for today', { ended_at: at('2026-05-08') }, 6, 'met'],
  ['an overdue goal is due', { ended_at: at('2026-05-04') }, 7, 'due'],
  ['a goal of the future asks for nothing', { started_at: at('2026-05-07'), ended_at: at('2026-05-08') }, 0, 'open'],
  ['a goal whose last day is before its first is due', { ended_at: at('2026-04-01') }, 0, 'due'],
  ['a goal without a target asks for nothing', { amount: null, ended_at: at('2026-05-08') }, 0, 'open']
])('%s', { tags: 'D-143' }, (_, more, amount, standing) => {
  expect(standingOf({ ...GOAL, ...more }, { ...NOTHING, amount }, TODAY, UTC)).toBe(standing)
})
