import { expect, test } from 'vitest'
import type { Created, Method } from '../lib/endpoint.ts'
import { GUESTS_REGISTER } from './guest.ts'
import { CONFIRM_FIRST, listingCheck, mayCreate, staffOnly, WAITS, whyNotCall } from './may-call.ts'
import { Role } from './user.ts'

const OPEN = {
  create_sessions: 'everyone',
  create_groups: 'everyone',
  create_activities: 'everyone',
  create_pages: 'everyone'
} as const
const NOW = Date.UTC(2026, 2, 1)
const NOT_SUSPENDED = { suspended_until: null, suspended_reason: null, time_zone: 'UTC' }
const ADA = {
  ...{ id: 1, role_id: Role.Member as number, guest_name: null },
  ...{ is_unconfirmed: false, is_unapproved: false, ...NOT_SUSPENDED }
}
const call = (method: Method, more: object = {}) => ({ method, ...more })

test.each([
  ['a read', call('GET'), null],
  ['a read that changes something', call('GET', { changes: true }), WAITS],
  ['a write', call('POST'), WAITS],
  ['a write to leave', call('DELETE', { whileHeld: true }), null]
])('an account that waits for approval makes %s: %j', { tags: 'D-146' }, (_, asked, expected) => {
  expect(whyNotCall(asked, { ...ADA, is_unapproved: true }, OPEN, NOW)).toBe(expected)
})

test.each([
  ['a read', call('GET'), null],
  ['a write', call('POST'), expect.stringContaining('The reason: Spam.')],
  ['a write to leave', call('DELETE', { whileHeld: true }), null]
])('a suspended person makes %s: %j', { tags: 'D-148' }, (_, asked, expected) => {
  const ida = { ...ADA, suspended_until: new Date(NOW + 1), suspended_reason: 'Spam.' }
  expect(whyNotCall(asked, ida, OPEN, NOW)).toEqual(expected)
  expect(whyNotCall(asked, ida, OPEN, NOW + 1)).toBeNull()
})

test.each([
  ['a read', call('GET'), null],
  ['a read that changes something', call('GET', { changes: true }), GUESTS_REGISTER],
  ['a write', call('POST'), GUESTS_REGISTER],
  ['a write that leaves', call('DELETE', { whileHeld: true }), GUESTS_REGISTER],
  ['a write for guests', call('POST', { guests: true }), null],
  ['a write for guests that needs the email', call('POST', { guests: true, needsEmail: true }), CONFIRM_FIRST]
])('a guest makes %s: %j', { tags: 'D-152' }, (_, asked, expected) => {
  const guest = { ...ADA, guest_name: 'Tess', is_unconfirmed: true }
  expect(whyNotCall(asked, guest, OPEN, NOW)).toBe(expected)
})

test.each([
  ['an ordinary write', call('POST'), null],
  ['a write that needs the email', call('POST', { needsEmail: true }), CONFIRM_FIRST]
])('without a confirmed email, %s: %j', { tags: 'D-145' }, (_, asked, expected) => {
  expect(whyNotCall(asked, { ...ADA, is_unconfirmed: true }, OPEN, NOW)).toBe(expected)
  expect(whyNotCall(asked, ADA, OPEN, NOW)).toBeNull()
})

test.each<Created>(['sessions', 'groups', 'activities', 'pages'])('a hut lets its staff alone create %s', kind => {
  const hut = { ...OPEN, [`create_${kind}`]: 'staff' }
  const roles = [Role.Member, Role.Moderator, Role.Admin].map(role_id => ({ ...ADA, role_id }))
  expect(roles.map(person => mayCreate(kind, person, hut))).toEqual([false, true, true])
  expect(mayCreate(kind, null, hut)).toBe(false)
  expect(whyNotCall(call('POST', { creates: kind }), ADA, hut, NOW)).toBe(staffOnly(kind))
  expect(whyNotCall(call('POST', { creates: kind }), ADA, OPEN, NOW)).toBeNull()
})

test('without a confirmed email, only what nobody else finds can be created', { tags: 'D-145' }, () => {
  const refusal = { kind: 'forbidden', message: CONFIRM_FIRST }
  expect(listingCheck({ is_unconfirmed: true }, true)).toEqual(refusal)
  expect(listingCheck({ is_unconfirmed: true }, false)).toBeNull()
  expect(listingCheck({ is_unconfirmed: false }, true)).toBeNull()
})
