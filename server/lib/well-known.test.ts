import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test.each([
  ['/favicon.ico', '/favicon.svg'],
  ['/.well-known/change-password', '/account/security']
])('%s leads to %s', async (url, location) => {
  const response = await world.visitor.request({ url })
  expect([response.statusCode, response.headers.location]).toEqual([302, location])
})

test('every response says which features of the device no page uses', async () => {
  for (const url of ['/', '/api/get-user', '/nothing-here', '/favicon.ico']) {
    const policy = String((await world.visitor.request({ url })).headers['permissions-policy'])
    for (const name of ['camera', 'microphone', 'geolocation', 'usb']) expect(policy).toContain(`${name}=()`)
    // Rooms use these.
    expect(policy).not.toMatch(/fullscreen|screen-wake-lock|clipboard|autoplay|publickey/)
  }
})
