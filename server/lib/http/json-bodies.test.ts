import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../testing/world.ts'
import { MOST_LEVELS } from './json-bodies.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

async function send(payload: string, headers: Record<string, string> = {}) {
  const ada = await world.as('ada')
  return ada.request({
    method: 'POST',
    url: '/api/goals/store',
    payload,
    headers: { 'content-type': 'application/json', ...headers }
  })
}

test.each([
  ['without', {}],
  ['with', { 'idempotency-key': 'deep' }]
])('JSON with too many levels is refused with a clear message, %s a key', async (_, headers) => {
  for (const levels of [MOST_LEVELS + 1, 5000, 400_000]) {
    const response = await send(nested(levels), headers)
    expect([levels, response.statusCode]).toEqual([levels, 422])
    expect(response.json().errors).toEqual({ body: 'This is nested too deeply. Use at most 50 levels.' })
  }
})

test('JSON with the most levels is accepted, and brackets inside texts do not count', async () => {
  const deep = await send(nested(MOST_LEVELS), { 'idempotency-key': 'as-deep-as-can-be' })
  expect(Object.keys(deep.json().errors)).not.toContain('body')
  const text = '[{"\\'.repeat(200)
  const body = { challenge: { tasks: [{ title: 'Brackets', content: text, amount: 1 }] } }
  expect((await send(JSON.stringify(body))).statusCode).toBe(200)
})
