import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { updateSettings } from '../../../domain/admin/api.ts'
import { embedded } from '../../../domain/app.ts'
import { newGoal, storeGoal } from '../../../domain/goals/api.ts'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import { allContracts } from '../../../testing/contracts.ts'
import { ADMIN } from '../../../testing/names.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

const { endpoints, pages } = await allContracts()
const NASTY = '</script><script>alert(1)</script><!-- " \' & $& $1'

let world: World
/** The owner of every page. The seeded content belongs to the admin. */
let admin: Caller
/** The values for the paths. */
let ids: Record<string, string>
beforeAll(async () => {
  world = await openWorld({ APP_NAME: 'The "Hut" & <more>' })
  admin = await world.admin()
  await admin.call(updateSettings, { body: { revision: 0, settings: { imprint: '<p>Who runs this.</p>' } } })
  const { goal } = await admin.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: NASTY }] } }
  })
  ids = { goal: String(goal.id), event: '10', challenge: 'challenge-hut-tour' }
})
afterAll(() => world.close())

const SCRIPT = /<script type="application\/json" id="embedded">(.*?)<\/script>/s
const embeddedIn = (html: string) => z.parse(embedded, JSON.parse(SCRIPT.exec(html)?.[1] ?? 'null'))
const paths = pages
  .flatMap(({ path, aliases, data }) => [path, ...(aliases ?? [])].map(each => [each, data] as const))
  .filter(([path]) =>
    [...path.matchAll(/:(\w+)/g)].every(([, name]) => ['goal', 'event', 'challenge'].includes(name as string))
  )

describe('the rule of all pages', { tags: ['API-11', 'API-17..API-21', 'D-20'] }, () => {
  test.each(paths)('%s returns its data, and embeds the same data with the user and the config', async (path, data) => {
    const url = fillPath(path, ids)
    const response = await admin.request({ url: path === '/' ? '/api' : `/api${url}` })
    const page = await admin.request({ url })
    expect(response.statusCode, response.body).toBe(200)
    expect(Object.keys(response.json())).toEqual(['serverData'])
    z.parse(data as never, response.json().serverData)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['cache-control']).toBe('private, no-store')
    const found = embeddedIn(page.body)
    expect(found.serverData).toEqual(response.json().serverData)
    expect(found).toMatchObject({ path: url, status: 200, user: { username: ADMIN.username, email: ADMIN.email } })
    expect(found.config).toMatchObject({ per_page: 10, socket_url: '/socket', server_time: world.clock.now() })
  })
})

test('the names in the documents return the same data as their pages', { tags: 'D-20' }, async () => {
  for (const [name, path] of [
    ['/api/home', '/api'],
    ['/api.home', '/api'],
    ['/api.events.home', '/api/events'],
    ['/api.activities.home', '/api/activities'],
    ['/api/home?page=2', '/api?page=2']
  ] as const) {
    expect((await admin.request({ url: name })).json(), name).toEqual((await admin.request({ url: path })).json())
  }
})

test('a visitor’s page has no user, and its token is valid for writes', { tags: 'API-18' }, async () => {
  const { user, config } = embeddedIn((await world.visitor.request({ url: '/' })).body)
  expect(user).toBeNull()
  const statusWith = async (token: string): Promise<number> => {
    const headers = { 'x-csrf-token': token }
    return (await world.visitor.request({ method: 'POST', url: '/logout', headers })).statusCode
  }
  expect([await statusWith(config.csrf_token), await statusWith('another')]).toEqual([200, 419])
})

test('the cached shell has no person, data, token or cookie', async () => {
  const [mine, theirs] = [await admin.request({ url: '/shell' }), await world.visitor.request({ url: '/shell' })]
  expect(mine.body).toBe(theirs.body)
  expect(mine.headers['set-cookie']).toBeUndefined()
  const { config, ...rest } = embeddedIn(mine.body)
  expect(rest).toEqual({ user: null, path: '', serverData: null, status: 0, rendered_at: null })
  expect(config).toMatchObject({ socket_url: '/socket', csrf_token: '', server_time: 0 })
})

