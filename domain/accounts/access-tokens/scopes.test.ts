import { expect, test } from 'vitest'
import { NO_TOKENS_HERE, SCOPES, whyNotByToken } from './scopes.ts'

test('a token reads or writes only what its scopes name', { tags: 'D-156' }, () => {
  expect(whyNotByToken('goals', 'read', ['goals:read'])).toBeNull()
  expect(whyNotByToken('goals', 'write', ['goals:read'])).toBe('This access token needs the scope “goals:write”.')
  expect(whyNotByToken('goals', 'read', ['goals:write', 'logs:read'])).toBe(
    'This access token needs the scope “goals:read”.'
  )
})

test('a token with every scope does nothing in a feature without a subject', { tags: 'D-156' }, () => {
  expect(whyNotByToken(null, 'read', SCOPES)).toBe(NO_TOKENS_HERE)
})

test('each subject has a scope to read and one to write', () => {
  expect(SCOPES).toContain('logs:read')
  expect(SCOPES).toContain('logs:write')
  expect(new Set(SCOPES).size).toBe(SCOPES.length)
})
