import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Embedded, embedded } from '../../../domain/app.ts'
import { addressOf } from '../../../testing/socket-client.ts'
import { createCaller, openWorld, type World } from '../../../testing/world.ts'

/** Renders a page. A test makes it fail or never end. */
let rendering: (page: Embedded) => Promise<string>
let rendered: string[]
let errors: unknown[]
let world: World

beforeAll(async () => {
  world = await openWorld(
    {},
    {
      shell: () =>
        '<html><head><!--head--><script type="module" src="/a.js"></script></head>' +
        '<body><div id="root"><!--root--></div><!--embedded--></body></html>',
      render(page) {
        rendered.push(page.path)
        return rendering(page)
      }
    }
  )
  world.app.log.error = (details: unknown) => errors.push(details)
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance(60_000)
  rendered = []
  errors = []
  rendering = async ({ status, path }) => `<h1>${status} ${path}</h1>`
})

const SCRIPT = /<script type="application\/json" id="embedded">(.*?)<\/script>/s
const embeddedIn = (html: string) => z.parse(embedded, JSON.parse(SCRIPT.exec(html)?.[1] ?? 'null'))
const visit = (url: string) => createCaller(world, 'visitor').request({ url })
const visitFrom = (remoteAddress: string, url: string) => world.app.inject({ url, remoteAddress })

test('a visitor gets rendered HTML with its data and the time of rendering', async () => {
  const { body, headers } = await visit('/activities?q=run')
  expect(body).toContain('<div id="root"><h1>200 /activities?q=run</h1></div>')
  expect(embeddedIn(body)).toMatchObject({ user: null, status: 200, rendered_at: world.clock.now() })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('private, no-store')
})

test('a personal page is rendered for its person only, without sharing', async () => {
  const ada = await world.as('ada')
  const [{ body }, again] = [await ada.request({ url: '/my/goals' }), await ada.request({ url: '/my/goals' })]
  expect(body).toContain('<h1>200 /my/goals</h1>')
  expect(again.body).toContain('<h1>200 /my/goals</h1>')
  expect(embeddedIn(body)).toMatchObject({ user: { username: 'ada' }, rendered_at: world.clock.now() })
  expect(rendered).toEqual(['/my/goals', '/my/goals'])
})

test('scripts of a rendered page wait until it is painted, and other scripts load at once', async () => {
  const waits = /<template id="scripts"><script type="module" src="\/a.js"><\/script><\/template><\/head>/
  expect((await visit('/activities')).body).toMatch(waits)
  expect((await visit('/my/goals')).body).not.toContain('<template')
})

test('other pages of a signed-in person and personal pages of a visitor are not rendered', async () => {
  const ada = await world.as('ada')
  for (const { body } of [await ada.request({ url: '/activities' }), await visit('/my/goals')]) {
    expect(body).toContain('<div id="root"></div>')
    expect(embeddedIn(body).rendered_at).toBeNull()
  }
  expect(rendered).toEqual([])
})

test.each(['/activities/nothing', '/there/is/nothing/here'])(
  '%s is rendered too, with its status',
  { tags: 'D-41' },
  async url => {
    const { statusCode, body } = await visit(url)
    expect(statusCode).toBe(404)
    expect(body).toContain(`<h1>404 ${url}</h1>`)
  }
)

test.each(['/invite/..', '/invite/%2E%2e', '/invite/\\'])('%s is not rendered as another page', async path => {
  // A test's own requests shorten the address.
  const [host, port] = (await addressOf(world.app)).split(':')
  const [response] = (await once(get({ host, port, path, agent: false }), 'response')) as [IncomingMessage]
  response.resume()
  expect([response.statusCode, rendered]).toEqual([200, []])
})

test('visitors share a rendered page for a second, each with their own token and time', async () => {
  const first = await Promise.all([visit('/about'), visit('/about')])
  world.clock.advance(900)
  const third = embeddedIn((await visit('/about')).body)
  const [one, two] = first.map(({ body }) => embeddedIn(body))
  expect(rendered).toEqual(['/about'])
  expect(new Set([one, two, third].map(page => page?.config.csrf_token)).size).toBe(3)
  expect(third.config.server_time - (third.rendered_at ?? 0)).toBe(900)
  world.clock.advance(200)
  await visit('/about')
  await visit('/about?page=2')
  expect(rendered).toEqual(['/about', '/about', '/about?page=2'])
})

test('the token of a shared page lets its visitor write', { tags: 'API-18' }, async () => {
  await visit('/')
  const visitor = createCaller(world, 'visitor')
  const { csrf_token } = embeddedIn((await visitor.request({ url: '/' })).body).config
  const statusWith = async (token: string): Promise<number> =>
    (await visitor.request({ method: 'POST', url: '/logout', headers: { 'x-csrf-token': token } })).statusCode
  expect(rendered).toEqual(['/'])
  expect([await statusWith(csrf_token), await statusWith('another')]).toEqual([200, 419])
})

test('a page that fails to render is left to the browser and logged without its query', async () => {
  rendering = async () => {
    throw new Error('planted')
  }
  const { statusCode, body } = await visit('/groups?q=secret')
  expect(statusCode).toBe(200)
  expect(body).toContain('<div id="root"></div>')
  expect(embeddedIn(body)).toMatchObject({ status: 200, rendered_at: null, serverData: { groups: [] } })
  expect(errors).toMatchObject([{ err: { message: 'planted' }, path: '/groups' }])
})

test('nobody waits longer than two seconds for a rendered page', async () => {
  let begin = (): void => {}
  const begun = new Promise<void>(resolve => (begin = resolve))
  rendering = () => {
    begin()
    return new Promise(() => {})
  }
  const response = visit('/groups')
  await begun
  world.clock.advance(2000)
  expect(embeddedIn((await response).body).rendered_at).toBeNull()
  expect(errors).toMatchObject([{ path: '/groups' }])
})

test('rendering takes at most half of each second', async () => {
  rendering = async () => {
    world.clock.jump(300)
    return '<h1>slow</h1>'
  }
  world.clock.advance(1000 - (world.clock.now() % 1000))
  for (const page of [1, 2, 3]) await visitFrom(`10.0.0.${page}`, `/about?page=${page}`)
  expect(rendered).toEqual(['/about?page=1', '/about?page=2'])
  world.clock.advance(1000)
  await visit('/about?page=4')
  expect(rendered).toHaveLength(3)
  expect(errors).toEqual([])
})

test('one network address gets only a part of this time', async () => {
  rendering = async () => {
    world.clock.jump(200)
    return '<h1>slow</h1>'
  }
  world.clock.advance(1000 - (world.clock.now() % 1000))
  await visitFrom('10.0.0.1', '/about?page=1')
  await visitFrom('10.0.0.1', '/about?page=2')
  await visitFrom('10.0.0.2', '/about?page=3')
  expect(rendered).toEqual(['/about?page=1', '/about?page=3'])
})

test('personal pages use the same half second, and above it the browser renders them', async () => {
  const ada = await world.as('ada')
  rendering = async () => {
    world.clock.jump(300)
    return '<h1>slow</h1>'
  }
  world.clock.advance(1000 - (world.clock.now() % 1000))
  await visitFrom('10.0.0.1', '/about')
  await ada.request({ url: '/my/goals' })
  expect(embeddedIn((await ada.request({ url: '/my/goals' })).body)).toMatchObject({
    user: { username: 'ada' },
    status: 200,
    rendered_at: null
  })
  expect(rendered).toEqual(['/about', '/my/goals'])
})
