import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeGroup } from '../../domain/groups/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

const URL = 'https://hut.example.org'
let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld({ APP_URL: URL })
  ada = await world.as('ada')
})
afterAll(() => world.close())

const get = async (url: string) => world.visitor.request({ url })
const addressesIn = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
/** All addresses in the files of the site map. */
async function listed(): Promise<string[]> {
  const files = addressesIn((await get('/sitemap.xml')).body).map(address => address?.replace(URL, '') ?? '')
  const bodies = await Promise.all(files.map(async file => (await get(file)).body))
  return bodies.flatMap(addressesIn).map(address => address?.replace(URL, '') ?? '')
}

test('robots.txt keeps search engines away from personal pages, and names the site map', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Disallow: /my/\n')
  expect(body).toContain(`Sitemap: ${URL}/sitemap.xml\n`)
})

test('the site map lists all public pages, and each of its addresses exists', { tags: 'PUB-105' }, async () => {
  const book = await write(ada, { title: 'Night walks', is_book: 1 })
  const hill = await write(ada, { title: 'The hill', parent_id: book.id })
  const loose = await write(ada, { title: 'Loose & <sharp>' })
  const { group } = await ada.call(storeGroup, { body: { title: 'Walkers' } })
  const paths = await listed()
  expect(paths).toEqual(expect.arrayContaining(['/', '/activities/tabata', `/group/${group.slug}`, '/ada']))
  expect(paths).toEqual(expect.arrayContaining([book.path, hill.path, loose.path]))
  expect(new Set(paths).size).toBe(paths.length)
  expect((await get('/ada')).body).toContain('type="application/atom+xml" title="ada" href="/ada/feed.atom"')
  const dead = []
  for (const path of paths) if ((await get(path)).statusCode !== 200) dead.push(path)
  expect(dead).toEqual([])

  await change(ada, book, { status: 0 })
  await change(ada, loose, { status: 0 })
  const later = await listed()
  for (const hidden of [book.path, hill.path, loose.path, '/ada']) expect(later).not.toContain(hidden)
})

test('a site map file is XML with the day of the last change; an unknown file is 404', async () => {
  const { body, headers } = await get('/sitemap-activities-1.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(body).toMatch(/<loc>https:\/\/hut.example.org\/activities\/tabata<\/loc><lastmod>\d{4}-\d\d-\d\dT/)
  for (const file of ['nothing-1', 'activities-0', 'activities-x', 'constructor-1']) {
    expect((await get(`/sitemap-${file}.xml`)).statusCode, file).toBe(404)
  }
})

test('pages have a canonical address, except searched, refused and personal ones', async () => {
  const head = async (url: string) => {
    const { body } = await get(url)
    return [/<link rel="canonical" href="(.*?)">/.exec(body)?.[1], body.includes('content="noindex"')]
  }
  expect(await head('/huts')).toEqual([`${URL}/groups`, false])
  expect(await head('/activities?page=2&utm=x')).toEqual([`${URL}/activities?page=2`, false])
  expect(await head('/activities?page=1')).toEqual([`${URL}/activities`, false])
  for (const url of ['/activities?q=run', '/activities/nothing', '/my/goals', '/nothing/at/all/here']) {
    expect(await head(url), url).toEqual([undefined, true])
  }
})

test('without APP_URL no addresses are listed', async () => {
  const other = await openWorld()
  try {
    const robots = await other.visitor.request({ url: '/robots.txt' })
    expect(robots.body).not.toContain('Sitemap')
    expect((await other.visitor.request({ url: '/sitemap.xml' })).statusCode).toBe(404)
    expect((await other.visitor.request({ url: '/groups' })).body).not.toContain('canonical')
  } finally {
    await other.close()
  }
})

test('the site map lists sessions that are yet to come, and no others', async () => {
  const sessionOf = async (title: string, more: object = {}) => {
    const started_at = new Date(world.clock.now() + 3_600_000).toISOString()
    const challenge = { title, duration: 600, started_at, ...more }
    return `/sessions/${(await ada.call(storeSession, { body: { challenge } })).event.slug}`
  }
  const coming = await sessionOf('Coming')
  const others = [await sessionOf('Unlisted', { unlisted: 1 }), await sessionOf('Running', { started_at: null })]
  expect(await listed()).toContain(coming)
  for (const path of others) expect(await listed()).not.toContain(path)
  expect((await get(coming)).body).toContain('"@type":"Event"')
  await world.pass(3_700_000)
  expect(await listed()).not.toContain(coming)
})
