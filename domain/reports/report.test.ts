import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Role } from '../accounts/user.ts'
import { CASE_STATUSES, countingReports, decideCheck, hidesItself, type Reporter } from './report.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 2, 1)
const AUTHOR = 1
/** Someone who registered a day before the report, and is no author. */
const REPORTER: Reporter = {
  ...{ id: 2, created_at: NOW - DAY, reported_at: NOW, suspended_until: null, is_erased: false }
}

test.each([
  ['a person of a day', {}, 1],
  ['a person a moment younger', { created_at: NOW - DAY + 1 }, 0],
  ['a person who has grown older since the report', { created_at: NOW - 5 * DAY, reported_at: NOW - 4.5 * DAY }, 0],
  ['the author', { id: AUTHOR }, 0],
  ['a suspended person', { suspended_until: NOW + 1 }, 0],
  ['a person whose suspension has just ended', { suspended_until: NOW }, 1],
  ['a deleted account', { is_erased: true }, 0]
])('the report of %s', { tags: 'D-148' }, (_, change, counts) => {
  expect(countingReports([{ ...REPORTER, ...change }], AUTHOR, NOW)).toBe(counts)
})

test('a thing whose author is gone counts everyone', () => {
  expect(countingReports([REPORTER, { ...REPORTER, id: AUTHOR }], null, NOW)).toBe(2)
})

describe('reports hide a thing', { tags: 'D-148' }, () => {
  const OPEN = { status: 'open' as const, wasDecided: false, author: { id: AUTHOR, role_id: Role.Member as number } }

  test.each([
    ['with one too few', {}, 2, false],
    ['with enough', {}, 3, true],
    ['with more than enough', {}, 30, true],
    ['without an author', { author: null }, 3, true],
    ['of a moderator', { author: { id: AUTHOR, role_id: Role.Moderator } }, 30, false],
    ['of an admin', { author: { id: AUTHOR, role_id: Role.Admin } }, 30, false],
    ['that a moderator decided about before', { wasDecided: true }, 30, false],
    ['that a moderator kept', { status: 'kept' as const }, 30, false],
    ['that is hidden', { status: 'hidden' as const }, 30, false],
    ['that is gone', { status: 'deleted' as const }, 30, false]
  ])('%s', (_, change, counting, hides) => {
    expect(hidesItself({ ...OPEN, ...change }, counting, 3)).toBe(hides)
  })

  test('new and suspended accounts never hide anything, however many they are', () => {
    const newcomer = fc.record({ age: fc.integer({ min: 0, max: DAY - 1 }), isSuspended: fc.boolean() })
    fc.assert(
      fc.property(fc.array(newcomer, { maxLength: 200 }), fc.constantFrom(...CASE_STATUSES), (mob, status) => {
        const reporters = mob.map(({ age, isSuspended }, index) => ({
          ...REPORTER,
          id: index + 2,
          created_at: isSuspended ? NOW - 400 * DAY : NOW - age,
          suspended_until: isSuspended ? NOW + DAY : null
        }))
        expect(hidesItself({ ...OPEN, status }, countingReports(reporters, AUTHOR, NOW), 1)).toBe(false)
      })
    )
  })
})

test('moderators decide about everything but their own, and admins about everything', { tags: 'D-148' }, () => {
  const kinds = (role_id: number) =>
    [AUTHOR, 2, null].map(authorId => decideCheck({ id: AUTHOR, role_id }, authorId)?.kind ?? 'may')
  expect(kinds(Role.Admin)).toEqual(['may', 'may', 'may'])
  expect(kinds(Role.Moderator)).toEqual(['forbidden', 'may', 'may'])
  expect(kinds(Role.Member)).toEqual(['forbidden', 'forbidden', 'forbidden'])
  expect(decideCheck(null, null)?.kind).toBe('forbidden')
})
