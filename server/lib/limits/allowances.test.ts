import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeGroup } from '../../../domain/groups/api.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on' })
})
afterAll(() => world.close())

test('a person creates 20 groups a day, then learns when to retry, without limiting others', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  await world.pass(86_400_000)
  const make = (number: number) => ({ body: { title: `Group ${number}` } })
  for (let number = 0; number < 20; number++) await ada.call(storeGroup, make(number))
  await world.pass(3600_000)
  const response = await ada.request({ method: 'POST', url: '/api/groups/store', payload: { title: 'One more' } })
  expect([response.statusCode, response.headers['retry-after'], response.json().message]).toEqual([
    429,
    String(23 * 3600),
    'You’ve reached the limit of 20 new groups a day. Please try again in 23 hours.'
  ])
  await grace.call(storeGroup, make(1))
  await world.pass(23 * 3600_000)
  await ada.call(storeGroup, make(21))
})

test('a person sends at most 30 MB in ten minutes, also in refused calls', async () => {
  const ada = await world.as('ada')
  const send = () =>
    ada.request({ method: 'POST', url: '/api/groups/store', payload: { title: 'x'.repeat(1_000_000) } })
  for (let number = 0; number < 29; number++) expect((await send()).statusCode).toBe(422)
  const refused = await send()
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().message]).toEqual([
    429,
    '600',
    'That’s a lot of saving in a few minutes. Please try again in 10 minutes.'
  ])
  await world.pass(600_000)
  expect((await send()).statusCode).toBe(422)
})
