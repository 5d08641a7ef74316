import { expect, test } from 'vitest'
import { invalid } from '../lib/refusal.ts'
import {
  CLOSED,
  domainCheck,
  INVITATION_NEEDED,
  needsInvitation,
  registrationCheck,
  waitsForApproval
} from './registration.ts'

const hut = (registration: 'open' | 'invite' | 'approve' | 'closed', allowed_domains: string[] = []) => ({
  registration,
  allowed_domains
})

test.each([
  ['open', false, null],
  ['open', true, null],
  ['invite', true, null],
  ['invite', false, invalid('invitation', INVITATION_NEEDED)],
  ['approve', false, null],
  ['approve', true, null],
  ['closed', false, { kind: 'forbidden', message: CLOSED }],
  ['closed', true, { kind: 'forbidden', message: CLOSED }]
] as const)(
  'in a hut that is %s, with a code: %s, registering gives %j',
  { tags: 'D-146' },
  (mode, hasCode, refusal) => {
    expect(registrationCheck(hut(mode), 'ada@example.org', hasCode)).toEqual(refusal)
  }
)

test('only registrations without an invitation wait for approval', { tags: 'D-146' }, () => {
  const modes = ['open', 'invite', 'approve', 'closed'] as const
  expect(modes.filter(mode => waitsForApproval(hut(mode), false))).toEqual(['approve'])
  expect(modes.filter(mode => waitsForApproval(hut(mode), true))).toEqual([])
  expect(modes.filter(mode => needsInvitation(hut(mode)))).toEqual(['invite'])
})

test.each([
  ['ada@example.org', [], null],
  ['ada@example.org', ['example.org'], null],
  ['ada@EXAMPLE.org', ['example.org'], null],
  ['ada@mail.example.org', ['example.org'], 'Use an email that ends with @example.org.'],
  ['ada@example.org.evil', ['example.org'], 'Use an email that ends with @example.org.'],
  ['"a@example.org"@evil.com', ['example.org'], 'Use an email that ends with @example.org.'],
  ['ada@c.de', ['a.de', 'b.de'], 'Use an email that ends with @a.de or @b.de.'],
  [
    'ada@x.de',
    ['a.de', 'b.de', 'c.de', 'd.de', 'e.de', 'f.de'],
    'Use an email that ends with @a.de, @b.de, @c.de, @d.de, @e.de or another allowed domain.'
  ]
])('%s with the allowed domains %j: %j', { tags: 'D-146' }, (email, domains, message) => {
  expect(domainCheck({ allowed_domains: domains }, email)).toBe(message)
})
