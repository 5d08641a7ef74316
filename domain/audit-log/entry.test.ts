import { expect, test } from 'vitest'
import { type AuditEntry, hashedText } from './entry.ts'

const ENTRY: AuditEntry = {
  number: 7,
  actor_id: 1,
  action: 'promote',
  subject: 'user',
  subject_id: 2,
  before: { role_id: 1, until: null },
  after: { role_id: 5, until: null },
  at: 1000
}

test('the order of the keys in a state does not change the hashed text', () => {
  expect(hashedText({ ...ENTRY, before: { until: null, role_id: 1 } }, 'ab')).toBe(hashedText(ENTRY, 'ab'))
})

test.each<[string, Partial<AuditEntry>]>([
  ['number', { number: 8 }],
  ['actor', { actor_id: null }],
  ['action', { action: 'suspend' }],
  ['kind of subject', { subject: 'group' }],
  ['subject', { subject_id: 3 }],
  ['state before', { before: { role_id: 10, until: null } }],
  ['state after', { after: null }],
  ['time', { at: 1001 }]
])('another %s changes the hashed text', (_, change) => {
  expect(hashedText({ ...ENTRY, ...change }, 'ab')).not.toBe(hashedText(ENTRY, 'ab'))
})

test('another entry before changes the hashed text', () => {
  expect(hashedText(ENTRY, 'ac')).not.toBe(hashedText(ENTRY, 'ab'))
})
