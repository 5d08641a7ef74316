/** What a browser remembers: who it is, what was chosen, what was said once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addInterest, readInterests } from '../browse/interests.ts'
import { refuseStorage } from '../testing/storage.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function forgetAll(): void {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
}
beforeEach(forgetAll)
afterEach(forgetAll)

/** As a page that was just opened: its modules remember nothing. */
async function openPage() {
  vi.resetModules()
  const { clientUuid, randomUuid } = await import('./client-uuid.ts')
  const { onceAVisit } = await import('./once-a-visit.ts')
  return { clientUuid, randomUuid, onceAVisit }
}

test('a browser keeps its client_uuid, and another browser has another', { tags: 'ACC-58' }, async () => {
  const first = await openPage()
  const uuid = first.clientUuid()
  expect(uuid).toMatch(UUID)
  expect([first.clientUuid(), (await openPage()).clientUuid()]).toEqual([uuid, uuid])
  localStorage.clear()
  expect((await openPage()).clientUuid()).not.toBe(uuid)
})

test('where storage is refused the client_uuid lives as long as the page', { tags: 'ACC-58' }, async () => {
  refuseStorage()
  const { clientUuid } = await openPage()
  expect(clientUuid()).toMatch(UUID)
  expect(clientUuid()).toBe(clientUuid())
})

test('a uuid is made without https too, where browsers have no randomUUID', async () => {
  const { randomUuid } = await openPage()
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const made = Array.from({ length: 50 }, randomUuid)
  for (const uuid of made) expect(uuid).toMatch(UUID)
  expect(new Set(made).size).toBe(50)
})

test('each message that would annoy people if repeated is shown once a visit', { tags: 'D-33' }, async () => {
  const { onceAVisit } = await openPage()
  expect([onceAVisit('warning'), onceAVisit('warning'), onceAVisit('offer')]).toEqual([true, false, true])
})

test('a reload is the same visit; a new visit is another', { tags: 'D-33' }, async () => {
  ;(await openPage()).onceAVisit('warning')
  expect((await openPage()).onceAVisit('warning')).toBe(false)
  sessionStorage.clear()
  expect((await openPage()).onceAVisit('warning')).toBe(true)
})

test('where storage is refused it is once a page', { tags: 'D-33' }, async () => {
  refuseStorage()
  const { onceAVisit } = await openPage()
  expect([onceAVisit('warning'), onceAVisit('warning')]).toEqual([true, false])
})

test('interests are the categories that were chosen here, the newest first, each once', { tags: 'D-65' }, () => {
  for (const term of [1, 2, 3, 1]) addInterest(term)
  expect(readInterests()).toEqual([1, 3, 2])
})

test('of many interests the last twenty count', { tags: 'D-65' }, () => {
  for (let term = 1; term <= 25; term++) addInterest(term)
  expect(readInterests()).toEqual(Array.from({ length: 20 }, (_, at) => 25 - at))
})

test.each([
  ['half of a list', '[1,'],
  ['no list', '{"1":2}'],
  ['nothing', 'null']
])('what is no list of interests is none: %s', { tags: 'D-65' }, (_, kept) => {
  localStorage.setItem('interests', kept)
  expect(readInterests()).toEqual([])
})

test('anything but a category is left out of the interests', { tags: 'D-65' }, () => {
  localStorage.setItem('interests', '[3,"4",null,1.5,5]')
  expect(readInterests()).toEqual([3, 5])
})

test('where storage is refused nothing breaks, and any activity may come', { tags: 'D-65' }, () => {
  refuseStorage()
  addInterest(1)
  expect(readInterests()).toEqual([])
})
