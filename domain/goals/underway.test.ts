import { expect, test } from 'vitest'
import { type LogState, LogStatus } from '../logs/log.ts'
import { completionsUnderway, underway, withUnderway } from './underway.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const log = (more: Partial<LogState>): LogState => ({
  status: LogStatus.Active,
  duration: 600,
  amount: 1,
  distance: 2.5,
  started_at: new Date(NOW - 60_000).toISOString(),
  ended_at: null,
  paused_at: null,
  elapsed_duration: 0,
  ...more
})

test.each<[string, LogState[], number, number]>([
  ['no log', [], 0, 0],
  ['a running timer', [log({})], 1, 2.5],
  ['two running timers', [log({}), log({ amount: 2, distance: null })], 3, 2.5],
  ['a paused timer', [log({ status: LogStatus.Paused, paused_at: new Date(NOW).toISOString() })], 1, 2.5],
  ['a timer that was not started', [log({ status: LogStatus.Paused, started_at: null })], 0, 0],
  ['a finished timer', [log({ status: LogStatus.Done })], 0, 0],
  ['a timer whose time is over', [log({ started_at: new Date(NOW - 600_000).toISOString() })], 0, 0],
  ['a log without a timer', [log({ duration: null })], 0, 0]
])('the amount and distance of open timers: %s', { tags: 'D-52' }, (_, logs, amount, distance) => {
  expect(underway(logs, NOW)).toEqual({ amount, distance, duration: 0 })
})

test('a completion with a running timer is shown but not done', { tags: ['D-52', 'D-104'] }, () => {
  const goal = { completions_required: 3, amount: 1, distance: null, duration: 0, unit: 'times' }
  const total = { amount: 3, distance: 5, duration: 90 }
  const open = underway([log({})], NOW)
  expect(completionsUnderway(goal, total, open)).toMatchObject({
    done: 2,
    required: 3,
    text: '3 of 3 times, 1 still running'
  })
  expect(completionsUnderway(goal, total, underway([], NOW))).toMatchObject({ done: 3, text: '3 of 3 times' })
  expect(completionsUnderway({ ...goal, completions_required: 1 }, total, open)).toBeNull()
})

test('withUnderway adds the number of running completions', { tags: 'D-52' }, () => {
  expect([withUnderway('1 of 1 time', 1), withUnderway('1 of 1 time', 0)]).toEqual([
    '1 of 1 time, 1 still running',
    '1 of 1 time'
  ])
})
