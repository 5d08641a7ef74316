import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressFinder, createSocketLimit } from './socket-limits.ts'

test('a socket that closes makes room for another, and each name has its own limit', () => {
  const limit = createSocketLimit(2)
  const first = limit.take('a')
  expect([first, limit.take('a')]).not.toContain(null)
  expect(limit.take('a')).toBeNull()
  expect(limit.take('b')).not.toBeNull()
  first?.()
  expect(limit.take('a')).not.toBeNull()
  expect(limit.take('a')).toBeNull()
})

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage

test('the address of a socket is that of the visitor, and never that of a proxy', () => {
  const direct = addressFinder({ trustProxy: false })
  expect(direct(from('192.0.2.1'))).toBe('192.0.2.1')
  expect(direct(from('10.0.0.1', { 'x-forwarded-for': '192.0.2.1' }))).toBeNull()
  const behind = addressFinder({ trustProxy: '10.0.0.1, 10.0.0.2' })
  expect(behind(from('10.0.0.1', { 'x-forwarded-for': '1.2.3.4, 192.0.2.1, 10.0.0.2' }))).toBe('192.0.2.1')
  expect(behind(from('192.0.2.9', { 'x-forwarded-for': '1.2.3.4' }))).toBe('192.0.2.9')
})