test('no text can end the script or a tag of the head', async () => {
  const { body } = await admin.request({ url: `/my/goals/${ids.goal}?x=</script>"><b>` })
  expect(body).not.toContain('<script>alert')
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(body.match(/<\/script>/g)).toHaveLength(1)
  expect(embeddedIn(body).serverData).toMatchObject({ goal: { title: NASTY } })
  expect(body).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
  expect(body).not.toContain('"><b>')
})

test('a page’s head has a title, a description, a link preview and a CSRF token', async () => {
  const { body } = await world.visitor.request({ url: '/activities/challenge-hut-tour' })
  const name = 'The &quot;Hut&quot; &amp; &lt;more&gt;'
  expect(body).toContain(`<title>Challenge Hut tour · ${name}</title>`)
  expect(body).toContain(`<meta property="og:title" content="Challenge Hut tour · ${name}">`)
  expect(body).toContain('<meta property="og:description" content="Welcome in.')
  expect(body).toContain('<meta name="description" content="Welcome in.')
  expect(body).not.toContain('og:url')
  expect(body).toContain(`<meta name="csrf-token" content="${embeddedIn(body).config.csrf_token}">`)
})

describe('unknown addresses', () => {
  test.each(['/nothing/of/that/name', '/activities/nothing', '/sessions/999999', '/nothing?file=a.txt'])(
    '%s returns the 404 page of the app',
    { tags: 'D-41' },
    async url => {
      const response = await admin.request({ url, headers: { accept: 'text/html' } })
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.body).toContain('<title>Page not found · ')
      expect(embeddedIn(response.body)).toMatchObject({
        status: 404,
        serverData: null,
        user: { username: ADMIN.username }
      })
    }
  )

  test.each([
    ['GET', '/api/nothing/of/that/name'],
    ['GET', '/api/activities/nothing'],
    ['GET', '/assets/missing.js'],
    ['GET', '/favicon.missing.ico'],
    ['POST', '/nothing'],
    ['DELETE', '/api/nothing']
  ] as const)('%s %s returns a 404 in JSON', async (method, url) => {
    const response = await admin.request({ method, url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ message: 'There’s nothing here.', error: 'There’s nothing here.' })
  })

  test('a personal page has no data for a visitor, and its data address returns 401', {
    tags: 'MYS-12'
  }, async () => {
    const page = await world.visitor.request({ url: `/my/goals/${ids.goal}` })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<title>Goal · ')
    expect(embeddedIn(page.body)).toMatchObject({ status: 200, serverData: null, user: null })
    const data = await world.visitor.request({ url: `/api/my/goals/${ids.goal}` })
    expect(data.statusCode).toBe(401)
    expect(data.json().message).toBe('Please sign in to use that feature.')
  })
})

describe('addresses without /api', { tags: 'D-19' }, () => {
  test('every write works with and without /api', async () => {
    for (const { method, path } of endpoints.filter(each => each.method !== 'GET')) {
      const url = path.replace(/:\w+/g, '999999')
      const send = (at: string) =>
        world.visitor.request({ method, url: at, headers: { 'content-type': 'application/json' }, payload: '[]' })
      const [with_, without] = [await send(url), await send(url.replace(/^\/api/, ''))]
      expect([without.statusCode, without.body], path).toEqual([with_.statusCode, with_.body])
    }
  })

  test('the documented reads work without /api', async () => {
    const user = await admin.request({ url: '/get-user' })
    expect(user.statusCode).toBe(200)
    expect(user.json()).toEqual((await admin.request({ url: '/api/get-user' })).json())
    // Each token is different, so compare its shape only.
    const csrf = await admin.request({ url: '/sanctum/csrf-cookie' })
    expect([csrf.statusCode, csrf.json()]).toEqual([200, { csrf_token: expect.any(String) }])
    // A page with a similar name is not such a read.
    expect((await admin.request({ url: '/get-users' })).headers['content-type']).toContain('text/html')
  })
})

test('every response contains the server’s time', async () => {
  for (const url of ['/', '/api', '/get-user', '/nothing']) {
    expect((await world.visitor.request({ url })).headers['x-server-time']).toBe(String(world.clock.now()))
  }
})
