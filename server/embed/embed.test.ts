/** Frames for other sites, and that other sites can frame nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { cancelSession } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { allContracts } from '../../testing/contracts.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
})
afterAll(() => world.close())

const open = (url: string) => world.app.inject({ url, headers: { 'sec-fetch-dest': 'iframe', cookie: 'hut_login=x' } })
const sessionOf = async (title = 'Run <together>') =>
  (await ada.call(storeSession, { body: { challenge: { title, duration: 600, is_manually_started: 1 } } })).event.slug

test('any site may frame a session and an activity, without cookies', async () => {
  const { slug } = (await ada.call(storeActivity, { body: { challenge: { title: 'Stretch' } } })).challenge
  for (const [url, title] of [
    [`/embed/sessions/${await sessionOf()}`, 'Run &lt;together&gt;'],
    [`/embed/activities/${slug}`, 'Stretch']
  ] as const) {
    const { statusCode, headers, body, cookies } = await open(url)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';.* frame-ancestors \*$/)
    expect(headers['x-frame-options']).toBeUndefined()
    expect(cookies).toEqual([])
    expect(body).toContain(`<title>${title}</title>`)
  }
})

test('other sites can frame no other page', async () => {
  const { pages } = await allContracts()
  const paths = pages.map(({ path }) => path.replaceAll(/:\w+/g, 'anything'))
  expect(paths.length).toBeGreaterThan(60)
  for (const path of [...paths, '/embed', '/embed/anything', '/press/anything', '/api/docs', '/nothing-here']) {
    const { headers } = await world.app.inject({ url: path, headers: { accept: 'text/html' } })
    expect([path, headers['content-security-policy']]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'")
    ])
    expect([path, headers['x-frame-options']]).toEqual([path, 'SAMEORIGIN'])
  }
})

test('the frame follows what visitors may see', async () => {
  const unlisted = await sessionOf()
  await ada.call(patchSession, { params: { event: unlisted }, body: { challenge: { unlisted: 1 } } })
  expect((await open(`/embed/sessions/${unlisted}`)).statusCode).toBe(200)
  const hidden = await sessionOf()
  await world.db.$client.query('update sessions set hidden_at = now() where slug = $1', [hidden])
  const cancelled = await sessionOf()
  await ada.call(cancelSession, { params: { event: cancelled } })
  for (const slug of [hidden, cancelled, 'none', '%F0%9F%92%A5', 'constructor']) {
    const response = await open(`/embed/sessions/${slug}`)
    expect([slug, response.statusCode]).toEqual([slug, 404])
    expect(response.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(response.body).not.toContain('<script')
  }
  expect((await open('/embed/activities/none')).statusCode).toBe(404)
})

test('a hut for members only shows nothing in frames', { tags: 'D-146' }, async () => {
  const slug = await sessionOf()
  world.deps.config.hut.members_only = 1
  const response = await open(`/embed/sessions/${slug}`)
  world.deps.config.hut.members_only = 0
  expect([response.statusCode, response.body]).toEqual([404, expect.stringContaining('for members only')])
})
