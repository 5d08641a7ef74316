import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressFinder, createPlaces } from './socket-places.ts'

test('a place is free again when it was given back, and each name has its own', () => {
  const places = createPlaces(2)
  const first = places.take('a')
  expect([first, places.take('a')]).not.toContain(null)
  expect(places.take('a')).toBeNull()
  expect(places.take('b')).not.toBeNull()
  first?.()
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
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
