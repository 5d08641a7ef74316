import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '../../../domain/accounts/api.ts'
import { openWorld, registration, type World } from '../../../testing/world.ts'
import { createLog } from '../log.ts'

const PROXY = '10.1.2.3'
const CLIENT = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

let written = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    written += chunk
    done()
  }
})
const warnings = () => written.split('\n').filter(line => line.includes('TRUST_PROXY'))

let world: World
beforeAll(async () => {
  const settings = { APP_URL: 'https://hut.example.org', TRUST_PROXY: `loopback, ${PROXY}`, RATE_LIMITS: 'on' }
  world = await openWorld(settings, { log: createLog('warn', { destination: stream }) })
})
afterAll(() => world.close())

/**
 * Tries to sign in with a wrong password through the proxy. The proxy adds the last address, and the client made up the
 * others.
 */
const guess = async (email: string, forwarded: string, remoteAddress = PROXY) => {
  const { statusCode } = await world.app.inject({
    method: login.method,
    url: login.path,
    remoteAddress,
    headers: { 'x-forwarded-for': forwarded },
    payload: { email, password: 'a wrong password' }
  })
  return statusCode
}

test('a made-up address does not lift the limit on attempts', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push(await guess('ada@example.org', `192.0.2.${i}, ${CLIENT}`))
  expect(statuses.slice(-2)).toEqual([429, 429])
  expect(await guess('ada@example.org', ELSEWHERE), 'someone else at the same proxy').toBe(422)
})

test('a program that is not the proxy counts by its own address', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push(await guess('grace@example.org', `192.0.2.${i}`, ELSEWHERE))
  expect(statuses.at(-1)).toBe(429)
})

test('the addresses of one IPv6 network share a limit', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push(await guess('hedy@example.org', `2001:db8:1:2::${i}`))
  expect(statuses.at(-1)).toBe(429)
  expect(await guess('hedy@example.org', '2001:db8:1:3::1')).toBe(422)
})

test('guesses at one account are limited, from any address', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 51; i++) statuses.push(await guess('mary@example.org', `192.0.2.${i}`))
  expect(statuses.slice(-2)).toEqual([422, 429])
})

test('the link preview uses APP_URL and never a header', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const { body } = await world.app.inject({ url: '/activities/challenge-hut-tour?a=1', headers })
  // Only query parameters that the page knows stay in the address.
  expect(body).toContain('<meta property="og:url" content="https://hut.example.org/activities/challenge-hut-tour">')
  expect(body).toContain('<link rel="canonical" href="https://hut.example.org/activities/challenge-hut-tour">')
  expect(body).not.toContain('evil')
})

test('with APP_URL and a named proxy there is no warning', () => {
  expect(warnings()).toEqual([])
})

describe('without APP_URL', () => {
  const loginCookie = async (app: World['app'], name: string, proto: string) => {
    const response = await app.inject({
      method: 'POST',
      url: '/register',
      headers: { 'x-forwarded-proto': proto },
      payload: registration(name)
    })
    const { secure = false } = response.cookies.find(cookie => cookie.name === 'hut_login') ?? {}
    return { secure, hsts: response.headers['strict-transport-security'] }
  }

  test('cookies are Secure and HSTS is sent when the trusted proxy reports https', async () => {
    const behind = await openWorld({ TRUST_PROXY: 'loopback' })
    try {
      expect(await loginCookie(behind.app, 'ada', 'https')).toEqual({ secure: true, hsts: 'max-age=31536000' })
      expect(await loginCookie(behind.app, 'grace', 'http')).toEqual({ secure: false, hsts: undefined })
    } finally {
      await behind.close()
    }
  })

  test('an unnamed proxy is not trusted and is reported once', async () => {
    written = ''
    const bare = await openWorld({}, { log: createLog('warn', { destination: stream }) })
    try {
      expect(await loginCookie(bare.app, 'ada', 'https')).toEqual({ secure: false, hsts: undefined })
      expect(await loginCookie(bare.app, 'grace', 'https')).toEqual({ secure: false, hsts: undefined })
      expect(warnings()).toEqual([
        expect.stringContaining('If your proxy runs on this machine, set TRUST_PROXY=loopback')
      ])
    } finally {
      await bare.close()
    }
  })
})
