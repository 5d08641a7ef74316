import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityPage, followActivity } from '../../../domain/activities/api.ts'
import { storeActivity } from '../../../domain/activities/builder-api.ts'
import { importPage, undoImport } from '../../../domain/import/api.ts'
import { findMoved, markMoved, moveItems } from '../../../domain/import/items/api.ts'
import { attachActivity, storeActivityList } from '../../../domain/lists/api.ts'
import { itemPage, personPage } from '../../../domain/publishing/api.ts'
import { getItem, storeItem, updateItem } from '../../../domain/publishing/item-api.ts'
import { storeParaphrase } from '../../../domain/publishing/source-api.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const book = { key: 'file.book', title: 'Letters', slug: 'letters', is_book: 1 as const, status: 1 as const }
const letter = {
  ...{ key: 'file.letter', title: 'First letter', slug: 'first-letter', book: 'file.book', status: 1 as const },
  content: '<p onclick="steal()">Dear all</p>',
  ...{ created_at: '2025-01-02T03:04:05.000Z', published_at: '2025-01-03T03:04:05.000Z', order_ms: 7 }
}
const loose = { key: 'file.loose', title: 'Not yet' }

function send(who: Caller, items: object[], uuid: string = randomUUID()) {
  return who.call(moveItems, { body: { uuid, file_name: 'pages.zip', items: items as [] } })
}

async function listed(who: Caller, name: string): Promise<string[]> {
  const { items, books } = await who.visit(personPage, { username: name })
  return [...books, ...items].map(({ title }) => title).sort()
}

test('imported items keep title, group, state, dates and place, and their text is cleaned', {
  tags: ['PUB-052', 'D-119']
}, async () => {
  const ada = await world.as('ada')
  expect(await send(ada, [book, letter, loose])).toMatchObject({ added: 3, import: { items: 3, logs: 0 } })
  const { item } = await (await world.as('grace')).visit(itemPage, { parentItem: 'letters', childItem: 'first-letter' })
  expect(item).toMatchObject({
    ...{ title: 'First letter', content: '<p>Dear all</p>', parent: { title: 'Letters' } },
    ...{ created_at: letter.created_at, published_at: letter.published_at, order_ms: 7 }
  })
  expect((await ada.call(getItem, { params: { item: 'not-yet' } })).item).toMatchObject({ status: 0 })
})

test('importing the same items again adds nothing, in any import', { tags: 'D-16' }, async () => {
  const joan = await world.as('joan')
  const mine = [book, letter, loose].map(one => ({ ...one, slug: null }))
  await Promise.all([send(joan, mine), send(joan, mine)])
  expect((await send(joan, mine)).added).toBe(0)
  expect(await listed(joan, 'joan')).toEqual(['First letter', 'Letters', 'Not yet'])
  const keys = ['file.letter', 'file.other']
  const { found } = await joan.call(findMoved, { body: { section: 'items', keys } })
  expect(found.map(({ key }) => key)).toEqual(['file.letter'])
})

test('a slug that is taken or reserved gets another one', { tags: 'D-41' }, async () => {
  const mary = await world.as('mary')
  await send(mary, [
    { key: 'mary.one', title: 'Mary’s', slug: 'taken-one' },
    { key: 'mary.two', title: 'Second', slug: 'taken-one' },
    { key: 'mary.three', title: 'Third', slug: 'settings' }
  ])
  const { items } = await mary.visit(personPage, { username: 'mary' })
  expect(items.map(({ slug }) => slug).sort()).toEqual(['second', 'taken-one', 'third'])
})

test('a page asks which slugs items can have', { tags: 'D-41' }, async () => {
  const olga = await world.as('olga')
  await send(olga, [{ key: 'olga.one', title: 'One', slug: 'olga-one' }])
  const slugs = ['olga-one', 'OLGA-one', 'olga-two', 'settings', 'two words', 'x'.repeat(90)]
  const { free } = await olga.call(findMoved, { body: { section: 'items', keys: [], slugs } })
  expect(free).toEqual(['olga-two'])
})

test('an imported item becomes public by itself at its time, unless the time has passed', {
  tags: 'D-162'
}, async () => {
  const iris = await world.as('iris')
  const at = (ms: number): string => new Date(world.clock.now() + ms).toISOString()
  const year = 366 * 86_400_000
  await send(iris, [
    { key: 'iris.soon', title: 'Soon', slug: 'iris-soon', publish_at: at(3_600_000) },
    { key: 'iris.past', title: 'Past', slug: 'iris-past', publish_at: at(-1) },
    { key: 'iris.far', title: 'Far', slug: 'iris-far', publish_at: at(3 * year) },
    { key: 'iris.public', title: 'Public', slug: 'iris-public', status: 1, publish_at: at(3_600_000) }
  ])
  const times = await Promise.all(
    ['iris-soon', 'iris-past', 'iris-far', 'iris-public'].map(
      async item => (await iris.call(getItem, { params: { item } })).item.publish_at
    )
  )
  expect(times).toEqual([at(3_600_000), null, null, null])
})

