import { afterAll, beforeAll, expect, test } from 'vitest'
import { homePage } from '../../../domain/browse/api.ts'
import { myListsPage, storeActivityList } from '../../../domain/lists/api.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { freeBytes } from './free-space.ts'

let world: World
let free = 1e12
beforeAll(async () => {
  world = await openWorld({}, { disk: async () => free })
})
afterAll(() => world.close())

test('on a nearly full disk pages can be read and nothing is saved, until there is room again', async () => {
  const ada = await world.as('ada')
  const save = (title: string) =>
    ada.request({ method: storeActivityList.method, url: storeActivityList.path, payload: { title } })
  free = 50_000_000
  world.clock.advance(2000)
  const refused = await save('Too late')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.json().message).toMatch(/^We can’t save anything right now, because the server’s disk is full\. /)
  expect((await world.visitor.request({ method: 'POST', url: '/register', payload: {} })).statusCode).toBe(503)
  expect((await ada.visit(homePage)).challenges.length).toBeGreaterThan(0)
  const ready = await world.visitor.request({ url: '/readyz' })
  expect([ready.statusCode, ready.json()]).toEqual([503, { database: true, bus: true, disk: false }])

  free = 1e12
  world.clock.advance(2000)
  expect((await save('In time')).statusCode).toBe(200)
  const { activity_lists } = await ada.visit(myListsPage)
  expect(activity_lists.map(({ title }) => title)).toEqual(['In time'])
  expect((await world.visitor.request({ url: '/readyz' })).statusCode).toBe(200)
})

test('freeBytes returns the free space of a folder', async () => {
  expect(await freeBytes('.')).toBeGreaterThan(0)
})
