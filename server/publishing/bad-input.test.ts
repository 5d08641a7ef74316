/** Refused input names its field and changes nothing (D-18). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personPage } from '../../domain/publishing/api.ts'
import { saveDraft } from '../../domain/publishing/draft-api.ts'
import { type Item, LISTED_CONTENT, MAX_CONTENT, MOST_BOOKS, TOO_MANY_BOOKS } from '../../domain/publishing/item.ts'
import { storeItem, updateItem } from '../../domain/publishing/item-api.ts'
import { countRows } from '../../testing/database/rows.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
let ada: Caller
let item: Item
let book: Item
let foreign: Item
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  book = await write(ada, { title: 'A book', is_book: 1 })
  item = await write(ada, { title: 'An item', content: '<p>Words</p>', parent_id: book.id })
  foreign = await write(await world.as('grace'), { title: 'Of grace', is_book: 1 })
})
afterAll(() => world.close())

const BAD: [why: string, field: string, sent: () => Record<string, unknown>][] = [
  ['the group of another person', 'parent_id', () => ({ parent_id: foreign.id })],
  ['a parent that is no group', 'parent_id', () => ({ parent_id: item.id })],
  ['a parent that does not exist', 'parent_id', () => ({ parent_id: 999_999 })],
  ['a parent that is no number', 'parent_id', () => ({ parent_id: 'x' })],
  ['a title of 5,000 characters', 'title', () => ({ title: 'x'.repeat(5000) })],
  ['an empty title', 'title', () => ({ title: ' ' })],
  ['content of more than is kept', 'content', () => ({ content: 'x'.repeat(MAX_CONTENT + 1) })],
  ['a null byte', 'content', () => ({ content: 'a\u0000b' })],
  ['a status that is none', 'status', () => ({ status: 2 })],
  ['a slug with a slash', 'slug', () => ({ slug: 'a/b' })],
  ['a slug of digits', 'slug', () => ({ slug: '12' })],
  ['a reserved slug', 'slug', () => ({ slug: 'login' })],
  ['the slug of another item', 'slug', () => ({ slug: 'of-grace' })],
  ['the name of a person', 'slug', () => ({ slug: 'grace' })]
]

describe('an item with a bad field', { tags: ['PUB-059', 'PUB-060'] }, () => {
  test.each(BAD)('%s is refused by its field, and nothing is saved', async (_, field, sent) => {
    const before = await countRows(world.db)
    const made = await ada.refused(storeItem, { body: { title: 'New', ...sent() } })
    expect([made.status, Object.keys(made.body.errors ?? {})]).toEqual([422, [field]])
    const itemData = { content: '<p>Lost?</p>', ...sent() }
    const changed = await ada.refused(updateItem, { params: { item: item.slug }, body: { itemData } })
    expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, [`itemData.${field}`]])
    expect(await countRows(world.db)).toEqual(before)
    const { body } = await ada.request({ url: `/api/items/${item.id}` })
    expect(JSON.parse(body).item).toMatchObject({ content: '<p>Words</p>', revision: 0, parent_id: book.id })
  })

  test('a group cannot be in itself, in a group below it, or in an item', {
    tags: 'PUB-064'
  }, async () => {
    const inner = await write(ada, { title: 'Inner', is_book: 1, parent_id: book.id })
    const innermost = await write(ada, { title: 'Innermost', is_book: 1, parent_id: inner.id })
    for (const parent_id of [book.id, inner.id, innermost.id, item.id, foreign.id]) {
      const sent = { params: { item: book.slug }, body: { itemData: { parent_id } } }
      const { status, body } = await ada.refused(updateItem, sent)
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['itemData.parent_id']])
    }
    // One of two moves at once that would form a circle is refused.
    await change(ada, innermost, { parent_id: null })
    const move = (moved: Item, { id }: Item) =>
      ada.request({ method: 'PATCH', url: `/api/items/${moved.id}`, payload: { itemData: { parent_id: id } } })
    const both = await Promise.all([move(inner, innermost), move(innermost, inner)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test.each([1e15, -1e15, '5', null])('an order of %j is refused', { tags: 'PUB-114' }, async order_ms => {
    const { body } = await ada.refused(updateItem, { params: { item: item.slug }, body: { itemData: { order_ms } } })
    expect(Object.keys(body.errors ?? {})).toEqual(['itemData.order_ms'])
  })

  test('10 MB of HTML are refused under their field before they are parsed', async () => {
    const long = 'x'.repeat(10_000_000)
    const params = { item: item.slug }
    for (const [field, refused] of [
      ['content', await ada.refused(storeItem, { body: { title: 'Long', content: long } })],
      ['itemData.content', await ada.refused(updateItem, { params, body: { itemData: { content: long } } })],
      ['content', await world.as('hedy').then(hedy => hedy.refused(saveDraft, { params, body: { content: long } }))]
    ] as const) {
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([413, [field]])
    }
  })

  test('a title of one emoji or of digits gets an address that is not a number', { tags: 'D-41' }, async () => {
    for (const title of ['💥', '🏔', '2026', '---', '.']) {
      const { path, title: kept } = await write(ada, { title })
      expect([title, kept, path]).toEqual([title, title, expect.stringMatching(/^\/ada\/[a-z0-9-]*[a-z][a-z0-9-]*$/)])
      expect((await world.visitor.request({ url: path })).statusCode).toBe(200)
    }
  })

  test('the longest content is stored whole; lists show its beginning with complete tags', async () => {
    const hedy = await world.as('hedy')
    const content = `<ul>${'<li><strong>word</strong></li>'.repeat(1500)}</ul>`
    const long = await write(hedy, { title: 'Long', content })
    expect([long.content, long.is_cut]).toEqual([content, 0])
    const { items } = await world.visitor.visit(personPage, { username: 'hedy' })
    expect(items[0]?.is_cut).toBe(1)
    expect(items[0]?.content.length).toBeLessThan(LISTED_CONTENT + 100)
    expect(items[0]?.content).toMatch(/<\/ul>$/)
    expect(await change(hedy, long, { status: 0 })).toMatchObject({ content })
  })

  test(`the group after ${MOST_BOOKS} is refused`, async () => {
    const linus = await world.as('linus')
    await write(linus, { title: 'First', is_book: 1 })
    await world.db.$client.query(`
      with more as (
        insert into items (person_id, is_book, slug, title, status, is_public, order_ms, created_at, updated_at)
        select person_id, true, 'more-' || n, title, 1, true, n, created_at, created_at
        from items, generate_series(2, ${MOST_BOOKS}) n where slug = 'first' returning id, slug)
      insert into names (name, item_id) select slug, id from more`)
    const { status, body } = await linus.refused(storeItem, { body: { title: 'More', is_book: 1 } })
    expect([status, body.message]).toEqual([409, TOO_MANY_BOOKS])
    await write(linus, { title: 'An item is fine' })
  })
})
