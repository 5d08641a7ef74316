import { expect, test } from 'vitest'
import { failureHash, failureOf, failureText, isFresh, readIdentity, usernamesFor } from './single-sign-on.ts'

const NOW = 1_800_000_000_000
const CLAIMS = { iss: 'https://login.example', sub: '17', email: ' ada@example.org ', email_verified: true }

test('reads what the provider says about a person', () => {
  const more = { given_name: 'Ada', family_name: 'Byron', preferred_username: 'ada', groups: ['staff'], auth_time: 5 }
  expect(readIdentity({ ...CLAIMS, ...more })).toEqual({
    issuer: 'https://login.example',
    subject: '17',
    email: 'ada@example.org',
    is_verified: true,
    first_name: 'Ada',
    last_name: 'Byron',
    username: 'ada',
    groups: ['staff'],
    authenticated_at: 5000
  })
})

test.each([
  ['a missing confirmation', { email_verified: undefined }, { is_verified: false }],
  ['a confirmation as a text', { email_verified: 'true' }, { is_verified: true }],
  ['a refused confirmation as a text', { email_verified: 'false' }, { is_verified: false }],
  ['one group as a text', { groups: 'staff' }, { groups: ['staff'] }],
  ['claims of a wrong type', { email: 7, groups: [1], auth_time: 'now' }, { email: '', authenticated_at: null }],
  ['an email without a domain', { email: 'ada' }, { email: '' }],
  ['an email that is too long', { email: `${'a'.repeat(250)}@b.org` }, { email: '' }]
])('reads %s', (_, claims, identity) => {
  expect(readIdentity({ ...CLAIMS, ...claims })).toMatchObject(identity)
})

test.each([
  ['never', null, false],
  ['after the press', NOW + 5000, true],
  ['a little before it, by another clock', NOW - 30_000, true],
  ['earlier', NOW - 30_001, false]
])('a proof is fresh when the person authenticated %s', (_, authenticated_at, is) => {
  expect(isFresh({ authenticated_at }, NOW)).toBe(is)
})

test('proposes the username of the provider, then the email, with numbers for taken names', () => {
  expect(usernamesFor({ username: 'Ada Byron', email: 'x@example.org' }).slice(0, 3)).toEqual([
    ...['Ada-Byron', 'Ada-Byron-2', 'Ada-Byron-3']
  ])
  expect(usernamesFor({ username: 'admin', email: 'ada.b@example.org' })[0]).toBe('ada-b')
  expect(usernamesFor({ username: '李', email: '李@example.org' })[0]).toBe('member')
  for (const name of usernamesFor({ username: 'a'.repeat(80), email: '' })) expect(name.length).toBeLessThanOrEqual(50)
})

test('an address tells why a sign-in failed', () => {
  expect(failureOf(failureHash('cancelled'))).toBe('cancelled')
  for (const hash of ['', '#login', '#sign-on-', '#sign-on-constructor']) expect(failureOf(hash)).toBeNull()
  expect(failureText('cancelled', 'Club login')).toBe('You cancelled the sign-in with Club login. Nothing changed.')
})
