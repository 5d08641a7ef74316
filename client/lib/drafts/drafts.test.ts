import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../../domain/accounts/user.ts'
import { refuseStorage } from '../../../testing/page/storage.ts'

const ADA = { id: 1 } as User
const GRACE = { id: 2 } as User

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

/** A page that was just opened or reloaded; its modules start empty. */
async function openPage(person: User | null) {
  vi.resetModules()
  const { setUser } = await import('../user.ts')
  const { createDrafts } = await import('./drafts.ts')
  setUser(person)
  const draftOf = createDrafts(
    'chat',
    () => ({ text: '', error: '' }),
    ({ text }) => (text ? { text } : null)
  )
  const write = (about: string, text: string) => draftOf(about).set({ text, error: 'refused' })
  return { setUser, draftOf, write, read: (about: string) => draftOf(about).get() }
}

test('a draft is there after a reload, under its name, without its old error', {
  tags: 'D-106'
}, async () => {
  const page = await openPage(ADA)
  page.write('7', 'half a sentence')
  const { read } = await openPage(ADA)
  expect(read('7')).toEqual({ text: 'half a sentence', error: '' })
  expect(read('8').text).toBe('')
})

test('a sent or emptied draft does not come back', { tags: 'D-106' }, async () => {
  const page = await openPage(ADA)
  page.write('7', 'half a sentence')
  page.write('7', '')
  expect((await openPage(ADA)).read('7').text).toBe('')
  expect(sessionStorage.length).toBe(0)
})

test("nobody sees another person's draft, and its author finds it again", async () => {
  const page = await openPage(ADA)
  page.write('7', 'of ada')
  const next = await openPage(GRACE)
  expect(next.read('7').text).toBe('')
  next.write('7', 'of grace')
  expect((await openPage(null)).read('7').text).toBe('')
  expect((await openPage(ADA)).read('7').text).toBe('of ada')
})

test("a visitor's draft belongs to the next person who signs in, and to nobody else", async () => {
  const page = await openPage(null)
  page.write('7', 'before signing in')
  page.setUser(ADA)
  expect(page.read('7').text).toBe('before signing in')
  page.setUser(GRACE)
  expect(page.read('7').text).toBe('')
  expect((await openPage(ADA)).read('7').text).toBe('before signing in')
})

test("a visitor's draft survives a reload and belongs to the next person who signs in", async () => {
  ;(await openPage(null)).write('7', 'before signing in')
  expect((await openPage(ADA)).read('7').text).toBe('before signing in')
  expect((await openPage(null)).read('7').text).toBe('')
})

test('without storage a draft lasts as long as the page', async () => {
  refuseStorage()
  const page = await openPage(ADA)
  page.write('7', 'half a sentence')
  expect(page.read('7').text).toBe('half a sentence')
})

test('ignores invalid stored drafts', async () => {
  sessionStorage.setItem('draft chat 7 1', '{"text"')
  expect((await openPage(ADA)).read('7').text).toBe('')
})
