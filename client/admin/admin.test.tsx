import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Role } from '../../domain/accounts/user.ts'
import { adminMailPage } from '../../domain/admin/delivery-api.ts'
import { reportsPage } from '../../domain/reports/api.ts'
import { NOT_ONES_OWN } from '../../domain/reports/report.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { config } from '../lib/embedded.ts'
import { setUser } from '../lib/user.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { AdminMailPage } from './AdminMailPage.tsx'
import { ReportsPage } from './ReportsPage.tsx'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser({ ...ADA, role_id: Role.Admin })
})
afterEach(() => {
  config.sends_mail = true
  forget()
})

const AT = '2026-11-28T12:00:00.000Z'
const MAIL = {
  ...{ id: 3, kind: 'password reset', username: 'grace', to: 'grace@example.org', created_at: AT, attempts: 0 },
  ...{ due_at: AT, failed_at: null, reason: 'ECONNREFUSED CONN' }
}

test('the menu names the current page, and a moderator sees only what moderators need', () => {
  show(<AdminFrame title="Mail">…</AdminFrame>, '/admin/mail')
  const toggle = screen.getByRole('button', { name: 'Admin: Mail' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Mail')
  forget()
  setUser({ ...ADA, role_id: Role.Moderator })
  show(<AdminFrame title="Reports">…</AdminFrame>, '/admin/reports')
  const menu = within(screen.getAllByRole('navigation', { name: 'Admin' }).at(-1) as HTMLElement)
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['People', 'Reports', 'Content'])
})

test('a waiting mail says what it is, why it waits in words, and is sent again at a press', async () => {
  putPage(adminMailPage, '/admin/mail', { waiting: 1, failed: 0, mails: [MAIL] })
  const sent = respond({
    'POST /api/admin/mail/retry': () => json({ mails: 1 }),
    'GET /api/admin/mail': () => json({ serverData: { waiting: 0, failed: 0, mails: [] } })
  })
  show(<AdminMailPage />, '/admin/mail')
  expect(screen.getByText('Link for a new password')).toBeTruthy()
  expect(screen.getByText(/Next try: now/)).toBeTruthy()
  expect(screen.getByText(/^Nothing answers/)).toBeTruthy()
  expect(screen.getByText('ECONNREFUSED CONN').closest('details')?.open).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Send “Link for a new password” to grace again now' }))
  expect(await screen.findByText('Trying again now.')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ id: 3 })
})

test('a hut without a mail server offers no mail to me', () => {
  config.sends_mail = false
  putPage(adminMailPage, '/admin/mail', { waiting: 0, failed: 0, mails: [] })
  show(<AdminMailPage />, '/admin/mail')
  expect(screen.getByRole('button', { name: 'Write a test mail' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a test mail to me' })).toBeNull()
})

test('a decided report says what was decided, by whom and when, and the form closes after hiding', async () => {
  const row = {
    ...{ kind: 'group', subject_id: 5, status: 'kept', author: 'grace', title: 'Pills', text: '', image: null },
    ...{ path: '/group/pills', can_delete: 0, reports_count: 1, reasons: [{ reason: 'spam', count: 1 }], comments: [] },
    ...{ waiting_since: null, hidden: null, is_of_removal: 0, asked: null, decided_at: AT, decided_by: 'mira' }
  }
  const data = { cases: [row], is_decided: true, waiting: 0 }
  putPage(reportsPage, '/admin/reports?decided=1', data)
  const hidden = { ...row, status: 'hidden', hidden: { reason: 'spam', note: '', is_by_rule: 0 } }
  respond({
    'POST /api/admin/reports/group/5': () => json({ status: 'hidden' }),
    'GET /api/admin/reports?decided=1': () => json({ serverData: { ...data, cases: [hidden] } })
  })
  show(<ReportsPage />, '/admin/reports?decided=1')
  expect(screen.getByText('Kept').parentElement?.textContent).toMatch(/^Kept by mira on /)
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy()
})

test.each([
  ['a moderator has no buttons for what they made themselves', Role.Moderator, 'ada', []],
  ['a moderator has buttons for what others made', Role.Moderator, 'grace', ['Keep it', 'Hide', 'Delete']],
  ['an admin has buttons for everything', Role.Admin, 'ada', ['Keep it', 'Hide', 'Delete']]
])('%s', (_, role_id, author, buttons) => {
  setUser({ ...ADA, role_id })
  const row = {
    ...{ kind: 'message', subject_id: 5, status: 'open', author, title: '', text: 'Hello', image: null },
    ...{ path: '/sessions/a/chat', can_delete: 1, reports_count: 1, reasons: [], comments: [] },
    ...{ waiting_since: AT, hidden: null, is_of_removal: 0, asked: null, decided_at: null, decided_by: null }
  }
  putPage(reportsPage, '/admin/reports', { cases: [row], is_decided: false, waiting: 1 })
  show(<ReportsPage />, '/admin/reports')
  const list = within(screen.getByText('Hello').closest('li') as HTMLElement)
  expect(list.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  expect(list.queryAllByText(NOT_ONES_OWN).length).toBe(buttons.length === 0 ? 1 : 0)
})
