import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { isOwnOrigin, mayOpenSocket } from './csrf.ts'

const SITE = readConfig({ APP_URL: 'https://hut.example.org:8443' })
const NO_SITE = readConfig({})

test.each([
  'https://hut.example.org:8443',
  // Another name of this machine, if the request used it.
  'http://localhost:3000'
])('the origin %s is ours', { tags: 'D-21' }, origin => {
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
])('the origin %j is foreign', { tags: 'D-21' }, origin => {
  expect(isOwnOrigin(SITE, 'localhost:3000', origin)).toBe(false)
})

test('without APP_URL the requested host is ours, and without a host nothing is', { tags: 'D-21' }, () => {
  expect(isOwnOrigin(NO_SITE, '192.0.2.1:3000', 'http://192.0.2.1:3000')).toBe(true)
  expect(isOwnOrigin(NO_SITE, '192.0.2.1:3000', 'https://hut.example.org')).toBe(false)
  for (const origin of ['http://192.0.2.1:3000', 'null', ''])
    expect(isOwnOrigin(NO_SITE, undefined, origin)).toBe(false)
})

test.each([
  ['http://evil.example:3000', 'evil.example:3000', false],
  ['http://evil.example', 'hut.example.org:8443', false],
  ['https://hut.example.org:8443', 'app:3000', true],
  ['https://hut.example.org:8443', 'hut.example.org:8443', true],
  ['http://localhost:3000', 'localhost:3000', true],
  ['http://192.0.2.1:3000', '192.0.2.1:3000', true],
  ['http://[::1]:3000', '[::1]:3000', true],
  // A program other than a browser.
  [undefined, 'evil.example:3000', true]
])('with APP_URL a page of %s that requests %s gets a socket: %s', { tags: 'D-105' }, (origin, host, may) => {
  expect(mayOpenSocket(SITE, host, origin)).toBe(may)
})

test('without APP_URL a page gets a socket only from its own host', { tags: 'D-105' }, () => {
  expect(mayOpenSocket(NO_SITE, 'hut.lan:3000', 'http://hut.lan:3000')).toBe(true)
  expect(mayOpenSocket(NO_SITE, 'hut.lan:3000', 'http://evil.example')).toBe(false)
})
