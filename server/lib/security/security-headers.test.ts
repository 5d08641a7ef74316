/** Tests the headers that browsers protect people with, on every kind of response. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCalendarFeed } from '../../../domain/calendar/api.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let folder: string
let addresses: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-hut-headers-'))
  await writeFile(join(folder, 'page.js'), 'export {}')
  world = await openWorld({ APP_URL: 'https://hut.example.org' }, { assets: folder })
  const { feed } = await (await world.as('ada')).call(makeCalendarFeed)
  addresses = [
    ...['/', '/api', '/my/goals', '/api/my/goals', '/nobody/nothing', '/api/nothing', '/page.js', '/preview.png'],
    ...['/sitemap.xml', '/robots.txt', '/api/docs/', '/api/docs/json', '/api/account/export', feed ?? '', '/login'],
    ...['/uploads/none.png', '/healthz', '/readyz', '/metrics', '/manifest.webmanifest', '/shell', '/api/logs/%00']
  ]
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const responses = () =>
  Promise.all(addresses.map(async url => [url, await (await world.as('ada')).request({ url })] as const))

test('no response runs a foreign script, has a foreign base or can be framed', async () => {
  for (const [url, { headers }] of await responses()) {
    const policy = String(headers['content-security-policy'])
    for (const rule of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect([url, policy.split(';')]).toEqual([url, expect.arrayContaining([rule])])
    }
    expect([url, policy]).toEqual([url, expect.not.stringMatching(/unsafe-eval|script-src[^;]*unsafe-inline/)])
  }
})

test('no response is guessed to be of another type, and no other site learns an address', async () => {
  for (const [url, { headers }] of await responses()) {
    expect([url, headers]).toMatchObject([
      url,
      { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
    ])
  }
})

test('with https every response makes browsers use only https for a year', async () => {
  for (const [url, { headers }] of await responses()) {
    expect([url, headers['strict-transport-security']]).toEqual([url, 'max-age=31536000'])
  }
})

test('every text has a type and says that it is UTF-8', async () => {
  for (const [url, { headers, body }] of await responses()) {
    const type = String(headers['content-type'])
    if (body === '' && headers['content-type'] === undefined) continue
    expect([url, type]).toEqual([url, expect.stringMatching(/^(image\/\w+|(text|application)\/.+; ?charset=utf-8)$/i)])
  }
})

test('the server keeps its name to itself, and TRACE returns nothing of a request', async () => {
  for (const [url, { headers }] of await responses()) {
    expect([url, headers]).not.toMatchObject([url, { server: expect.anything() }])
    expect([url, headers]).not.toMatchObject([url, { 'x-powered-by': expect.anything() }])
  }
  for (const url of ['/', '/api/get-user', '/page.js']) {
    const { statusCode, body } = await world.app.inject({
      method: 'TRACE' as 'GET',
      url,
      headers: { 'x-secret': 'sesame' }
    })
    expect([statusCode >= 400, body.includes('sesame')]).toEqual([true, false])
  }
})

test('the files of the page are not listed', async () => {
  for (const url of ['/assets/', '/assets', '/uploads/', '/uploads', '/.git/config', '/.env', '/../package.json']) {
    const { statusCode, body } = await world.visitor.request({ url })
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).not.toContain('page.js')
  }
})
