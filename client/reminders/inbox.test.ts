/** The unread count on all pages, and marking entries as read. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inboxPage } from '../../domain/reminders/api.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import { markLoginLost, startIdentity } from '../lib/identity.ts'
import { queryClient } from '../lib/page-cache.ts'
import { getUser, onUserChange, setUser } from '../lib/user.ts'
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

test('a refresh updates the number in the header and reloads the inbox', async () => {
  respond({ [UNREAD]: () => json({ unread: 3 }) })
  await refreshInbox()
  expect([unread(), reload.mock.calls.length]).toEqual([3, 1])
})

test('the same number does not change the user, to avoid renders', async () => {
  respond({ [UNREAD]: () => json({ unread: 1 }) })
  const changed = vi.fn()
  const stop = onUserChange(changed)
  await refreshInbox()
  stop()
  expect(changed).not.toHaveBeenCalled()
})

test('loads no inbox for a visitor', async () => {
  setUser(null)
  const sent = respond({})
  await refreshInbox()
  expect(sent).toEqual([])
})

test('loads no inbox after the login has ended', async () => {
  startIdentity({ check: async () => {}, ask: () => {} })
  markLoginLost('grace')
  const sent = respond({})
  await refreshInbox()
  expect([sent, unread()]).toEqual([[], 1])
})

test('ignores the number after a logout', async () => {
  respond({
    [UNREAD]: () => {
      setUser(null)
      return json({ unread: 3 })
    }
  })
  await refreshInbox()
  expect(getUser()).toBeNull()
})

test('marks an entry as read on screen before the server responds', async () => {
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

test('marks an entry as read when the inbox was never opened', async () => {
  const sent = respond({ [READ]: () => json({ unread: 0 }) })
  await readReminder(2)
  expect([sent[0]?.body?.id, unread()]).toEqual([2, 0])
})

test('marking all as read sends a time, so that later entries stay unread', async () => {
  const sent = respond({ [READ]: () => json({ unread: 1 }) })
  await readAllReminders('2026-03-02T09:00:00.000Z')
  expect([sent[0]?.body?.until, unread(), reload.mock.calls.length]).toEqual(['2026-03-02T09:00:00.000Z', 1, 1])
})

test('marks nothing as read without a connection', async () => {
  respond({ [READ]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect(readAllReminders('2026-03-02T09:00:00.000Z')).rejects.toThrow()
  expect([unread(), reload.mock.calls.length]).toEqual([1, 0])
})
