/** An item that a site admin took down stays hidden until an admin lifts it (D-149). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Item, TAKEN_DOWN } from '../../domain/publishing/item.ts'
import { deleteItem, updateItem } from '../../domain/publishing/item-api.ts'
import { restoreVersion } from '../../domain/publishing/version-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
let ada: Caller
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  admin = await world.admin()
})
afterAll(() => world.close())

const isSeen = async ({ id }: Item) => (await world.visitor.request({ url: `/api/items/${id}` })).statusCode === 200
const params = ({ id }: Item) => ({ item: String(id) })
const refusedToPublish = async (item: Item) =>
  (await ada.refused(updateItem, { params: params(item), body: { itemData: { status: 1 } } })).body.message

test('the owner of a hidden item edits, moves, renames and restores it without publishing it', {
  tags: 'D-149'
}, async () => {
  const book = await write(ada, { title: 'A book', is_book: 1 })
  const item = await write(ada, { title: 'Spam', content: '<p>One</p>' })
  await change(ada, item, { content: '<p>Two</p>' })
  expect(await change(admin, item, { status: 0 })).toMatchObject({ status: 0, is_taken_down: 1 })
  expect([await isSeen(item), await refusedToPublish(item)]).toEqual([false, TAKEN_DOWN])

  await change(ada, item, { content: '<p>Three</p>', title: 'Letter' })
  await change(ada, item, { slug: 'a-letter' })
  await change(ada, item, { parent_id: book.id })
  await change(ada, item, { status: 0 })
  const { rows } = await world.db.execute<{ id: number }>('select max(id)::int as id from item_versions')
  await ada.call(restoreVersion, { params: { ...params(item), version: String(rows[0]?.id) }, body: {} })
  expect([await isSeen(item), await refusedToPublish(item)]).toEqual([false, TAKEN_DOWN])

  await change(admin, item, { status: 1 })
  expect(await change(ada, item, { status: 1 })).toMatchObject({ status: 1, is_taken_down: 0 })
  expect(await isSeen(item)).toBe(true)
})

test('lifting shows the items that the owner had published, and no others', { tags: 'D-149' }, async () => {
  const shown = await write(ada, { title: 'Shown' })
  const hidden = await write(ada, { title: 'Not yet', status: 0 })
  for (const item of [shown, hidden]) {
    await change(admin, item, { status: 0 })
    expect(await change(admin, item, { status: 1 })).toMatchObject({ is_taken_down: 0 })
  }
  expect([await isSeen(shown), await isSeen(hidden)]).toEqual([true, false])
})

test('items of a hidden book stay hidden outside it, and return with the book', { tags: 'D-149' }, async () => {
  const book = await write(ada, { title: 'Bad book', is_book: 1 })
  const inner = await write(ada, { title: 'Inner book', is_book: 1, parent_id: book.id })
  const item = await write(ada, { title: 'In the inner book', parent_id: inner.id })
  await change(admin, book, { status: 0 })
  await change(ada, item, { parent_id: null })
  expect([await isSeen(item), await refusedToPublish(item)]).toEqual([false, TAKEN_DOWN])
  await change(admin, book, { status: 1 })
  expect([await isSeen(book), await isSeen(inner), await isSeen(item)]).toEqual([true, true, true])

  await change(admin, book, { status: 0 })
  await ada.call(deleteItem, { params: params(book) })
  expect([await isSeen(inner), await refusedToPublish(inner)]).toEqual([false, TAKEN_DOWN])
})

test('nobody else lifts it, and an admin publishes only items that were taken down', { tags: 'D-149' }, async () => {
  const item = await write(ada, { title: 'Quiet', status: 0 })
  const body = { itemData: { status: 1 } } as const
  expect((await admin.refused(updateItem, { params: params(item), body })).status).toBe(403)
  await change(admin, item, { status: 0 })
  const grace = await world.as('grace')
  expect((await grace.refused(updateItem, { params: params(item), body })).status).toBe(404)
})
