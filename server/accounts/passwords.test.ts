import { afterAll, beforeAll, expect, test } from 'vitest'
import { homePage } from '../../domain/browse/api.ts'
import { MOST_WAITING_CHECKS, PASSWORD_CHECKS } from '../../domain/lib/limits.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('two passwords are checked at a time, a few checks wait, and more get a time to retry', {
  tags: 'D-25'
}, async () => {
  const tooMany = 8
  // On a busy machine some checks are done before the last request arrives.
  const count = 2 * (PASSWORD_CHECKS + MOST_WAITING_CHECKS) + tooMany
  // Each password is new, since compared ones are remembered (testing/known-passwords.ts).
  const payload = (index: number) => ({ email: `nobody-${index}@example.org`, password: `a wrong guess ${index}` })
  const logins = Array.from({ length: count }, (_, index) =>
    world.app.inject({ method: 'POST', url: '/api/login', payload: payload(index) })
  )
  await world.visitor.visit(homePage)
  const responses = await Promise.all(logins)
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(tooMany)
  expect(responses.filter(({ statusCode }) => statusCode === 422).length).toBe(count - refused.length)
  expect(refused[0]?.headers['retry-after']).toBe('2')
  expect(refused[0]?.json().message).toBe('Many people are signing in right now. Please try again in a moment.')
})
