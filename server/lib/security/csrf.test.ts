import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { myGoalsPage, newGoal } from '../../../domain/goals/api.ts'
import { type Caller, createCaller, openWorld, type World } from '../../../testing/world.ts'

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
  ada = await world.as('ada')
})
afterAll(() => world.close())

const payload = { ...newGoal(randomUUID()), title: 'A' }
const store = (headers: Record<string, string>, caller = ada) =>
  caller.request({ method: 'POST', url: '/goals/store', payload, headers })
const goals = async () => (await ada.visit(myGoalsPage)).my_goals.length

test.each([
  'https://evil.example',
  'https://hut.example.org.evil.example',
  'http://hut.example.org:81',
  'https://evil.example/?https://hut.example.org',
  'null',
  'nonsense'
])('a write from %s is refused with 403', { tags: 'D-21' }, async origin => {
  const before = await goals()
  const response = await store({ origin })
  expect(response.statusCode).toBe(403)
  expect(response.json()).toEqual({
    message: 'This request came from another site.',
    error: 'This request came from another site.'
  })
  expect(await goals()).toBe(before)
})

test('every kind of write from another site is refused, for visitors too', { tags: 'D-21' }, async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const response = await world.visitor.request({ method, url: '/login', headers: { origin: 'https://evil.example' } })
    expect(response.statusCode).toBe(403)
  }
})

test('a write from our own page is accepted, at the configured address or the requested host', {
  tags: 'D-21'
}, async () => {
  expect((await store({ origin: 'https://hut.example.org' })).statusCode).toBe(200)
  expect((await store({ origin: 'http://localhost:3000', host: 'localhost:3000' })).statusCode).toBe(200)
  // Programs other than browsers send no Origin.
  expect((await store({})).statusCode).toBe(200)
})

test('a write that the browser marks as foreign is refused, whatever its Origin', {
  tags: 'D-21'
}, async () => {
  for (const site of ['cross-site', 'same-site', 'nonsense']) {
    expect((await store({ 'sec-fetch-site': site })).statusCode).toBe(403)
    expect((await store({ 'sec-fetch-site': site, origin: 'https://hut.example.org' })).statusCode).toBe(403)
  }
  for (const site of ['same-origin', 'none']) expect((await store({ 'sec-fetch-site': site })).statusCode).toBe(200)
})

test('a wrong CSRF token is refused with 419, and the right one is accepted', { tags: 'D-21' }, async () => {
  const { csrf_token } = (await ada.request({ url: '/sanctum/csrf-cookie' })).json()
  expect((await store({ 'x-csrf-token': csrf_token })).statusCode).toBe(200)
  const before = await goals()
  const other = createCaller(world, 'other')
  const foreign = (await other.request({ url: '/sanctum/csrf-cookie' })).json().csrf_token
  expect(foreign).not.toBe(csrf_token)
  for (const token of ['', 'wrong', `${csrf_token}x`, foreign]) {
    const response = await store({ 'x-csrf-token': token })
    expect(response.statusCode).toBe(419)
    expect(response.json()).toMatchObject({ message: expect.stringContaining('expired'), error: expect.any(String) })
  }
  // Without the cookie every token is wrong.
  expect((await store({ 'x-csrf-token': csrf_token }, createCaller(world, 'none'))).statusCode).toBe(419)
  expect(await goals()).toBe(before)
})

test('each response has a different token, and all tokens stay valid', {
  tags: 'D-21'
}, async () => {
  const tokens: string[] = []
  for (let response = 0; response < 3; response++) {
    tokens.push((await ada.request({ url: '/sanctum/csrf-cookie' })).json().csrf_token)
  }
  expect(new Set(tokens).size).toBe(3)
  for (const token of tokens) expect((await store({ 'x-csrf-token': token })).statusCode).toBe(200)
})

test('reads are allowed from anywhere, and no response allows another site to read it', { tags: 'D-21' }, async () => {
  const response = await ada.request({ url: '/get-user', headers: { origin: 'https://evil.example' } })
  expect(response.statusCode).toBe(200)
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
})
