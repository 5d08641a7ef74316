/** Addresses of activities, sessions and groups whose titles are in any script (D-40, D-113). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityPage } from '../../domain/activities/api.ts'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { groupPage, storeGroup } from '../../domain/groups/api.ts'
import { joinSession, sessionPage } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'http://localhost' })
  ada = await world.as('ada')
})
afterAll(() => world.close())

const activity = async (title: string) => (await ada.call(storeActivity, { body: { challenge: { title } } })).challenge
const session = async (title: string, of: string | null = null) =>
  (await ada.call(storeSession, { body: { activity: of, challenge: { title, duration: 3600 } } })).event
const group = async (title: string) => (await ada.call(storeGroup, { body: { title } })).group

/** What a visitor's browser gets at a path. */
async function open(path: string) {
  const response = await world.visitor.request({ url: encodeURI(path), headers: { accept: 'text/html' } })
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(response.body)?.[1]
  return { status: response.statusCode, canonical }
}

test.each([
  ['山に登る、春', '山に登る-春'],
  ['Утренняя зарядка', 'utrennyaya-zaryadka'],
  ['हिमालय की चोटी', 'हिमालय-की-चोटी'],
  ['2026年の山', '2026年の山'],
  ['Über 10 km', 'ueber-10-km']
])('an activity and a group called %s have the slug %s', { tags: ['D-40', 'D-113'] }, async (title, slug) => {
  const [made, other] = [await activity(title), await group(title)]
  expect([made.slug, made.path, other.slug, other.url]).toEqual([slug, `/activities/${slug}`, slug, `/group/${slug}`])
  const again = [await activity(title), await group(title)]
  for (const twin of again) expect(twin.slug).toMatch(new RegExp(`^${slug}-[a-z2-9]{5}$`, 'u'))
  expect((await world.visitor.visit(activityPage, { challenge: slug })).challenge.id).toBe(made.id)
  expect((await world.visitor.visit(groupPage, { hut: slug })).hut.id).toBe(other.id)
  const ascii = new URL(made.path, 'http://localhost').href
  expect(await open(made.path)).toEqual({ status: 200, canonical: ascii })
  expect((await open(other.url)).status).toBe(200)
})

test('a session in another script opens at its address and its alias, and is joined there', {
  tags: ['D-40', 'SES-108']
}, async () => {
  const { slug, id } = await activity('朝の散歩')
  const event = await session('朝の散歩', slug)
  expect(event.slug).toMatch(/^朝の散歩-[a-z2-9]{5}$/u)
  expect(event.path).toBe(`/sessions/${event.slug}`)
  const paths = [event.path, `/activities/${slug}/events/${event.slug}`, `/sessions/${event.id}`, `/activities/${id}`]
  for (const path of paths) expect([path, (await open(path)).status]).toEqual([path, 200])
  const grace = await world.as('grace')
  await grace.call(joinSession, { params: { event: event.slug }, body: {} })
  expect((await grace.visit(sessionPage, { event: event.slug })).challengeEvent.participants_count).toBe(2)
})

test('a title without letters has a slug that is no id', { tags: 'D-40' }, async () => {
  expect((await activity('2026')).slug).toMatch(/^2026-[a-z2-9]{5}$/)
  expect((await group('!?')).slug).toMatch(/^group/)
  expect((await session('!?')).slug).toMatch(/^session-[a-z2-9]{5}$/)
})

test('an address from before stays as it is', { tags: 'D-40' }, async () => {
  const made = await activity('山')
  await world.db.$client.query(`update activities set slug = 'activity-ab3de' where id = $1`, [made.id])
  expect((await open('/activities/activity-ab3de')).status).toBe(200)
  expect((await world.visitor.visit(activityPage, { challenge: 'activity-ab3de' })).challenge.id).toBe(made.id)
})
