import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { isOwnOrigin } from './csrf.ts'

const SITE = readConfig({ APP_URL: 'https://hut.example.org:8443' })
const NO_SITE = readConfig({})

test.each([
  'https://hut.example.org:8443',
  // By another name of this machine, as it was asked for.
  'http://localhost:3000'
])('D-21 %s is ours', origin => {
  expect(isOwnOrigin(SITE, 'localhost:3000', origin)).toBe(true)
})

test.each([
  'https://hut.example.org',
  'http://hut.example.org:8443',
  'https://hut.example.org:8443.evil.example',
  'https://evil.example/https://hut.example.org:8443',
  'https://sub.hut.example.org:8443',
  'http://localhost',
  'http://localhost:30000',
  'http://evil.example:3000',
  'https://localhost:3000@evil.example',
  'null',
  '',
  '//localhost:3000',
  'localhost:3000'
])('D-21 %j is not ours', origin => {
  expect(isOwnOrigin(SITE, 'localhost:3000', origin)).toBe(false)
})

test('D-21 without APP_URL the host that was asked is ours, and without a host nothing is', () => {
  expect(isOwnOrigin(NO_SITE, '192.0.2.1:3000', 'http://192.0.2.1:3000')).toBe(true)
  expect(isOwnOrigin(NO_SITE, '192.0.2.1:3000', 'https://hut.example.org')).toBe(false)
  for (const origin of ['http://192.0.2.1:3000', 'null', ''])
    expect(isOwnOrigin(NO_SITE, undefined, origin)).toBe(false)
})
