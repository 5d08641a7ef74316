import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { followPerson } from '../../domain/publishing/following-api.ts'
import { storePerson } from '../../domain/publishing/person-api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { makeSeries } from '../../domain/series/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

test('the Atom feed of a person has only their newest public items', {
  tags: ['PUB-007', 'PUB-058']
}, async () => {
  const ada = await world.as('ada')
  const book = await write(ada, { title: 'Walks & talks', is_book: 1 })
  const hidden = await write(ada, { title: 'Hidden book', is_book: 1, status: 0 })
  const first = await write(ada, { title: 'Up <the> hill\u0008', content: '<p>A &amp; B</p>', parent_id: book.id })
  await write(ada, { title: 'Not yet', status: 0 })
  await write(ada, { title: 'In the hidden one', parent_id: hidden.id })
  world.clock.advance(60_000)
  await write(ada, { title: 'Second' })
  const { body, headers, statusCode } = await world.visitor.request({ url: '/ada/feed.atom' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect([...body.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    'ada',
    'Second',
    'Up &lt;the&gt; hill',
    'Walks &amp; talks'
  ])
  expect(body).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://hut.example.org/">')
  expect(body).toContain(`href="https://hut.example.org${first.path}"`)
  expect(body).toContain('<content type="html">&lt;p&gt;A &amp;amp; B&lt;/p&gt;</content>')
  expect(body).toContain(`<updated>${new Date(world.clock.now()).toISOString()}</updated>\n  <author>`)
  expect((await ada.request({ url: '/ada/feed.atom' })).body).toBe(body)
  expect(body).toContain(`<id>tag:hut.example.org,2026:item/${first.id}</id>`)
  await change(ada, first, { status: 0 })
  expect((await world.visitor.request({ url: '/ada/feed.atom' })).body).not.toContain('hill')
})

test('the feed of a person has everything that their followers hear of, and nothing else', {
  tags: ['D-162', 'D-35']
}, async () => {
  const [maker, fan] = [await world.as('maker'), await world.as('fan')]
  await fan.call(followPerson, { params: { username: 'maker' }, body: { is_on: 1 } })
  const make = (challenge: { title: string; unlisted?: 1 }) =>
    maker.call(storeActivity, { body: { challenge: { duration: 600, ...challenge } } })
  const hold = async (challenge: { title: string; unlisted?: 1; started_at?: string }) =>
    (await maker.call(storeSession, { body: { challenge: { duration: 3600, ...challenge } } })).event
  await write(maker, { title: 'Letters', is_book: 1 })
  await write(maker, { title: 'First letter' })
  await make({ title: 'Morning yoga' })
  await make({ title: 'Secret yoga', unlisted: 1 })
  await hold({ title: 'Hills' })
  await hold({ title: 'Secret hills', unlisted: 1 })
  const weekly = await hold({ title: 'Every week', started_at: new Date(world.clock.now() + 86_400_000).toISOString() })
  await maker.call(makeSeries, { params: { event: weekly.slug }, body: { repeats: 'weekly' } })
  await world.pass(6000)
  const { body } = await world.visitor.request({ url: '/maker/feed.atom' })
  const inFeed = [...body.matchAll(/^ {4}<link rel="alternate" type="text\/html" href="(.*?)"/gm)].map(([, it]) => it)
  const heardOf = (await fan.visit(inboxPage)).reminders.map(({ path }) => `https://hut.example.org${path}`)
  expect(heardOf).toHaveLength(5)
  expect(inFeed.toSorted()).toEqual(heardOf.toSorted())
  // A second person of the account says nothing of whose it is.
  await maker.call(storePerson, { body: { username: 'alias', title: 'Alias' } })
  expect((await world.visitor.request({ url: '/alias/feed.atom' })).body).not.toContain('<entry>')
})

test.each(['/nobody/feed.atom', '/api/feed.atom', '/1/feed.atom'])('%s is not a feed', async url => {
  expect((await world.visitor.request({ url })).statusCode).toBe(404)
})

test('an item that is published later is newer in the feed than one written later', { tags: 'PUB-007' }, async () => {
  const mary = await world.as('mary')
  const early = await write(mary, { title: 'Written first', status: 0 })
  await write(mary, { title: 'Written second' })
  world.clock.advance(86_400_000)
  const { published_at } = await change(mary, early, { status: 1 })
  const now = new Date(world.clock.now()).toISOString()
  expect(published_at).toBe(now)
  const { body } = await world.visitor.request({ url: '/mary/feed.atom' })
  expect(body.indexOf('Written first')).toBeLessThan(body.indexOf('Written second'))
  expect(body).toContain(`<published>${now}</published>`)
  // Hiding the item for a while changes nothing.
  await change(mary, early, { status: 0 })
  world.clock.advance(60_000)
  expect(await change(mary, early, { status: 1 })).toMatchObject({ published_at })
})

test('a book has its own feed, which moves with the book', { tags: 'PUB-009' }, async () => {
  const grace = await world.as('grace')
  const book = await write(grace, { title: 'Walks', is_book: 1 })
  await write(grace, { title: 'In the book', parent_id: book.id })
  await write(grace, { title: 'Elsewhere' })
  const { body } = await world.visitor.request({ url: '/grace/walks/feed.atom' })
  expect(body).toContain('In the book')
  expect(body).not.toContain('Elsewhere')
  expect(body).toContain(`<id>tag:hut.example.org,2026:item/${book.id}</id>`)
  await change(grace, book, { slug: 'long-walks' })
  const moved = await world.visitor.request({ url: '/grace/walks/feed.atom' })
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/grace/long-walks/feed.atom'])
  expect((await world.visitor.request({ url: '/grace/elsewhere/feed.atom' })).statusCode).toBe(404)
})

test.each(['/ada/feed.atom', '/sitemap.xml', '/sitemap-items-1.xml', '/robots.txt'])(
  '%s is not sent again to a client that has it',
  async url => {
    const { headers, statusCode } = await world.visitor.request({ url })
    expect([statusCode, headers['cache-control']]).toEqual([200, expect.stringMatching(/^public, max-age=\d+$/)])
    const tag = { 'if-none-match': String(headers.etag) }
    const again = await world.visitor.request({ url, headers: tag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await world.visitor.request({ url, headers: { 'if-none-match': '"another"' } })).statusCode).toBe(200)
  }
)

test('the page of an item is an article with its dates, and names its feeds', { tags: 'PUB-010' }, async () => {
  const rosa = await world.as('rosa')
  const book = await write(rosa, { title: 'Essays', is_book: 1 })
  const item = await write(rosa, { title: 'On walking', content: '<p>Words</p>', parent_id: book.id })
  const { body } = await world.visitor.request({ url: item.path })
  expect(body).toContain('<meta property="og:type" content="article">')
  expect(body).toContain(`<meta property="article:published_time" content="${item.published_at}">`)
  expect(body).toContain('<meta property="og:image:alt" content="On walking. By rosa">')
  for (const path of ['/rosa/feed.atom', '/rosa/essays/feed.atom']) expect(body).toContain(`href="${path}"`)
  const source = await world.visitor.request({ url: `/sources/${book.slug}/activities/${item.slug}` })
  expect(source.body).toContain(`<link rel="canonical" href="https://hut.example.org${item.path}">`)
})

test('a Japanese title is readable in its address, and every page and feed finds it', { tags: 'D-41' }, async () => {
  const kenji = await world.as('kenji')
  const book = await write(kenji, { title: '山の本', is_book: 1 })
  const item = await write(kenji, { title: '春の登山', parent_id: book.id })
  expect([book.path, item.path]).toEqual(['/kenji/山の本', '/山の本/春の登山'])
  const again = await write(kenji, { title: '春の登山' })
  expect(again.slug).toMatch(/^春の登山-[a-z2-9]{5}$/)
  for (const path of [book.path, item.path, `${book.path}/feed.atom`, '/kenji/feed.atom']) {
    const { statusCode, body } = await world.visitor.request({ url: encodeURI(path) })
    expect([path, statusCode]).toEqual([path, 200])
    expect(body).toContain(encodeURI(item.path).slice(1, 20))
  }
  await change(kenji, book, { slug: '山' })
  const moved = await world.visitor.request({ url: encodeURI(item.path) })
  expect([moved.statusCode, moved.headers.location]).toEqual([301, encodeURI('/山/春の登山')])
})
