import { describe, expect, test } from 'vitest'
import { isSuspended, liftCheck, suspendCheck, suspendedUntil, suspensionText } from './suspension.ts'
import { Role } from './user.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const DAY = 86_400_000
const admin = { id: 1, role_id: Role.Admin }
const moderator = { id: 2, role_id: Role.Moderator }
const member = { id: 3, role_id: Role.Member }

test('a suspension lasts until its end and not a moment longer', { tags: 'D-148' }, () => {
  const until = suspendedUntil(7, NOW)
  expect(until).toBe(NOW + 7 * DAY)
  expect([isSuspended(until, until - 1), isSuspended(until, until), isSuspended(null, NOW)]).toEqual([
    true,
    false,
    false
  ])
  expect(isSuspended(suspendedUntil(null, NOW), NOW + 10_000 * DAY)).toBe(true)
})

test('the person is told the end and the reason', () => {
  expect(suspensionText(suspendedUntil(1, NOW), 'Spam.', 'Europe/Berlin')).toBe(
    'Your account is suspended until 2 March 2026 at 13:00 (Europe/Berlin). The reason: Spam.'
  )
  expect(suspensionText(suspendedUntil(null, NOW), 'Spam.', 'UTC')).toContain('until a moderator lifts it')
})

describe('who may suspend whom', { tags: 'D-148' }, () => {
  test.each([
    ['an admin, a member, forever', admin, member, null, null],
    ['an admin, a moderator', admin, moderator, 30, null],
    ['a moderator, a member, for 7 days', moderator, member, 7, null],
    ['a moderator, a member, for 8 days', moderator, member, 8, 'forbidden'],
    ['a moderator, a member, forever', moderator, member, null, 'forbidden'],
    ['a moderator, a moderator', moderator, { id: 9, role_id: Role.Moderator }, 1, 'forbidden'],
    ['a moderator, an admin', moderator, admin, 1, 'conflict'],
    ['an admin, an admin', admin, { id: 9, role_id: Role.Admin }, 1, 'conflict'],
    ['an admin, themselves', admin, admin, 1, 'conflict'],
    ['a member, a member', member, { id: 9, role_id: Role.Member }, 1, 'forbidden'],
    ['a visitor, a member', null, member, 1, 'forbidden']
  ] as const)('%s', (_, viewer, person, days, kind) => {
    expect(suspendCheck(viewer, person, days)?.kind ?? null).toBe(kind)
  })
})

describe('who may lift a suspension', { tags: 'D-148' }, () => {
  test.each([
    ['an admin, of a member', admin, member, null],
    ['an admin, of a moderator', admin, moderator, null],
    ['a moderator, of a member', moderator, member, null],
    ['a moderator, of a moderator', moderator, { role_id: Role.Moderator }, 'forbidden'],
    ['a member, of a member', member, { role_id: Role.Member }, 'forbidden'],
    ['a visitor, of a member', null, member, 'forbidden']
  ] as const)('%s', (_, viewer, person, kind) => {
    expect(liftCheck(viewer, person)?.kind ?? null).toBe(kind)
  })
})

test('a suspension of oneself is refused as such, and a refusal has its reason', { tags: 'D-148' }, () => {
  const messageOf = (viewer: typeof admin, person: typeof admin, days: number | null) => {
    const refusal = suspendCheck(viewer, person, days)
    return refusal && 'message' in refusal ? refusal.message : null
  }
  expect(messageOf(admin, admin, 1)).toBe('You can’t suspend yourself.')
  expect(messageOf(moderator as never, moderator as never, 1)).toBe('You can’t suspend yourself.')
  expect(messageOf(moderator as never, admin, 1)).toBe('Make this admin a member first.')
})
