import { expect, test } from 'vitest'
import { movedKey, sourceOf } from '../export/keys.ts'
import { movedState, readMoved } from './moved-rows.ts'
import { moveIn } from './moving.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const WHEN = '2026-11-01T08:00:00.123456+00:00'
const DAILY = { every: 'day', weekdays: [] }
const GOAL = {
  id: 7,
  title: 'Read',
  status: 1,
  is_interval: false,
  is_limit: true,
  amount: 2,
  repeats: DAILY,
  created_at: WHEN
}
const LOG = {
  id: 9,
  goal_id: 7,
  amount: 3,
  status: 1,
  duration: 600,
  elapsed_duration: 90.5,
  started_at: WHEN,
  ended_at: null,
  day: '2026-11-01'
}

test('a row is named after its hut, account and id', () => {
  const source = sourceOf({ id: 12, created_at: WHEN })
  expect(movedKey(source, 'goals', 7)).toMatch(/^moved\.12\.[a-z0-9]+\.goals\.7$/)
  const body = {
    uuid: '5b1d8a0e-3f0a-4c57-9c0e-1f2a3b4c5d6e',
    file_name: 'a',
    account: source,
    section: 'goals',
    rows: [GOAL]
  }
  expect(moveIn.body?.safeParse(body).success).toBe(true)
  expect(moveIn.body?.safeParse({ ...body, account: 'moved.12' }).success).toBe(false)
})

test('a goal’s row is read with the fields that the table has', () => {
  const read = readMoved('goals', { ...GOAL, user: 5, place: 3 }, NOW)
  expect(read).toMatchObject({ row: { title: 'Read', is_limit: 1, is_interval: 0, list: [], pauses: [] } })
})

test.each([
  ['goals', 'no title', { ...GOAL, title: '' }, /^title: /],
  ['goals', 'an unknown status', { ...GOAL, status: 3 }, /^status: /],
  ['goals', 'a date in the future', { ...GOAL, created_at: '2027-01-01T00:00:00Z' }, /future/],
  ['goals', 'an end before its start', { ...GOAL, started_at: WHEN, ended_at: '2026-10-01T00:00:00Z' }, /end before/],
  ['logs', 'no start', { ...LOG, created_at: WHEN, started_at: null }, /never started/],
  ['logs', 'a negative amount', { ...LOG, created_at: WHEN, amount: -1 }, /^amount: /],
  ['logs', 'an impossible day', { ...LOG, created_at: WHEN, day: '2026-02-30' }, /^day: /],
  ['notes', 'no words', { id: 1, created_at: WHEN, title: ' ' }, /Write something/],
  ['notes', 'no fields', 'none', /^row: /]
] as const)('a row of %s with %s says why it can’t be restored', (section, _, row, reason) => {
  expect(readMoved(section, row, NOW)).toEqual({ reason: expect.stringMatching(reason) })
})

test('a log whose timer ran when it was exported is done with the time until then', () => {
  const read = readMoved('logs', { ...LOG, created_at: WHEN }, NOW)
  expect('row' in read && movedState(read.row)).toMatchObject({
    ...{ status: 2, elapsed_duration: 90.5, paused_at: null },
    ended_at: '2026-11-01T08:01:30.623Z'
  })
  const press = readMoved('logs', { ...LOG, created_at: WHEN, duration: null, elapsed_duration: 0 }, NOW)
  expect('row' in press && movedState(press.row)).toMatchObject({ status: 1, ended_at: null })
})
