import { expect, test } from 'vitest'
import { SCOPES } from '../access-tokens/scopes.ts'
import { allowedScopes, askedScopes, isRedirect } from './apps.ts'

test('an app gets at most what it asked for, and by default only to read', { tags: 'D-156' }, () => {
  const asked = askedScopes('goals:read logs:write admin:write openid')
  expect(asked).toEqual(['goals:read', 'logs:write'])
  expect(allowedScopes(asked, 'read')).toEqual(['goals:read'])
  expect(allowedScopes(asked, 'change')).toEqual(asked)
})

test.each([undefined, '', 'openid'])('a request with the scope %s means all scopes', scope => {
  expect(askedScopes(scope)).toEqual(SCOPES)
})

test.each([
  ['https://app.example.org/callback', true],
  ['https://app.example.org/callback?a=b', true],
  ['http://127.0.0.1:4711/callback', true],
  ['http://localhost/callback', true],
  ['http://[::1]:80/', true],
  ['http://app.example.org/callback', false],
  ['http://localhost.example.org/', false],
  ['https://localhost/callback', false],
  ['https://app.example.org/#part', false],
  ['https://app.example.org/#', false],
  ['https://ada:secret@app.example.org/', false],
  ['myapp://callback', false],
  ['javascript:alert(1)', false],
  ['callback', false]
])('the address %s may get codes: %s', (address, may) => {
  expect(isRedirect(address)).toBe(may)
})
