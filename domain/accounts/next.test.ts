import { expect, test } from 'vitest'
import { localAddress } from './next.ts'

test.each([
  ['/my/goals', '/my/goals'],
  ['/my/logs?goal=5&page=2', '/my/logs?goal=5&page=2'],
  ['/my/goals#chart', '/my/goals'],
  ['/a b', '/a%20b'],
  ['/', '/']
])('after signing in, %j opens %j', (next, address) => {
  expect(localAddress(next)).toBe(address)
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  ' /my/goals',
  'javascript:alert(1)',
  'my/goals',
  '//',
  '',
  undefined,
  ['/my/goals', '/my/logs']
])('signing in never opens %j', next => {
  expect(localAddress(next)).toBe(null)
})
