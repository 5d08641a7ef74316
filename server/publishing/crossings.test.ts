/** Items that are written, starred, moved and deleted at the same moment, by their owner in two tabs and by readers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemPage } from '../../domain/publishing/api.ts'
import { saveDraft } from '../../domain/publishing/draft-api.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { deleteItem, getItem, searchParents, storeFavorite } from '../../domain/publishing/item-api.ts'
import { storeParaphrase } from '../../domain/publishing/source-api.ts'
import { getVersions, restoreVersion } from '../../domain/publishing/version-api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
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

const patch = (person: Caller, { id }: Item, itemData: object) =>
  person.request({ method: 'PATCH', url: `/api/items/${id}`, payload: { itemData } })
const remove = (person: Caller, { id }: Item) => person.request({ method: 'DELETE', url: `/api/items/${id}` })
/** The response to a call that arrives while the item is being deleted. */
async function whileDeleted({ id }: Item, call: () => ReturnType<Caller['request']>) {
  const late = await world.db.transaction(async tx => {
    await tx.$client.query('delete from items where id = $1', [id])
    const done = call()
    await untilSomebodyWaits(world.db)
    return { done }
  })
  const response = await late.done
  return [response.statusCode, Object.keys(response.json().errors ?? {})]
}

test('starring an item while it is deleted fails as if it did not exist', { tags: 'D-66' }, async () => {
  const item = await write(ada, { title: 'Short-lived' })
  const star = () => grace.request({ method: 'POST', url: storeFavorite.path, payload: { item_id: item.id } })
  expect(await whileDeleted(item, star)).toEqual([422, ['item_id']])
})

test('paraphrasing a snippet while it is deleted fails as if it did not exist', { tags: 'D-42' }, async () => {
  const book = await write(ada, { title: 'Sayings', is_book: 1 })
  const item = await write(ada, { title: 'Haste', parent_id: book.id })
  const payload = { snippet_id: item.id, content: 'Slow down' }
  const say = () => grace.request({ method: 'POST', url: storeParaphrase.path, payload })
  expect(await whileDeleted(item, say)).toEqual([422, ['snippet_id']])
})

test('a star that is pressed many times at once ends as requested', { tags: 'PUB-066' }, async () => {
  const book = await write(ada, { title: 'Starred', is_book: 1 })
  const wish = (favorited: 0 | 1) => grace.call(storeFavorite, { body: { item_id: book.id, favorited } })
  const starred = async () =>
    (await grace.call(searchParents, { params: { person: 'ada' }, query: { favorites: '1' } })).map(({ id }) => id)
  await Promise.all([wish(1), wish(1), wish(1)])
  expect(await starred()).toEqual([book.id])
  await Promise.all([wish(0), wish(0)])
  expect(await starred()).toEqual([])
})

test('an item that is written into a book while the book is deleted ends in no book', {
  tags: ['PUB-061', 'D-118']
}, async () => {
  const book = await write(ada, { title: 'Going', is_book: 1 })
  const [gone, made] = await Promise.all([
    remove(ada, book),
    ada.request({ method: 'POST', url: '/api/items', payload: { title: 'Coming', parent_id: book.id } })
  ])
  expect([gone.statusCode, [200, 422].includes(made.statusCode)]).toEqual([200, true])
  if (made.statusCode === 422) expect(Object.keys(made.json().errors)).toEqual(['parent_id'])
  else expect((await ada.call(getItem, { params: { item: made.json().item.slug } })).item.parent_id).toBeNull()
})

