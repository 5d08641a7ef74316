import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemPage, personPage } from '../../domain/publishing/api.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { deleteItem, getItem, searchParents, storeFavorite, updateItem } from '../../domain/publishing/item-api.ts'
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
afterAll(() => world.close())

test('a new item is published at once, with all of its fields and no others', {
  tags: ['PUB-047', 'PUB-059', 'PUB-102..PUB-118', 'PUB-125']
}, async () => {
  const book = await write(ada, { title: 'Night walks', is_book: 1 })
  const created_at = new Date(world.clock.now()).toISOString()
  const item = await write(ada, { title: 'The hill', content: '<p>Up<script>x</script></p>', parent_id: book.id })
  expect(item).toEqual({
    id: expect.any(Number),
    slug: 'the-hill',
    title: 'The hill',
    content: '<p>Up</p>',
    is_cut: 0,
    summary: 'Up',
    status: 1,
    is_taken_down: 0,
    is_book: 0,
    type: 'item',
    parent_id: book.id,
    parent: { title: 'Night walks', path: '/ada/night-walks' },
    group: { id: book.id, title: 'Night walks' },
    path: '/night-walks/the-hill',
    url: '/night-walks/the-hill',
    order_ms: world.clock.now(),
    created_at,
    updated_at: created_at,
    publish_at: null,
    published_at: created_at,
    date: created_at.slice(0, 10),
    username: 'ada',
    is_favorite: 0,
    revision: 0
  })
  expect(book).toMatchObject({ is_book: 1, type: 'book', path: '/ada/night-walks', parent: null, group: null })
})

test('only a new text changes the day of the last change', async () => {
  const item = await write(ada, { title: 'Dated', content: '<p>One</p>' })
  world.clock.advance(60_000)
  for (const moved of [{ order_ms: 5 }, { status: 0 }, { status: 1 }, { title: 'Dated' }]) {
    expect((await change(ada, item, moved)).updated_at).toBe(item.updated_at)
  }
  const changed = await change(ada, item, { content: '<p>Two</p>' })
  expect(changed.updated_at).toBe(new Date(world.clock.now()).toISOString())
})

test('the sent keys of an item are saved, and no others', {
  tags: ['PUB-048', 'PUB-060', 'PUB-053', 'PUB-056']
}, async () => {
  const item = await write(ada, { title: 'Draft', content: '<p>One</p>' })
  expect(await change(ada, item, { title: 'Ready' })).toMatchObject({ title: 'Ready', content: '<p>One</p>' })
  expect(await change(ada, item, { content: '<p>Two</p>' })).toMatchObject({ title: 'Ready', content: '<p>Two</p>' })
  expect(await change(ada, item, { status: 0 })).toMatchObject({ status: 0, slug: 'draft' })
})

test('deleting a book leaves its items in no book; unseen items stay unpublished', {
  tags: ['PUB-061', 'D-118']
}, async () => {
  const book = await write(ada, { title: 'Short book', is_book: 1 })
  const hidden = await write(ada, { title: 'Hidden book', is_book: 1, status: 0 })
  const one = await write(ada, { title: 'Kept', parent_id: book.id })
  const two = await write(ada, { title: 'Never seen', parent_id: hidden.id })
  expect(await ada.call(deleteItem, { params: { item: book.slug } })).toMatchObject({ slug: 'short-book' })
  await ada.call(deleteItem, { params: { item: String(hidden.id) } })
  const { item } = await world.visitor.call(getItem, { params: { item: one.slug } })
  expect(item).toMatchObject({ parent_id: null, path: '/ada/kept', status: 1 })
  await world.visitor.refused(getItem, { params: { item: two.slug } })
  expect((await ada.call(getItem, { params: { item: two.slug } })).item).toMatchObject({ parent_id: null, status: 0 })
  expect((await ada.refused(getItem, { params: { item: book.slug } })).status).toBe(404)
})

