/** The inbox as every page knows it: how much is unread, and what is read. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inboxPage } from '../../domain/reminders/api.ts'
import { lost, startIdentity } from '../lib/identity.ts'
import { queryClient } from '../lib/query-client.ts'
import { getUser, onUserChange, setUser } from '../lib/user.ts'
import { pageAt, putPage } from '../testing/pages.ts'
import { ADA, forget, json, respond } from '../testing/show.tsx'
import { readAllReminders, readReminder, refreshInbox } from './inbox.ts'

const UNREAD = 'GET /api/inbox/unread'
const READ = 'POST /api/inbox/read'

let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  setUser({ ...ADA, unread_reminders: 1 })
})
afterEach(forget)

const unread = () => getUser()?.unread_reminders
const read = () => (pageAt(inboxPage, '/my/inbox') as { reminders: { is_read: 0 | 1 }[] }).reminders

test('news in the inbox change the number in the header, and the page of the inbox is loaded again', async () => {
  respond({ [UNREAD]: () => json({ unread: 3 }) })
  await refreshInbox()
  expect([unread(), reload.mock.calls.length]).toEqual([3, 1])
})

test('the same number again changes nobody, so that nothing is drawn again', async () => {
  respond({ [UNREAD]: () => json({ unread: 1 }) })
  const changed = vi.fn()
  const stop = onUserChange(changed)
  await refreshInbox()
  stop()
  expect(changed).not.toHaveBeenCalled()
})

test('a visitor has no inbox to ask for', async () => {
  setUser(null)
  const sent = respond({})
  await refreshInbox()
  expect(sent).toEqual([])
})

test('after the login has ended the inbox is not asked for: it would be that of nobody, or of somebody else', async () => {
  startIdentity({ check: async () => {}, ask: () => {} })
  lost('grace')
  const sent = respond({})
  await refreshInbox()
  expect([sent, unread()]).toEqual([[], 1])
})

test('who has logged out while the number was on its way gets none', async () => {
  respond({
    [UNREAD]: () => {
      setUser(null)
      return json({ unread: 3 })
    }
  })
  await refreshInbox()
  expect(getUser()).toBeNull()
})

test('a reminder is read on screen before the server has heard of it', async () => {
  putPage(inboxPage, '/my/inbox', {
    reminders: [
      { id: 1, is_read: 0 },
      { id: 2, is_read: 0 }
    ]
  })
  let finish: (response: Response) => void = () => {}
  respond({ [READ]: () => new Promise(resolve => (finish = resolve)) })
  const done = readReminder(2)
  expect([read().map(({ is_read }) => is_read), unread()]).toEqual([[0, 1], 1])
  finish(json({ unread: 0 }))
  await done
  expect(unread()).toBe(0)
})

test('a reminder is read from another page too, where the inbox was never opened', async () => {
  const sent = respond({ [READ]: () => json({ unread: 0 }) })
  await readReminder(2)
  expect([sent[0]?.body?.id, unread()]).toEqual([2, 0])
})

test('reading all tells up to when, so that what came since stays unread', async () => {
  const sent = respond({ [READ]: () => json({ unread: 1 }) })
  await readAllReminders('2026-03-02T09:00:00.000Z')
  expect([sent[0]?.body?.until, unread(), reload.mock.calls.length]).toEqual(['2026-03-02T09:00:00.000Z', 1, 1])
})

test('without a line nothing is taken for read', async () => {
  respond({ [READ]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect(readAllReminders('2026-03-02T09:00:00.000Z')).rejects.toThrow()
  expect([unread(), reload.mock.calls.length]).toEqual([1, 0])
})