test('when two items want one slug at once, one gets it and the other is refused under its field', {
  tags: 'D-41'
}, async () => {
  const items = [await write(ada, { title: 'One' }), await write(grace, { title: 'Two' })]
  const both = await Promise.all([ada, grace].map((person, at) => patch(person, items[at] as Item, { slug: 'wanted' })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  const refused = both.find(({ statusCode }) => statusCode === 422)
  expect(Object.keys(refused?.json().errors)).toEqual(['itemData.slug'])
})

test('unpublishing a book while an item moves into it hides the item too, whichever is first', {
  tags: 'D-114'
}, async () => {
  const [book, item] = [await write(ada, { title: 'Hiding', is_book: 1 }), await write(ada, { title: 'Moving' })]
  await Promise.all([patch(ada, book, { status: 0 }), patch(ada, item, { parent_id: book.id })])
  expect((await world.visitor.refused(getItem, { params: { item: String(item.id) } })).status).toBe(404)
  await change(ada, book, { status: 1 })
  expect((await world.visitor.call(getItem, { params: { item: String(item.id) } })).item.parent_id).toBe(book.id)
})

test('when two drafts are saved at once from the same state, the later is refused', {
  tags: 'D-140'
}, async () => {
  const item = await write(ada, { title: 'Typed', content: '<p>Before</p>' })
  const save = (title: string) =>
    ada.request({
      method: saveDraft.method,
      url: saveDraft.path.replace(':item', String(item.id)),
      payload: { title, content: '', revision: 0, saves: 0 }
    })
  const both = await Promise.all([save('Here'), save('There')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { draft, item: stored } = await ada.call(getItem, { params: { item: String(item.id) } })
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().newer).toMatchObject({
    title: draft?.title,
    saves: 1
  })
  expect(stored).toMatchObject({ title: 'Typed', content: '<p>Before</p>' })
})

test('two presses at once restore a version once, and never a version of another item', {
  tags: 'D-140'
}, async () => {
  const [item, other] = [await write(ada, { title: 'First' }), await write(ada, { title: 'Other' })]
  await change(ada, item, { title: 'Second' })
  const { versions } = await ada.call(getVersions, { params: { item: item.slug } })
  const version = String(versions[0]?.id)
  const url = (of: Item) => restoreVersion.path.replace(':item', of.slug).replace(':version', version)
  const press = () => ada.request({ method: 'POST', url: url(item), payload: { revision: 1 } })
  const both = await Promise.all([press(), press()])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await ada.call(getVersions, { params: { item: item.slug } })).versions).toHaveLength(2)
  expect((await ada.request({ method: 'POST', url: url(other), payload: {} })).statusCode).toBe(404)
  expect((await grace.request({ method: 'POST', url: url(item), payload: {} })).statusCode).toBe(404)
})

test('an item that is deleted twice, or while it is saved, is gone and its slug is free', {
  tags: 'D-118'
}, async () => {
  const item = await write(ada, { title: 'Passing' })
  const [saved, ...gone] = await Promise.all([
    patch(ada, item, { title: 'Saved' }),
    remove(ada, item),
    remove(ada, item)
  ])
  expect([200, 404]).toContain(saved.statusCode)
  expect(gone.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect((await write(grace, { title: 'Passing' })).slug).toBe('passing')
})

test('the neighbours of an item follow the order of its book, for each reader as they may read', {
  tags: 'PUB-011'
}, async () => {
  const book = await write(ada, { title: 'In order', is_book: 1 })
  const items: Item[] = []
  for (const title of ['C', 'B', 'A']) {
    world.clock.advance(1000)
    items.unshift(await write(ada, { title, parent_id: book.id }))
  }
  const [first, middle, last] = items as [Item, Item, Item]
  const around = async (item: Item, person = world.visitor) => {
    const { previous, next } = await person.visit(itemPage, { parentItem: book.slug, childItem: item.slug })
    return [previous?.title ?? null, next?.title ?? null]
  }
  expect([await around(first), await around(middle), await around(last)]).toEqual([
    [null, 'B'],
    ['A', 'C'],
    ['B', null]
  ])
  await change(ada, middle, { status: 0 })
  expect([await around(first), await around(last)]).toEqual([
    [null, 'C'],
    ['A', null]
  ])
  expect(await around(first, ada)).toEqual([null, 'B'])
  await change(ada, last, { order_ms: first.order_ms + 1000 })
  expect(await around(first)).toEqual(['C', null])
})

test('deleting an item removes its stars, drafts and paraphrases, and its old address leads nowhere', {
  tags: 'D-118'
}, async () => {
  const book = await write(ada, { title: 'Whole', is_book: 1 })
  const item = await write(ada, { title: 'Part', parent_id: book.id })
  await change(ada, item, { slug: 'part-renamed' })
  await grace.call(storeFavorite, { body: { item_id: item.id } })
  await grace.call(storeParaphrase, { body: { snippet_id: item.id, content: 'Words' } })
  await ada.call(saveDraft, { params: { item: 'part' }, body: { title: 'T', content: '', revision: 1, saves: 0 } })
  await ada.call(deleteItem, { params: { item: 'part' } })
  for (const table of ['favorites', 'paraphrases', 'item_drafts', 'names', 'item_versions']) {
    const { rows } = await world.db.$client.query(`select from ${table} where item_id = $1`, [item.id])
    expect([table, rows.length]).toEqual([table, 0])
  }
  for (const url of ['/whole/part', '/whole/part-renamed', '/part']) {
    expect([url, (await world.visitor.request({ url })).statusCode]).toEqual([url, 404])
  }
})