test('the page of a person lists their items, newest first, and their books', {
  tags: ['PUB-007', 'PUB-045', 'PUB-046', 'SEC-05']
}, async () => {
  const linus = await world.as('linus')
  const book = await write(linus, { title: 'Kernels', is_book: 1 })
  for (let n = 1; n <= 21; n++) {
    world.clock.advance(1000)
    await write(linus, { title: `Note ${n}`, parent_id: n === 21 ? book.id : null })
  }
  const page = await world.visitor.visit(personPage, { username: 'linus' })
  expect(page.person).toMatchObject({ username: 'linus', title: 'linus', path: '/linus' })
  expect(page.person.breadcrumbs).toEqual({ person_title: 'linus' })
  expect(page.books).toMatchObject([{ title: 'Kernels', path: '/linus/kernels' }])
  expect(page.items.map(({ title }) => title).slice(0, 2)).toEqual(['Note 21', 'Note 20'])
  expect([page.isOwner, page.canSwitch, page.itemsCount]).toEqual([false, false, 21])
  for (const number of ['0', '-3', 'x', '1.5', '']) {
    const first = await world.visitor.visit(personPage, { username: 'linus' }, { page: number })
    expect([number, first.items]).toEqual([number, page.items])
  }
  const all = [
    ...page.items.slice(0, 20),
    ...(await world.visitor.visit(personPage, { username: 'linus' }, { page: 2 })).items
  ]
  expect(new Set(all.map(({ id }) => id)).size).toBe(21)
  expect((await linus.visit(personPage, { username: 'linus' })).isOwner).toBe(true)
})

test('a book has its items, and an item its neighbours', { tags: ['PUB-005', 'PUB-011'] }, async () => {
  const book = await write(ada, { title: 'Three', is_book: 1, content: '<p>About</p>' })
  const items: Item[] = []
  for (const title of ['First', 'Second', 'Third']) {
    world.clock.advance(1000)
    items.push(await write(ada, { title, parent_id: book.id }))
  }
  const contents = await world.visitor.visit(itemPage, { parentItem: 'ada', childItem: 'three' })
  expect(contents.item).toMatchObject({ title: 'Three', content: '<p>About</p>' })
  expect(contents.items.map(({ title }) => title)).toEqual(['Third', 'Second', 'First'])
  await change(ada, items[0] as Item, { status: 0 })
  const second = { parentItem: 'three', childItem: 'second' }
  const seen = await world.visitor.visit(itemPage, second)
  expect(seen).toMatchObject({ previous: { title: 'Third', path: '/three/third' }, next: null })
  expect(seen.breadcrumbs.map(({ title }) => title)).toEqual(['ada', 'Three', 'Second'])
  expect((await ada.visit(itemPage, second)).next).toMatchObject({ title: 'First' })
})

test('a group is inside another one, and is hidden when that one is unpublished', {
  tags: ['PUB-064', 'PUB-121', 'D-112', 'D-115']
}, async () => {
  const barbara = await world.as('barbara')
  const outer = await write(barbara, { title: 'Travel', is_book: 1 })
  const inner = await write(barbara, { title: 'Norway', is_book: 1, parent_id: outer.id })
  const inside = await write(barbara, { title: 'The fjord', parent_id: inner.id })
  expect([inner.path, inside.path]).toEqual(['/barbara/norway', '/norway/the-fjord'])
  const contents = await world.visitor.visit(itemPage, { parentItem: 'barbara', childItem: 'travel' })
  expect(contents.items.map(({ title, parent }) => [title, parent?.title])).toEqual([['Norway', 'Travel']])
  const { breadcrumbs } = await world.visitor.visit(itemPage, { parentItem: 'norway', childItem: 'the-fjord' })
  expect(breadcrumbs.map(({ path }) => path)).toEqual([
    '/barbara',
    '/barbara/travel',
    '/barbara/norway',
    '/norway/the-fjord'
  ])
  const groups = await world.visitor.call(searchParents, { params: { person: 'barbara' } })
  expect(groups.map(({ title, parents_title }) => [title, parents_title])).toEqual([
    ['Norway', 'Travel'],
    ['Travel', null]
  ])
  const seen = async () => (await world.visitor.request({ url: inside.path })).statusCode
  await change(barbara, outer, { status: 0 })
  expect(await seen()).toBe(404)
  await change(barbara, inner, { parent_id: null })
  expect(await seen()).toBe(200)
  await change(barbara, inner, { parent_id: outer.id })
  expect(await seen()).toBe(404)
  await change(barbara, outer, { status: 1 })
  expect(await seen()).toBe(200)
  await barbara.call(deleteItem, { params: { item: outer.slug } })
  const { item } = await world.visitor.call(getItem, { params: { item: inner.slug } })
  expect([item.parent_id, item.status, await seen()]).toEqual([null, 1, 200])
})