test('undoing an import deletes its unchanged items and groups, and they can be imported again', {
  tags: 'PUB-061'
}, async () => {
  const emmy = await world.as('emmy')
  const rows = [book, letter, loose].map(({ key, ...one }) => ({ ...one, key, slug: `emmy-${key.slice(5)}` }))
  const { import: made } = await send(emmy, rows)
  await emmy.call(undoImport, { params: { import: String(made.id) } })
  expect(await listed(emmy, 'emmy')).toEqual([])
  expect((await emmy.visit(importPage)).imports).toEqual([])
  expect((await send(emmy, rows)).added).toBe(3)
})

test('undoing keeps what was edited, what others wrote about, and the group around it', {
  tags: 'PUB-061'
}, async () => {
  const rosa = await world.as('rosa')
  const rows = [book, letter, { ...letter, key: 'file.said', title: 'Said' }, loose].map(({ key, ...one }) => ({
    ...{ ...one, key },
    slug: `rosa-${key.slice(5)}`
  }))
  const { import: made } = await send(rosa, rows)
  await rosa.call(updateItem, { params: { item: 'rosa-loose' }, body: { itemData: { content: '<p>More</p>' } } })
  const { item } = await rosa.call(getItem, { params: { item: 'rosa-said' } })
  await (await world.as('grace')).call(storeParaphrase, { body: { snippet_id: item.id, content: 'In my words' } })
  await rosa.call(undoImport, { params: { import: String(made.id) } })
  expect(await listed(rosa, 'rosa')).toEqual(['Letters', 'Not yet', 'Said'])
})

test('importing my own items of this hut adds nothing', { tags: 'D-16' }, async () => {
  const lise = await world.as('lise')
  const { item } = await lise.call(storeItem, { body: { title: 'Mine' } })
  const { rows } = await world.db.execute<{ id: number; at: Date }>(
    sql`select id::int, created_at as at from users where username = 'lise'`
  )
  const [{ id, at } = { id: 0, at: new Date() }] = rows
  const key = `moved.${id}.${new Date(at).getTime().toString(36)}.items.${item.id}`
  expect((await send(lise, [{ key, title: 'Mine' }])).added).toBe(0)
  // Another person's item has no such key.
  const grace = await world.as('grace')
  expect((await send(grace, [{ key, title: 'Mine' }])).added).toBe(1)
})

test('a part with a wrong item saves nothing', { tags: 'D-16' }, async () => {
  const hedy = await world.as('hedy')
  const body = { uuid: randomUUID(), file_name: 'a.zip', items: [loose, { key: 'file.bad', title: '' }] }
  expect(await hedy.refused(moveItems, { body })).toMatchObject({ status: 422 })
  expect(await listed(hedy, 'hedy')).toEqual([])
})

test('undoing a restore deletes the activities and lists it made, and keeps what others use', {
  tags: 'LOG-28'
}, async () => {
  const edith = await world.as('edith')
  const account = 'moved.9.abc'
  const uuid = randomUUID()
  const make = async (id: number, title: string) => {
    const key = `${account}.activities.${id}`
    const { challenge } = await edith.call(storeActivity, { body: { challenge: { title } }, key })
    return { key, slug: challenge.slug }
  }
  const [squats, walk] = [await make(1, 'Squats of Edith'), await make(2, 'Walk of Edith')]
  const own = await edith.call(storeActivity, { body: { challenge: { title: 'Own of Edith' } } })
  const listKey = `${account}.activity_lists.1`
  const list = await edith.call(storeActivityList, { body: { title: 'Rainy days' }, key: listKey })
  await edith.call(attachActivity, { params: { list: String(list.id), activity: squats.slug } })
  const mark = (section: 'activities' | 'activity_lists', keys: string[]) =>
    edith.call(markMoved, { body: { uuid, file_name: 'everything.json', account, section, keys } })
  await mark('activities', [squats.key, walk.key])
  const { import: made } = await mark('activity_lists', [listKey])
  await (await world.as('grace')).call(followActivity, { params: { challenge: walk.slug }, body: {} })
  await edith.call(undoImport, { params: { import: String(made.id) } })
  const found = async (section: 'activities' | 'activity_lists', keys: string[]) =>
    (await edith.call(findMoved, { body: { section, keys } })).found.map(({ key }) => key)
  expect(await found('activities', [squats.key, walk.key])).toEqual([walk.key])
  expect(await found('activity_lists', [listKey])).toEqual([])
  await edith.visit(activityPage, { challenge: own.challenge.slug })
  // It can be restored again.
  expect((await make(1, 'Squats of Edith')).slug).not.toBe(squats.slug)
})
