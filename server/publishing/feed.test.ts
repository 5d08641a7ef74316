import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

test('PUB-007 PUB-058 the Atom feed of a person has their newest public items, and nothing else', async () => {
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
    'Up &lt;the&gt; hill'
  ])
  expect(body).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://hut.example.org/">')
  expect(body).toContain(`href="https://hut.example.org${first.path}"`)
  expect(body).toContain('<content type="html">&lt;p&gt;A &amp;amp; B&lt;/p&gt;</content>')
  expect(body).toContain(`<updated>${new Date(world.clock.now()).toISOString()}</updated>\n  <author>`)
  expect((await ada.request({ url: '/ada/feed.atom' })).body).toBe(body)
  await change(ada, first, { status: 0 })
  expect((await world.visitor.request({ url: '/ada/feed.atom' })).body).not.toContain('hill')
})

test.each(['/nobody/feed.atom', '/api/feed.atom', '/1/feed.atom'])('there is no feed at %s', async url => {
  expect((await world.visitor.request({ url })).statusCode).toBe(404)
})
