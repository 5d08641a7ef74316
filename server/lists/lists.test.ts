import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  attachActivity,
  deleteActivityList,
  detachActivity,
  getActivityLists,
  myListPage,
  myListsPage,
  renameActivityList,
  storeActivityList
} from '../../domain/lists/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a list is made with any title, and only its maker sees it', {
  tags: ['LIST-01', 'LIST-10', 'LIST-11', 'LIST-14', 'LIST-16', 'LIST-17']
}, async () => {
  const ada = await world.as('ada')
  const list = await ada.call(storeActivityList, { body: { title: 'For <b>rainy</b> days' } })
  expect(list).toEqual({ id: expect.any(Number), title: 'For <b>rainy</b> days', count: 0 })
  expect((await ada.visit(myListsPage)).activity_lists).toContainEqual(list)
  expect((await ada.call(getActivityLists)).serverData.activity_lists).toContainEqual(list)
  const linus = await world.as('linus')
  expect((await linus.visit(myListsPage)).activity_lists).toEqual([])
})

test('retries with the same key make one list, even at once; another person may use the same key', async () => {
  const katherine = await world.as('katherine')
  const make = (who = katherine) => who.call(storeActivityList, { body: { title: 'Once' }, key: 'the-same-intent' })
  const made = [...(await Promise.all([make(), make(), make()])), await make()]
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await katherine.visit(myListsPage)).activity_lists).toEqual([{ id: made[0]?.id, title: 'Once', count: 0 }])
  expect((await make(await world.as('grace'))).id).not.toBe(made[0]?.id)
})

test('an activity is put on a list once, however often it is added, and removed', {
  tags: ['LIST-12', 'LIST-15', 'LIST-18']
}, async () => {
  const ada = await world.as('ada')
  const { id } = await ada.call(storeActivityList, { body: { title: 'Mornings' } })
  const params = { list: String(id), activity: 'box-breathing' }
  await ada.call(attachActivity, { params })
  expect(await ada.call(attachActivity, { params })).toMatchObject({ count: 1 })
  const { list, challenges } = await ada.visit(myListPage, { list: String(id) })
  expect(list).toMatchObject({ id, title: 'Mornings', count: 1 })
  expect(challenges).toMatchObject([{ slug: 'box-breathing', activity_list_id: id }])
  const { serverData } = await ada.call(getActivityLists, { query: { activity: 'box-breathing' } })
  expect(serverData.holding).toEqual([id])
  expect(await ada.call(detachActivity, { params })).toMatchObject({ count: 0 })
})

test('a list is renamed and deleted', { tags: 'D-54' }, async () => {
  const hedy = await world.as('hedy')
  const { id } = await hedy.call(storeActivityList, { body: { title: 'Old' } })
  const params = { list: String(id) }
  expect(await hedy.call(renameActivityList, { params, body: { title: 'New' } })).toMatchObject({ title: 'New' })
  await hedy.call(deleteActivityList, { params })
  expect((await hedy.visit(myListsPage)).activity_lists).toEqual([])
  expect((await hedy.refused(deleteActivityList, { params })).status).toBe(404)
})

test('a visitor must sign in, another person finds nothing, and a title is needed', {
  tags: ['LIST-01', 'SEC-13', 'SEC-55']
}, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const { id } = await ada.call(storeActivityList, { body: { title: 'Private' } })
  const params = { list: String(id), activity: 'tabata' }
  for (const call of [renameActivityList, deleteActivityList, attachActivity, detachActivity]) {
    expect((await grace.refused(call, { params, body: { title: 'Mine now' } })).status).toBe(404)
    expect((await world.visitor.refused(call, { params, body: { title: 'Mine now' } })).status).toBe(401)
  }
  expect((await grace.request({ url: `/api/my/lists/${id}` })).statusCode).toBe(404)
  const { status, body } = await ada.refused(storeActivityList, { body: { title: '  ' } })
  expect(status).toBe(422)
  expect(body.errors).toEqual({ title: 'Value is required.' })
  const unknown = { list: String(id), activity: 'no-such-activity' }
  expect((await ada.refused(attachActivity, { params: unknown })).status).toBe(404)
})

test('adding an activity to a list that another tab deletes leaves no list and no error', {
  tags: 'LIST-12'
}, async () => {
  const ada = await world.as('ada')
  const { id } = await ada.call(storeActivityList, { body: { title: 'Short-lived' } })
  const params = { list: String(id), activity: 'box-breathing' }
  const attached = await world.db.transaction(async tx => {
    await tx.execute(sql`delete from activity_lists where id = ${id}`)
    const response = ada.refused(attachActivity, { params })
    await untilSomebodyWaits(world.db)
    return () => response
  })
  expect(await attached()).toMatchObject({ status: 404 })
})
