/** Data that a browser stores: its uuid, the chosen interests, and the messages shown once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseStorage } from '../../testing/page/storage.ts'
import { addInterest, readInterests } from '../browse/interests.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function forgetAll(): void {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
}
beforeEach(forgetAll)
afterEach(forgetAll)

/** A page that was just opened; its modules start empty. */
async function openPage() {
  vi.resetModules()
  const { clientUuid, randomUuid } = await import('./client-uuid.ts')
  const { onceAVisit } = await import('./storage.ts')
  return { clientUuid, randomUuid, onceAVisit }
}

test('a browser keeps its client_uuid, and another browser gets another one', { tags: 'ACC-58' }, async () => {
  const first = await openPage()
  const uuid = first.clientUuid()
  expect(uuid).toMatch(UUID)
  expect([first.clientUuid(), (await openPage()).clientUuid()]).toEqual([uuid, uuid])
  localStorage.clear()
  expect((await openPage()).clientUuid()).not.toBe(uuid)
})

test('without storage the client_uuid lasts as long as the page', { tags: 'ACC-58' }, async () => {
  refuseStorage()
  const { clientUuid } = await openPage()
  expect(clientUuid()).toMatch(UUID)
  expect(clientUuid()).toBe(clientUuid())
})

test('creates uuids without https, where browsers have no randomUUID', async () => {
  const { randomUuid } = await openPage()
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const made = Array.from({ length: 50 }, randomUuid)
  for (const uuid of made) expect(uuid).toMatch(UUID)
  expect(new Set(made).size).toBe(50)
})

test('each name is new once per visit', { tags: 'D-33' }, async () => {
  const { onceAVisit } = await openPage()
  expect([onceAVisit('warning'), onceAVisit('warning'), onceAVisit('offer')]).toEqual([true, false, true])
})

test('a reload belongs to the same visit; a new session does not', { tags: 'D-33' }, async () => {
  ;(await openPage()).onceAVisit('warning')
  expect((await openPage()).onceAVisit('warning')).toBe(false)
  sessionStorage.clear()
  expect((await openPage()).onceAVisit('warning')).toBe(true)
})

test('without storage each name is new once per page', { tags: 'D-33' }, async () => {
  refuseStorage()
  const { onceAVisit } = await openPage()
  expect([onceAVisit('warning'), onceAVisit('warning')]).toEqual([true, false])
})

test('interests are the chosen categories, the newest first, each once', { tags: 'D-65' }, () => {
  for (const term of [1, 2, 3, 1]) addInterest(term)
  expect(readInterests()).toEqual([1, 3, 2])
})

test('keeps the last twenty interests', { tags: 'D-65' }, () => {
  for (let term = 1; term <= 25; term++) addInterest(term)
  expect(readInterests()).toEqual(Array.from({ length: 20 }, (_, at) => 25 - at))
})

test.each([
  ['half of a list', '[1,'],
  ['no list', '{"1":2}'],
  ['nothing', 'null']
])('treats invalid stored interests as none: %s', { tags: 'D-65' }, (_, kept) => {
  localStorage.setItem('interests', kept)
  expect(readInterests()).toEqual([])
})

test('ignores stored interests that are no category ids', { tags: 'D-65' }, () => {
  localStorage.setItem('interests', '[3,"4",null,1.5,5]')
  expect(readInterests()).toEqual([3, 5])
})

test('works without storage, and then has no interests', { tags: 'D-65' }, () => {
  refuseStorage()
  addInterest(1)
  expect(readInterests()).toEqual([])
})
