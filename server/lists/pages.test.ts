/** Pages of lists, and calls on lists that are repeated, late or aimed at other people's lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteActivity, storeActivity } from '../../domain/activities/builder-api.ts'
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
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const make = (person: Caller, title: string) => person.call(storeActivityList, { body: { title } })
const titlesOf = async (person: Caller, page?: number | string) =>
  (await person.visit(myListsPage, {}, page === undefined ? {} : { page })).activity_lists.map(({ title }) => title)
async function activityOf(person: Caller, title: string): Promise<string> {
  return (await person.call(storeActivity, { body: { challenge: { title, duration: 600 } } })).challenge.slug
}

test('my lists have pages with one extra list, newest first, and a page behind the last is empty', {
  tags: 'D-22'
}, async () => {
  const ada = await world.as('ada')
  for (let nth = 1; nth <= 12; nth++) await make(ada, `List ${nth}`)
  const first = await titlesOf(ada)
  expect([first.length, first[0], first.at(-1)]).toEqual([11, 'List 12', 'List 2'])
  expect(await titlesOf(ada, 2)).toEqual(['List 2', 'List 1'])
  expect(await titlesOf(ada, 3)).toEqual([])
  for (const page of ['0', '-1', 'x', '1.5']) expect(await titlesOf(ada, page)).toEqual(first)
  // The menu offers all lists.
  expect((await ada.call(getActivityLists)).serverData.activity_lists).toHaveLength(12)
})

test('a list shows each activity once, the last added first, page by page', { tags: 'LIST-12' }, async () => {
  const grace = await world.as('grace')
  const { id } = await make(grace, 'Long')
  const slugs: string[] = []
  for (let nth = 1; nth <= 11; nth++) {
    const activity = await activityOf(grace, `Walk ${nth}`)
    slugs.unshift(activity)
    world.clock.advance(1000)
    await grace.call(attachActivity, { params: { list: String(id), activity } })
  }
  const page = async (number: number) =>
    (await grace.visit(myListPage, { list: String(id) }, { page: number })).challenges.map(({ slug }) => slug)
  expect([await page(1), await page(2)]).toEqual([slugs, slugs.slice(10)])
  // Adding it again keeps its place.
  await grace.call(attachActivity, { params: { list: String(id), activity: slugs.at(-1) ?? '' } })
  expect(await page(1)).toEqual(slugs)
})

test("an activity that its maker deletes disappears from everyone's lists and their counts", {
  tags: 'LIST-15'
}, async () => {
  const [hedy, joan] = [await world.as('hedy'), await world.as('joan')]
  const activity = await activityOf(hedy, 'Short-lived walk')
  const { id } = await make(joan, 'Of others')
  const params = { list: String(id), activity }
  expect(await joan.call(attachActivity, { params })).toMatchObject({ count: 1 })
  await hedy.call(deleteActivity, { params: { challenge: activity } })
  const { list, challenges } = await joan.visit(myListPage, { list: String(id) })
  expect([list.count, challenges]).toEqual([0, []])
  for (const call of [attachActivity, detachActivity]) expect((await joan.refused(call, { params })).status).toBe(404)
  expect((await joan.refused(getActivityLists, { query: { activity } })).status).toBe(404)
})

test('removing an activity that is not on a list changes nothing, and no other list', {
  tags: 'LIST-18'
}, async () => {
  const mary = await world.as('mary')
  const [one, two] = [await make(mary, 'One'), await make(mary, 'Two')]
  const at = ({ id }: { id: number }) => ({ params: { list: String(id), activity: 'box-breathing' } })
  expect(await mary.call(detachActivity, at(one))).toMatchObject({ count: 0 })
  await mary.call(attachActivity, at(one))
  expect(await mary.call(detachActivity, at(two))).toMatchObject({ count: 0 })
  const holding = async (person: Caller) =>
    (await person.call(getActivityLists, { query: { activity: 'box-breathing' } })).serverData.holding
  expect(await holding(mary)).toEqual([one.id])
  expect(await holding(await world.as('nobody-else'))).toEqual([])
})

test('many presses at once add an activity once', { tags: 'LIST-12' }, async () => {
  const lise = await world.as('lise')
  const { id } = await make(lise, 'Pressed')
  const params = { list: String(id), activity: 'tabata' }
  const counts = await Promise.all([1, 2, 3, 4].map(() => lise.call(attachActivity, { params })))
  expect(counts.map(({ count }) => count)).toEqual([1, 1, 1, 1])
})

test('a key that made a list makes no other, even after that list is deleted', async () => {
  const olga = await world.as('olga')
  const key = 'of-one-list-alone'
  const { id } = await olga.call(storeActivityList, { body: { title: 'First' }, key })
  const other = await olga.refused(storeActivityList, { body: { title: 'Second' }, key })
  expect([other.status, Object.keys(other.body.errors ?? {})]).toEqual([422, ['Idempotency-Key']])
  await olga.call(renameActivityList, { params: { list: String(id) }, body: { title: 'Renamed' } })
  expect(await olga.call(storeActivityList, { body: { title: 'First' }, key })).toMatchObject({ id, title: 'Renamed' })
  expect(await titlesOf(olga)).toEqual(['Renamed'])
})

test.each([undefined, null, 7, '', '\t\n', 'x'.repeat(256), 'a\u0000b', '\ud800'])(
  'a list called %j is refused under its title, made or renamed',
  { tags: 'LIST-10' },
  async title => {
    const vera = await world.as('vera')
    const { id } = await make(vera, 'Kept')
    const params = { list: String(id) }
    for (const refused of [
      await vera.refused(storeActivityList, { body: { title } }),
      await vera.refused(renameActivityList, { params, body: { title } })
    ]) {
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['title']])
    }
    expect((await vera.visit(myListPage, params)).list.title).toBe('Kept')
  }
)

test.each(['0', '-1', 'x', '1.5', '9'.repeat(20)])('a list with the id %s is not found', async list => {
  const nora = await world.as('nora')
  for (const call of [deleteActivityList, attachActivity, detachActivity]) {
    expect((await nora.refused(call, { params: { list, activity: 'tabata' } })).status).toBe(404)
  }
  expect((await nora.request({ url: `/api/my/lists/${list}` })).statusCode).toBe(404)
})
