/** The series of a group: on its page, and in the news of its members (D-150). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupPage, joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { comeEveryTime, endSeries, makeSeries, seriesPage, watchSeries } from '../../domain/series/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY

let world: World
let ada: Caller
let bob: Caller
let cleo: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  bob = await world.as('bob')
  cleo = await world.as('cleo')
})
afterAll(() => world.close())

/** A group with bob and cleo, and a weekly class in it that begins in a day. */
async function group(title: string, challenge: object = {}) {
  const made = await ada.call(storeGroup, { body: { title } })
  const hut = { hut: made.group.slug }
  for (const person of [bob, cleo]) await person.call(joinGroup, { params: hut, body: {} })
  const started_at = new Date(world.clock.now() + DAY).toISOString()
  const body = {
    challenge: { title: `Class of ${title}`, duration: 3600, started_at, hut_id: made.group.id, ...challenge }
  }
  const { event } = await ada.call(storeSession, { body })
  const { series } = await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  const listed = async () => (await bob.visit(groupPage, hut)).together.series
  return { title: event.title, started_at, series, params: { series: series.slug }, listed }
}
const newsOf = async (who: Caller, title: string) =>
  (await who.visit(inboxPage)).reminders.filter(({ text }) => text.includes(title)).length

test('the page of a group has its series with the rule, the next date and the regulars', {
  tags: 'D-150'
}, async () => {
  const { title, started_at, series, params, listed } = await group('Walkers')
  await cleo.call(comeEveryTime, { params })
  expect(await listed()).toEqual([
    {
      ...{ title, path: series.path, rule: series.rule, next_at: started_at },
      ...{ people: ['cleo'], regulars_count: 1 }
    }
  ])
  await ada.call(endSeries, { params })
  expect(await listed()).toEqual([])
})

test('an unlisted series is on no page', { tags: ['D-150', 'D-159'] }, async () => {
  const { listed } = await group('Runners', { unlisted: 1 })
  expect(await listed()).toEqual([])
})

test('members hear of the first date, and of each date only if they want to', { tags: 'D-150' }, async () => {
  const { title, params } = await group('Swimmers')
  for (let twice = 0; twice < 2; twice++) await cleo.call(watchSeries, { params, body: { is_on: 1 } })
  expect((await cleo.visit(seriesPage, params)).is_watching).toBe(1)
  await world.pass(60_000)
  expect([await newsOf(bob, title), await newsOf(cleo, title)]).toEqual([1, 1])
  for (let week = 0; week < 2; week++) await world.pass(WEEK)
  await world.pass(60_000)
  expect([await newsOf(bob, title), await newsOf(cleo, title)]).toEqual([1, 3])
  await cleo.call(watchSeries, { params, body: { is_on: 0 } })
  await world.pass(WEEK)
  expect([await newsOf(bob, title), await newsOf(cleo, title)]).toEqual([1, 3])
  expect((await bob.visit(seriesPage, params)).is_watching).toBe(0)
})
