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

test('the HTML brings the user, the configuration and the data of its page', {
  tags: ['API-17', 'API-18', 'API-19']
}, async () => {
  embed(DATA)
  const { config, firstUser, isShell, takeEmbeddedPage } = await import('./embedded.ts')
  expect([config.app_name, firstUser, isShell]).toEqual(['Hut', { id: 1 }, false])
  expect(takeEmbeddedPage('/tokens?page=2')).toMatchObject({ serverData: { n: 1 }, status: 200 })
})

test('the embedded data of a page is used once; coming back loads it from the server', async () => {
  embed(DATA)
  const { takeEmbeddedPage } = await import('./embedded.ts')
  takeEmbeddedPage('/tokens?page=2')
  expect(takeEmbeddedPage('/tokens?page=2')).toBeNull()
})

test('another address gets no embedded data, and afterwards it is too old for its own address', async () => {
  embed(DATA)
  const { takeEmbeddedPage } = await import('./embedded.ts')
  expect(takeEmbeddedPage('/tokens')).toBeNull()
  expect(takeEmbeddedPage('/tokens?page=2')).toBeNull()
})

test.each([
  ['before this page was asked for', -5, { n: 1 }],
  ['while this page was on its way', 5, undefined]
])('a write of the page before that ended %s decides whether the embedded data is used', async (_, after, used) => {
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + after)
  embed(DATA)
  const { noteWrite, takeEmbeddedPage } = await import('./embedded.ts')
  noteWrite()
  expect(takeEmbeddedPage('/tokens?page=2')?.serverData).toEqual(used)
})

test('the shell knows nobody and has the data of no page', async () => {
  const { config, firstUser, isShell, takeEmbeddedPage } = await import('./embedded.ts')
  expect([firstUser, isShell, config.socket_url]).toEqual([null, true, '/socket'])
  expect(takeEmbeddedPage('/')).toBeNull()
})
