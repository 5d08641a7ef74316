/** Stars, the filter by group, snippets and paraphrases (PUB-065..PUB-071, D-42, D-66). */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { searchParents, storeFavorite } from '../../domain/publishing/item-api.ts'
import {
  deleteParaphrase,
  getRandomSnippet,
  getSources,
  sourcePage,
  storeParaphrase
} from '../../domain/publishing/source-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
// Hides the seeded items, which would change the counts here.
beforeEach(async () => void (await world.db.execute(sql`update items set status = 0, is_public = false`)))
afterAll(() => world.close())

test('the groups of a person are listed, or only those with my star', {
  tags: ['PUB-065', 'PUB-066', 'PUB-067', 'PUB-119', 'PUB-120', 'PUB-121']
}, async () => {
  const hedy = await world.as('hedy')
  const walks = await write(hedy, { title: 'Walks', is_book: 1 })
  world.clock.advance(1000)
  const tales = await write(hedy, { title: 'Tales', is_book: 1 })
  await write(hedy, { title: 'No group' })
  const params = { person: 'hedy' }
  const star = (item_id: number, favorited?: 0 | 1) => grace.call(storeFavorite, { body: { item_id, favorited } })
  const starred = async (person: Caller) =>
    (await person.call(searchParents, { params, query: { favorites: '1' } })).map(({ title }) => title)

  expect(await world.visitor.call(searchParents, { params })).toEqual(
    [tales, walks].map(({ id, slug, title, path }) => ({
      ...{ id, slug, title, path, status: 1 },
      ...{ parents_title: null, is_favorite: 0 }
    }))
  )
  expect(await star(walks.id)).toEqual({ favorited: true })
  expect([await starred(grace), await starred(hedy), await starred(world.visitor)]).toEqual([['Walks'], [], []])
  expect(await star(walks.id, 1)).toEqual({ favorited: true })
  expect(await star(walks.id)).toEqual({ favorited: false })
  expect(await star(walks.id, 0)).toEqual({ favorited: false })
  expect(await starred(grace)).toEqual([])
  const byId = { person: String((await hedy.user()).person.id) }
  expect(await grace.call(searchParents, { params: byId })).toHaveLength(2)
})

test('without a published snippet there is no random snippet', { tags: ['PUB-069', 'D-42'] }, async () => {
  expect((await world.visitor.refused(getRandomSnippet)).status).toBe(404)
})

test('sources are published groups with their published snippets', {
  tags: ['PUB-069', 'PUB-070', 'D-42']
}, async () => {
  const book = await write(ada, { title: 'Sayings', is_book: 1 })
  const hidden = await write(ada, { title: 'Hidden', is_book: 1, status: 0 })
  await write(ada, { title: 'An empty group', is_book: 1 })
  const one = await write(ada, { title: 'Early bird', content: '<p>Catches</p>', parent_id: book.id })
  const two = await write(ada, { title: 'Never shown', parent_id: book.id, status: 0 })
  await write(ada, { title: 'Not shown', parent_id: hidden.id })
  const { serverData } = await world.visitor.call(getSources)
  const path = '/sources/sayings/activities/early-bird'
  expect(serverData.sources).toEqual([
    {
      ...{ id: book.id, slug: 'sayings', title: 'Sayings', path: '/ada/sayings', username: 'ada' },
      snippets: [{ id: one.id, slug: 'early-bird', title: 'Early bird', path }]
    }
  ])
  const any = await world.visitor.call(getRandomSnippet)
  expect(any).toEqual({ id: one.id, title: 'Early bird', content: '<p>Catches</p>', path })
  expect((await world.visitor.request({ url: `/api${path}` })).statusCode).toBe(200)
  const address = (item: string) => `/api/sources/sayings/activities/${item}`
  expect((await world.visitor.request({ url: address(two.slug) })).statusCode).toBe(404)
  expect((await world.visitor.request({ url: `/api/sources/hidden/activities/${one.slug}` })).statusCode).toBe(404)
})

test('a person paraphrases a snippet on its page, free of charge', {
  tags: ['PUB-006', 'PUB-068', 'PUB-071', 'D-42']
}, async () => {
  const book = await write(ada, { title: 'Wisdom', is_book: 1 })
  const item = await write(ada, { title: 'Haste', content: '<p>Makes waste</p>', parent_id: book.id })
  const loose = await write(ada, { title: 'In no group' })
  const before = (await grace.user()).all_remaining_tokens
  const body = { snippet_id: item.id, content: ' Slow down & <b>win</b> ' }
  const made = await grace.call(storeParaphrase, { body, key: 'paraphrased-once' })
  expect(await grace.call(storeParaphrase, { body, key: 'paraphrased-once' })).toEqual(made)
  expect(made).toMatchObject({ snippet_id: item.id, content: 'Slow down & <b>win</b>', username: 'grace' })
  expect((await grace.user()).all_remaining_tokens).toBe(before)

  const params = { book: String(book.id), snippet: item.slug }
  const page = await world.visitor.visit(sourcePage, params)
  expect(page).toMatchObject({ book: { title: 'Wisdom' }, snippet: { title: 'Haste' }, paraphrases: [made] })
  expect(page.breadcrumbs.map(({ title }) => title)).toEqual(['ada', 'Wisdom', 'Haste'])
  for (const snippet_id of [loose.id, book.id, 999_999]) {
    const refused = await grace.refused(storeParaphrase, { body: { snippet_id, content: 'Words' } })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['snippet_id']])
  }
  expect((await world.visitor.refused(storeParaphrase, { body })).status).toBe(401)
})

test('a paraphrase is deleted by its author, the owner of the snippet and site admins', {
  tags: 'PUB-068'
}, async () => {
  const book = await write(ada, { title: 'Proverbs', is_book: 1 })
  const item = await write(ada, { title: 'Many hands', parent_id: book.id })
  const linus = await world.as('linus')
  for (const deleter of [grace, ada, await world.admin()]) {
    const { id } = await grace.call(storeParaphrase, { body: { snippet_id: item.id, content: 'Light work' } })
    const params = { paraphrase: String(id) }
    expect((await linus.refused(deleteParaphrase, { params })).status).toBe(403)
    await deleter.call(deleteParaphrase, { params })
    expect((await deleter.refused(deleteParaphrase, { params })).status).toBe(404)
  }
  const { id } = await grace.call(storeParaphrase, { body: { snippet_id: item.id, content: 'Light work' } })
  await change(ada, item, { status: 0 })
  // Nobody can see the snippet any more, but the author can still delete the paraphrase.
  await grace.call(deleteParaphrase, { params: { paraphrase: String(id) } })
})