test('an item that is moved keeps its place', { tags: ['PUB-041', 'PUB-043'] }, async () => {
  const hedy = await world.as('hedy')
  const [one, two] = [await write(hedy, { title: 'One' }), await write(hedy, { title: 'Two' })]
  await change(hedy, one, { order_ms: two.order_ms + 10_000 })
  const { items } = await world.visitor.visit(personPage, { username: 'hedy' })
  expect(items.map(({ title }) => title)).toEqual(['One', 'Two'])
})

describe('an unpublished item', { tags: ['PUB-058', 'D-114'] }, () => {
  test('is not found by others anywhere, nor are the items of an unpublished book', async () => {
    const book = await write(ada, { title: 'Secret plans', is_book: 1 })
    const inside = await write(ada, { title: 'Inside', parent_id: book.id })
    const alone = await write(ada, { title: 'Alone' })
    await change(ada, book, { status: 0 })
    await change(ada, alone, { status: 0 })
    for (const person of [grace, world.visitor]) {
      for (const { id, slug, path } of [book, inside, alone]) {
        for (const item of [String(id), slug]) await person.refused(getItem, { params: { item } })
        expect((await person.request({ url: `/api${path}` })).statusCode).toBe(404)
        expect((await person.request({ url: path })).statusCode).toBe(404)
      }
      const { items, books, itemsCount } = await person.visit(personPage, { username: 'ada' })
      expect(items.filter(({ id }) => [inside.id, alone.id].includes(id))).toEqual([])
      expect(books.some(({ id }) => id === book.id)).toBe(false)
      expect(itemsCount).toBe(items.length)
      const parents = await person.call(searchParents, { params: { person: 'ada' } })
      expect(parents.some(({ id }) => id === book.id)).toBe(false)
    }
    expect((await grace.refused(storeFavorite, { body: { item_id: alone.id } })).body.errors).toHaveProperty('item_id')
    expect((await ada.visit(itemPage, { parentItem: 'secret-plans', childItem: 'inside' })).item.id).toBe(inside.id)
    await change(ada, book, { status: 1 })
    await world.visitor.call(getItem, { params: { item: inside.slug } })
  })
})

describe('the items of another person', { tags: ['SEC-54', 'D-117'] }, () => {
  test('cannot be changed by others, and a site admin may only hide or delete them', async () => {
    const item = await write(ada, { title: 'Mine', content: '<p>Words</p>' })
    const params = { item: item.slug }
    for (const itemData of [{ title: 'Yours' }, { status: 0 }, { order_ms: 1 }]) {
      expect((await grace.refused(updateItem, { params, body: { itemData } })).status).toBe(403)
    }
    expect((await grace.refused(deleteItem, { params })).status).toBe(403)
    expect((await world.visitor.refused(deleteItem, { params })).status).toBe(401)
    const admin = await world.admin()
    for (const itemData of [{ title: 'Yours' }, { status: 1 }, { status: 0, content: '' }]) {
      expect((await admin.refused(updateItem, { params, body: { itemData } })).status).toBe(403)
    }
    expect(await change(admin, item, { status: 0 })).toMatchObject({ status: 0, content: '<p>Words</p>' })
    await world.visitor.refused(getItem, { params })
    await admin.call(deleteItem, { params })
    const { rows } = await world.db.$client.query(
      `select action from moderation_actions where subject_id = ${item.id} order by id`
    )
    expect(rows.map(({ action }) => action)).toEqual(['hide_item', 'delete_item'])
  })
})
