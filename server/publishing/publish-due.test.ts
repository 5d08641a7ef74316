/** Texts that become public at a time that their author chose. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateDays } from '../../domain/days/api.ts'
import { followPerson } from '../../domain/publishing/following-api.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { getItem, updateItem } from '../../domain/publishing/item-api.ts'
import { PASSED, PUBLISHED, SKIPPED } from '../../domain/publishing/publish-at.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

const HOUR = 3_600_000
const LOOK = 40_000
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A local time in UTC, this many ms from now. */
const inMs = (ms: number): string => new Date(world.clock.now() + ms).toISOString().slice(0, 16)
const textsOf = async (person: Caller) => (await person.visit(inboxPage)).reminders.map(({ text }) => text)
const read = async (person: Caller, { id }: Item) => (await person.call(getItem, { params: { item: String(id) } })).item
const statusOf = async (person: Caller, url: string) => (await person.request({ url })).statusCode

test('a text becomes public at its time, once on three nodes, and followers hear of it then', {
  tags: 'D-162'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  await world.secondNode()
  await world.secondNode()
  await grace.call(followPerson, { params: { username: 'ada' }, body: { is_on: 1 } })
  const book = await write(ada, { title: 'Walks', is_book: 1 })
  await world.pass(LOOK)
  const item = await write(ada, { title: 'Rainy days', publish_at: inMs(HOUR), parent_id: book.id })
  const at = `${inMs(HOUR)}:00.000Z`
  expect(item).toMatchObject({ status: 0, publish_at: at, published_at: null })
  await world.pass(HOUR / 2)
  // Before its time, no address has it for anyone else.
  for (const url of [
    ...['/walks/rainy-days', '/ada/rainy-days', `/sources/walks/activities/rainy-days`, '/rainy-days'],
    ...[`/api/items/${item.id}`, '/api/items/rainy-days', '/walks/rainy-days/feed.atom']
  ]) {
    expect([url, await statusOf(grace, url), await statusOf(world.visitor, url)]).toEqual([url, 404, 404])
  }
  for (const url of ['/ada', '/ada/walks', '/ada/feed.atom', '/ada/walks/feed.atom', '/api/sources', '/api/ada']) {
    expect([url, (await world.visitor.request({ url })).body.includes('Rainy')]).toEqual([url, false])
  }
  expect(await textsOf(grace)).toEqual(['ada published “Walks”'])
  await world.pass(HOUR / 2 + LOOK)
  const now = await read(grace, item)
  expect(now).toMatchObject({ status: 1, publish_at: null, revision: item.revision, updated_at: item.updated_at })
  expect(Date.parse(now.published_at ?? '') - Date.parse(at)).toBeLessThan(3 * LOOK)
  await world.pass(LOOK)
  expect(await textsOf(grace)).toEqual(['ada published “Rainy days”', 'ada published “Walks”'])
  expect((await world.visitor.request({ url: '/ada/walks/feed.atom' })).body).toContain('Rainy days')
})

test('the time can be changed and cancelled, and a press publishes earlier', { tags: 'D-162' }, async () => {
  const mary = await world.as('mary')
  const [moved, cancelled, early] = [
    await write(mary, { title: 'Moved', publish_at: inMs(HOUR) }),
    await write(mary, { title: 'Cancelled', publish_at: inMs(HOUR) }),
    await write(mary, { title: 'Early', publish_at: inMs(HOUR) })
  ]
  await change(mary, moved, { publish_at: inMs(3 * HOUR) })
  expect((await change(mary, cancelled, { publish_at: null })).publish_at).toBeNull()
  expect(await change(mary, early, { status: 1 })).toMatchObject({ status: 1, publish_at: null })
  await change(mary, early, { status: 0 })
  await world.pass(2 * HOUR)
  const statuses = async () => Promise.all([moved, cancelled, early].map(async item => (await read(mary, item)).status))
  expect(await statuses()).toEqual([0, 0, 0])
  await world.pass(HOUR + LOOK)
  expect(await statuses()).toEqual([1, 0, 0])
})

test('a bad time is refused with a sentence, and nothing is stored', { tags: 'D-162' }, async () => {
  const zoe = await world.as('zoe')
  await zoe.call(updateDays, { body: { time_zone: 'Europe/Berlin' } })
  const item = await write(zoe, { title: 'In Berlin', status: 0 })
  const refusal = async (publish_at: unknown, more: object = {}) => {
    const itemData = { publish_at, ...more }
    const { status, body } = await zoe.refused(updateItem, { params: { item: String(item.id) }, body: { itemData } })
    return [status, body.errors]
  }
  const field = 'itemData.publish_at'
  expect(await refusal('2026-03-29T02:30')).toEqual([422, { [field]: SKIPPED }])
  expect(await refusal('2026-01-01T10:00')).toEqual([422, { [field]: PASSED }])
  expect(await refusal('tomorrow')).toEqual([422, { [field]: expect.stringMatching(/^Enter a date and a time/) }])
  expect(await refusal('2026-12-31T10:00', { status: 1 })).toEqual([422, { [field]: PUBLISHED }])
  expect(await read(zoe, item)).toMatchObject({ status: 0, publish_at: null })
  const set = await change(zoe, item, { publish_at: '2026-10-25T02:30' })
  expect(set.publish_at).toBe('2026-10-25T00:30:00.000Z')
  await change(zoe, set, { status: 1 })
  expect(await refusal('2026-12-31T10:00')).toEqual([422, { [field]: PUBLISHED }])
})

test('a text waits in a private book, during a takedown and while its author is suspended', {
  tags: ['D-162', 'D-149', 'D-148']
}, async () => {
  const [hal, admin] = [await world.as('hal'), await world.admin()]
  const book = await write(hal, { title: 'Closed', is_book: 1, status: 0 })
  const inBook = await write(hal, { title: 'In the book', parent_id: book.id, publish_at: inMs(HOUR) })
  const down = await write(hal, { title: 'Taken down', publish_at: inMs(HOUR) })
  await change(admin, down, { status: 0 })
  await world.pass(HOUR + LOOK)
  expect(await statusOf(world.visitor, `/api/items/${inBook.id}`)).toBe(404)
  expect(await read(hal, inBook)).toMatchObject({ status: 1 })
  expect(await read(hal, down)).toMatchObject({ status: 0, is_taken_down: 1 })
  await change(admin, down, { status: 1 })
  await world.pass(LOOK)
  const held = await write(hal, { title: 'Held', publish_at: inMs(HOUR) })
  await world.db.$client.query(
    `update users set suspended_until = $1, suspended_reason = 'Spam' where username = 'hal'`,
    [new Date(world.clock.now() + 3 * HOUR)]
  )
  await world.pass(2 * HOUR)
  expect(await statusOf(world.visitor, `/api/items/${down.id}`)).toBe(200)
  expect(await statusOf(world.visitor, `/api/items/${held.id}`)).toBe(404)
  await world.pass(HOUR + LOOK)
  expect(await statusOf(world.visitor, `/api/items/${held.id}`)).toBe(200)
})
