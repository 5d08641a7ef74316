import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test.each([
  ['/favicon.ico', '/favicon.svg'],
  ['/.well-known/change-password', '/account/security']
])('%s redirects to %s', async (url, location) => {
  const response = await world.visitor.request({ url })
  expect([response.statusCode, response.headers.location]).toEqual([302, location])
})

test.each([
  ['help@hut.example.org', 'mailto:help@hut.example.org'],
  ['https://hut.example.org/help', 'https://hut.example.org/help']
])('security.txt names the contact %s', async (contact, written) => {
  const hut = await openWorld({ CONTACT: contact })
  const response = await hut.visitor.request({ url: '/.well-known/security.txt' })
  const expires = new Date(hut.clock.now() + 90 * 86_400_000).toISOString()
  await hut.close()
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.body).toBe(`Contact: ${written}\nExpires: ${expires}\n`)
})

test('without a contact security.txt returns 404', async () => {
  expect((await world.visitor.request({ url: '/.well-known/security.txt' })).statusCode).toBe(404)
})

test('every response turns off the device features that no page uses', async () => {
  for (const url of ['/', '/api/get-user', '/nothing-here', '/favicon.ico']) {
    const policy = String((await world.visitor.request({ url })).headers['permissions-policy'])
    for (const name of ['camera', 'microphone', 'geolocation', 'usb']) expect(policy).toContain(`${name}=()`)
    // Rooms use these features.
    expect(policy).not.toMatch(/fullscreen|screen-wake-lock|clipboard|autoplay|publickey/)
  }
})
