import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { PASSWORD } from '../../testing/names.ts'
import { openWorld, registration, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on' })
})
afterAll(() => world.close())

const signIn = (email: string, password: string, remoteAddress: string) =>
  world.app.inject({ method: 'POST', url: '/login', payload: { email, password }, remoteAddress })

test('after ten attempts on an account more are refused, even with the right password or in another case', {
  tags: 'D-25'
}, async () => {
  await world.as('ada')
  for (let i = 0; i < 10; i++) expect((await signIn('ada@example.org', 'guess', '10.0.0.1')).statusCode).toBe(422)
  const response = await signIn('ADA@example.org', PASSWORD, '10.0.0.1')
  expect(response.statusCode).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.json()).toEqual({
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/),
    error: response.json().message
  })
  // Another person's guesses do not lock her out.
  expect((await signIn('ada@example.org', PASSWORD, '10.0.0.2')).statusCode).toBe(200)
})

test('one address may send at most sixty wrong passwords, over all accounts', {
  tags: 'D-25',
  timeout: 30_000
}, async () => {
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) statuses.push((await signIn(`nobody-${i}@example.org`, 'guess', '10.0.0.3')).statusCode)
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 422))
  expect(statuses.slice(60)).toEqual([429, 429])
  expect((await signIn('ada@example.org', PASSWORD, '10.0.0.3')).statusCode).toBe(429)
})

test('an address learns at most sixty times whether an email has an account', {
  tags: 'D-26',
  timeout: 30_000
}, async () => {
  await world.as('ada')
  const emmy = await world.as('emmy')
  const register = async (email: string, username: string) => {
    const payload = { ...registration(username), email }
    const request = { method: 'POST', url: '/register', payload, remoteAddress: '127.0.0.1' } as const
    return (await world.app.inject(request)).statusCode
  }
  for (let i = 0; i < 60; i++) expect(await register('ada@example.org', `new-${i}`)).toBe(422)
  expect(await register('ada@example.org', 'new-60')).toBe(429)
  const profile = (userData: object) =>
    emmy.request({ method: 'PATCH', url: '/api/account/profile', payload: { userData, password: PASSWORD } })
  expect((await profile({ email: 'ada@example.org' })).statusCode).toBe(429)
  expect((await profile({ first_name: 'Emmy' })).statusCode).toBe(200)
  world.clock.jump(600_000)
  expect((await profile({ email: 'ada@example.org' })).statusCode).toBe(422)
  // A taken username is no secret.
  for (let i = 0; i < 65; i++) expect(await register(`new-${i}@example.org`, 'ada')).toBe(422)
  expect(await register('ada@example.org', 'new-61')).toBe(422)
})

test('a person may try ten times in ten minutes to change the e-mail', async () => {
  const grace = await world.as('grace')
  await world.as('ada')
  const change = async (i: number) => {
    const userData = { email: i % 2 ? 'ada@example.org' : `free-${i}@example.org` }
    const payload = { userData, password: i < 8 ? 'guess' : PASSWORD }
    const response = await grace.request({ method: 'PATCH', url: '/api/account/profile', payload })
    return response.statusCode
  }
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push(await change(i))
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 422), 200, 422, 429, 429])
  // Changing names has no limit.
  const payload = { userData: { first_name: 'Grace' } }
  expect((await grace.request({ method: 'PATCH', url: '/api/account/profile', payload })).statusCode).toBe(200)
})

test('guesses from elsewhere do not lock a person out of a browser where they signed in before', {
  tags: 'D-25',
  timeout: 30_000
}, async () => {
  const here = { email: 'mary@example.org', password: PASSWORD }
  const from = (remoteAddress: string, payload: object, cookies = {}) =>
    world.app.inject({ method: 'POST', url: '/login', payload, remoteAddress, cookies })
  await world.app.inject({ method: 'POST', url: '/register', payload: registration('mary'), remoteAddress: '10.0.1.1' })
  const first = await from('10.0.1.1', here)
  const cookie = first.cookies.find(({ name }) => name === 'hut_browser')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  const known = { hut_browser: cookie?.value ?? '' }
  // She comes from another network, so that neither her e-mail nor her address helps.
  for (let i = 0; i < 10; i++) await from('10.0.1.1', { ...here, password: 'guess' })
  expect((await from('10.0.1.1', here)).statusCode).toBe(429)
  const again = await from('10.0.1.1', here, known)
  expect(again.statusCode).toBe(200)
  // Each login makes a new token, and the earlier token gives no exception.
  expect((await from('10.0.1.1', here, known)).statusCode).toBe(429)
  // The token gives no exception for another account either.
  const newest = { hut_browser: again.cookies.find(({ name }) => name === 'hut_browser')?.value ?? '' }
  for (let i = 0; i < 10; i++) await from('10.0.1.1', { email: 'ada@example.org', password: 'guess' }, newest)
  expect((await from('10.0.1.1', { email: 'ada@example.org', password: 'guess' }, newest)).statusCode).toBe(429)
  // A stolen token has a limit too.
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await from(`10.0.2.${i}`, { ...here, password: 'guess' }, newest)).statusCode)
  expect(statuses.at(-1)).toBe(429)
})

test('at most twenty guesses of a join code are allowed, however the address is written', {
  tags: 'D-77'
}, async () => {
  const hedy = await world.as('hedy')
  const guest = await world.as('katherine')
  const challenge = { title: 'With a code', duration: 3600, needs_code: 1, join_code: 'right' } as const
  const { event } = await hedy.call(storeSession, { body: { challenge } })
  const guess = async (i: number) => {
    const name = i % 2 ? event.slug : event.id
    const [url, payload] = i % 3 ? [`?join_code=guess-${i}`, {}] : [`?i=${i}`, { join_code: `guess-${i}` }]
    const api = i % 5 ? '/api' : ''
    const path = `${api}/challenge-events/${name}/join${url}`
    return (await guest.request({ method: 'POST', url: path, payload })).statusCode
  }
  const statuses: number[] = []
  for (let i = 0; i < 22; i++) statuses.push(await guess(i))
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429, 429])
})
