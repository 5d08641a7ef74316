import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { readGoal } from './read-goal.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T12:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  setUser(null)
})

test.each([
  ['read 12 books by June', '2026-06-01'],
  ['read 12 books by June 1', '2026-06-01'],
  ['read 12 books by 1 June', '2026-06-01'],
  ['read 12 books by the end of June', '2026-06-30'],
  ['read 12 books by December 24th', '2026-12-24'],
  ['read 12 books until 2026-05-01', '2026-05-01'],
  ['read 12 books by February 1', '2027-02-01'],
  ['read 12 books by Friday', '2026-03-06'],
  ['read 12 books by tomorrow', '2026-03-05'],
  ['read 12 books in 30 days', '2026-04-03'],
  ['read 12 books within two weeks', '2026-03-18']
])('reads the last day of "%s"', (sentence, day) => {
  expect(readGoal(sentence)).toEqual({
    title: 'Read 12 books',
    kind: 'count',
    amount: 12,
    unit: 'books',
    ended_at: day
  })
})

test('reads a date in the calendar of the person', () => {
  setUser({ ...ADA, time_zone: 'Pacific/Auckland', day_start: 0 })
  expect(readGoal('read 12 books by tomorrow')).toMatchObject({ ended_at: '2026-03-06' })
})

test.each([
  [
    'walk 30 minutes every day',
    { title: 'Walk 30 minutes', kind: 'time', duration: '0d 0h 30m 0s', repeats: 'day', weekdays: [] }
  ],
  [
    'run 5 miles on Tuesdays and Fridays',
    { title: 'Run 5 miles', kind: 'distance', distance: 5, repeats: 'weekdays', weekdays: [2, 5] }
  ],
  ['meditate every week', { title: 'Meditate', repeats: 'week', weekdays: [] }]
])('returns only what "%s" mentions', (sentence, values) => expect(readGoal(sentence)).toEqual(values))

test.each(['be happy', 'read 12 books by heart', 'wake up at 7:30'])('leaves "%s" a plain title', sentence => {
  expect(readGoal(sentence)?.ended_at).toBeUndefined()
})
