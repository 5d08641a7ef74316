import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type InboxEntry, inboxPage } from '../../domain/reminders/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getUser, setUser } from '../lib/user.ts'
import { InboxPage } from './InboxPage.tsx'
import { hasRoom } from './inbox.ts'
import { LiveInbox } from './LiveInbox.tsx'

const AS_OF = '2026-03-02T09:00:00.000Z'
const SOON: InboxEntry = {
  ...{ id: 2, kind: 'session_soon', text: 'Deep work starts', path: '/sessions/deep-work', at: AS_OF, is_read: 0 }
}
const REPLY: InboxEntry = {
  ...{ id: 1, kind: 'post_reply', text: 'grace replied', path: '/sessions/deep-work/hut', at: AS_OF, is_read: 1 }
}
const data = (...reminders: InboxEntry[]) => ({
  ...{ reminders, unread: reminders.filter(({ is_read }) => !is_read).length, as_of: AS_OF }
})
const respondRead = (unread: number, ...reminders: InboxEntry[]) =>
  respond({
    'POST /api/inbox/read': () => json({ unread }),
    'GET /api/inbox/unread': () => json({ unread }),
    'GET /api/my/inbox': () => json({ serverData: data(...reminders) })
  })

function open(...reminders: InboxEntry[]): void {
  setUser({ ...ADA, unread_reminders: 1 })
  putPage(inboxPage, '/my/inbox', data(...reminders))
  show(<InboxPage />, '/my/inbox')
}
const items = () => within(screen.getByRole('list', { name: 'Reminders' })).getAllByRole('listitem')

afterEach(() => {
  forget()
  hasRoom.set(false)
  FakeSocket.all = []
})

test('shows unread entries; opening one leads to its subject and marks it as read', async () => {
  const sent = respondRead(0)
  open(SOON, REPLY)
  expect(items().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Unread: Deep work starts/),
    expect.stringMatching(/^grace replied/)
  ])
  const link = screen.getByRole('link', { name: 'Unread: Deep work starts' })
  expect(link.getAttribute('href')).toBe('/sessions/deep-work')
  // Stays on the page, because the test renders no other.
  link.addEventListener('click', event => event.preventDefault())
  fireEvent.click(link)
  await waitFor(() => expect(getUser()?.unread_reminders).toBe(0))
  expect(sent[0]?.body).toMatchObject({ id: 2 })
})

test('one press marks all entries as read, but not those that came meanwhile', async () => {
  const sent = respondRead(0, { ...SOON, is_read: 1 })
  open(SOON)
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(sent[0]?.body).toMatchObject({ until: AS_OF })
  expect(screen.queryByText('Unread:')).toBeNull()
})

test('an empty inbox says what it will contain', () => {
  open()
  expect(screen.getByText(/We’ll tell you before a session starts/)).toBeTruthy()
})

test('a socket reports new entries on visible pages without a room', async () => {
  vi.stubGlobal('WebSocket', FakeSocket)
  const all = respondRead(4)
  const sent = () => all.filter(({ url }) => url.includes('inbox'))
  setUser(ADA)
  hasRoom.set(true)
  show(<LiveInbox />)
  expect(FakeSocket.all).toHaveLength(0)
  act(() => hasRoom.set(false))
  FakeSocket.last.accept()
  expect(sent()).toHaveLength(0)
  FakeSocket.last.tell({ type: 'inbox' })
  await waitFor(() => expect(getUser()?.unread_reminders).toBe(4))
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSocket.last.readyState).toBe(3)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSocket.all).toHaveLength(2)
  FakeSocket.last.accept()
  // Entries that came while the page was hidden.
  await waitFor(() => expect(sent()).toHaveLength(2))
})
