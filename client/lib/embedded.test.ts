import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => {
  document.body.innerHTML = ''
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const DATA = { user: { id: 1 }, config: { app_name: 'Hut' }, path: '/tokens?page=2', serverData: { n: 1 }, status: 200 }

function embed(data: object): void {
  document.body.innerHTML = `<script type="application/json" id="embedded">${JSON.stringify(data)}</script>`
}

test("the HTML contains the user, the configuration and the page's data", {
  tags: ['API-17', 'API-18', 'API-19']
}, async () => {
  embed(DATA)
  const { config, firstUser, isShell, takeEmbeddedPage } = await import('./embedded.ts')
  expect([config.app_name, firstUser, isShell]).toEqual(['Hut', { id: 1 }, false])
  expect(takeEmbeddedPage('/tokens?page=2')).toMatchObject({ serverData: { n: 1 }, status: 200 })
})

test('uses the embedded data once; a return loads it from the server', async () => {
  embed(DATA)
  const { takeEmbeddedPage } = await import('./embedded.ts')
  takeEmbeddedPage('/tokens?page=2')
  expect(takeEmbeddedPage('/tokens?page=2')).toBeNull()
})

test('drops the embedded data when another address is opened first', async () => {
  embed(DATA)
  const { takeEmbeddedPage } = await import('./embedded.ts')
  expect(takeEmbeddedPage('/tokens')).toBeNull()
  expect(takeEmbeddedPage('/tokens?page=2')).toBeNull()
})

test.each([
  ['before this page was requested', -5, { n: 1 }],
  ['while this page was loading', 5, undefined]
])('a write that ended %s decides whether the embedded data is used', async (_, after, used) => {
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + after)
  embed({ ...DATA, rendered_at: null })
  const { noteWrite, takeEmbeddedPage } = await import('./embedded.ts')
  noteWrite()
  expect(takeEmbeddedPage('/tokens?page=2')?.serverData).toEqual(used)
})

test('a rendered page begins with its own data, and says that a write may be missing', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + 5)
  embed({ ...DATA, rendered_at: 1 })
  const { mayLackWrite, noteWrite, takeEmbeddedPage } = await import('./embedded.ts')
  noteWrite()
  expect(takeEmbeddedPage('/tokens?page=2')?.serverData).toEqual({ n: 1 })
  expect(mayLackWrite()).toBe(true)
})

test('the shell has no user and no page data', async () => {
  const { config, firstUser, isShell, takeEmbeddedPage } = await import('./embedded.ts')
  expect([firstUser, isShell, config.socket_url]).toEqual([null, true, '/socket'])
  expect(takeEmbeddedPage('/')).toBeNull()
})
