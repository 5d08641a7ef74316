/** Drafts of new items are stored on the server, so that another device can continue them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteNewDraft, getNewDrafts, saveNewDraft } from '../../domain/publishing/draft-api.ts'
import { MOST_NEW_DRAFTS, TOO_MANY_DRAFTS } from '../../domain/publishing/item.ts'
import { storeItem } from '../../domain/publishing/item-api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { write } from '../../testing/writing.ts'

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
})
afterAll(() => world.close())

const params = (draft: string, person = 'ada') => ({ person, draft })
const drafts = async (who = ada, person = 'ada') => (await who.call(getNewDrafts, { params: { person } })).drafts
const typed = (content: string, saves: number) => ({ title: 'Letter', content, saves })

test('a draft from one device is there on another, and each save continues the one before', {
  tags: 'D-140'
}, async () => {
  const uuid = randomUUID()
  const before = (await ada.user()).all_remaining_tokens
  expect((await ada.call(saveNewDraft, { params: params(uuid), body: typed('<p>One</p>', 0) })).saves).toBe(1)
  expect((await ada.call(saveNewDraft, { params: params(uuid), body: typed('<p>Two</p>', 1) })).saves).toBe(2)
  expect(await drafts()).toMatchObject([{ uuid, title: 'Letter', content: '<p>Two</p>', parent_id: null, saves: 2 }])
  expect((await ada.user()).all_remaining_tokens).toBe(before)

  const stale = await ada.refused(saveNewDraft, { params: params(uuid), body: typed('<p>Three</p>', 1) })
  expect([stale.status, stale.body.newer]).toMatchObject([409, { content: '<p>Two</p>', saves: 2 }])

  const { item } = await ada.call(storeItem, {
    body: { title: 'Letter', content: '<p>Two</p>', draft: uuid, status: 0 }
  })
  expect([item.status, await drafts()]).toEqual([0, []])
  const late = await ada.refused(saveNewDraft, { params: params(uuid), body: typed('<p>Late</p>', 2) })
  expect([late.status, late.body.newer, await drafts()]).toMatchObject([409, { saves: 0 }, []])
})

test('only the owner of a person reads and writes its drafts, with their own groups', { tags: 'D-36' }, async () => {
  const uuid = randomUUID()
  const grace = await world.as('grace')
  expect((await grace.refused(saveNewDraft, { params: params(uuid), body: typed('A', 0) })).status).toBe(404)
  expect((await grace.refused(getNewDrafts, { params: { person: 'ada' } })).status).toBe(404)
  const book = await write(grace, { title: 'Of grace', is_book: 1 })
  const body = { ...typed('A', 0), parent_id: book.id }
  expect((await ada.refused(saveNewDraft, { params: params(uuid), body })).body.errors).toHaveProperty('parent_id')
})

test('a draft contains nothing that could run', { tags: 'D-119' }, async () => {
  const uuid = randomUUID()
  await ada.call(saveNewDraft, { params: params(uuid), body: typed('<p onclick="x()">A</p>', 0) })
  expect((await drafts())[0]?.content).toBe('<p>A</p>')
  await ada.call(deleteNewDraft, { params: params(uuid) })
  expect(await drafts()).toEqual([])
})

test('a picture of a draft is kept until the draft is discarded', async () => {
  const { url } = (await upload(ada, await photo(8, 8))).json()
  const uuid = randomUUID()
  await ada.call(saveNewDraft, { params: params(uuid), body: typed(`<img src="${url}">`, 0) })
  const status = async () => (await ada.request({ url })).statusCode
  await world.pass(25 * 3_600_000)
  expect(await status()).toBe(200)
  await ada.call(deleteNewDraft, { params: params(uuid) })
  await world.pass(3_600_000)
  expect(await status()).toBe(404)
})

test('the most drafts are kept, and each of them can still be changed', async () => {
  const uuids = Array.from({ length: MOST_NEW_DRAFTS }, () => randomUUID())
  for (const uuid of uuids) await ada.call(saveNewDraft, { params: params(uuid), body: typed('A', 0) })
  const more = await ada.refused(saveNewDraft, { params: params(randomUUID()), body: typed('A', 0) })
  expect([more.status, more.body.message]).toEqual([409, TOO_MANY_DRAFTS])
  expect((await ada.call(saveNewDraft, { params: params(String(uuids[0])), body: typed('B', 1) })).saves).toBe(2)
})
