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
  ['nothing', [], 0, 0],
  ['a timer that runs', [log({})], 1, 2.5],
  ['two of them', [log({}), log({ amount: 2, distance: null })], 3, 2.5],
  ['one that is paused', [log({ status: LogStatus.Paused, paused_at: new Date(NOW).toISOString() })], 1, 2.5],
  ['not one that was not started', [log({ status: LogStatus.Paused, started_at: null })], 0, 0],
  ['not one that is done', [log({ status: LogStatus.Done })], 0, 0],
  ['not one whose time is over', [log({ started_at: new Date(NOW - 600_000).toISOString() })], 0, 0],
  ['not a result, which has no time to run', [log({ duration: null })], 0, 0]
])('what counts and is not done yet: %s', { tags: 'D-52' }, (_, logs, amount, distance) => {
  expect(underway(logs, NOW)).toEqual({ amount, distance, duration: 0 })
})

test('completions that still run are told, and not done', { tags: ['D-52', 'D-104'] }, () => {
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

test('the words beside a total of which something still runs', { tags: 'D-52' }, () => {
  expect([withUnderway('1 of 1 time', 1), withUnderway('1 of 1 time', 0)]).toEqual([
    '1 of 1 time, 1 still running',
    '1 of 1 time'
  ])
})
