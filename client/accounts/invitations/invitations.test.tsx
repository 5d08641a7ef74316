import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { invitationsPage, invitePage } from '../../../domain/accounts/invitations/api.ts'
import { INVITATION_ENDED, INVITATION_NEEDED } from '../../../domain/accounts/registration.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { InvitationsPage } from '../../account-pages/InvitationsPage.tsx'
import { config } from '../../lib/embedded.ts'
import { setUser } from '../../lib/user.ts'
import firstScript from '../../public/theme.js?raw'
import { AccountNotice } from '../AccountNotice.tsx'
import { ApprovedOnly } from '../ApprovedOnly.tsx'
import { RegisterForm } from '../RegisterForm.tsx'
import { InvitedBy } from './InvitedBy.tsx'
import { InviteNewcomer } from './InviteNewcomer.tsx'
import { InvitePage } from './InvitePage.tsx'
import { forgetInvitation, getInvitation, keepInvitation } from './invitation-code.ts'

const OPEN = config.registration
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  config.registration = OPEN
  forgetInvitation()
  forget()
})

const ROW = {
  ...{ id: 1, code: 'abc', target: null, uses: 0, most_uses: 3, is_open: 1 as const },
  ...{ expires_at: '2026-12-05T12:00:00.000Z', created_at: '2026-11-28T12:00:00.000Z' }
}

test.each([
  ['/invite/abc', '', 'abc'],
  ['/group/runners', '?invite=abc', 'abc'],
  ['/group/runners', '?page=2', null],
  ['/invite/abc/more', '', null]
])('the address %s%s has the code %j', { tags: 'D-146' }, (pathname, search, code) => {
  history.replaceState(null, '', pathname + search)
  // biome-ignore lint/security/noGlobalEval: the file is no module
  window.eval(firstScript)
  // It also records events until the page takes them.
  window.takeEarly?.()
  expect(getInvitation()).toBe(code)
})

test('a hut by invitation shows the form only to people with a link', { tags: 'D-146' }, () => {
  config.registration = 'invite'
  show(<RegisterForm />)
  expect(screen.getByText(INVITATION_NEEDED)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
  cleanup()
  keepInvitation('abc')
  show(<RegisterForm />)
  expect(screen.getByRole('button', { name: 'Register' })).toBeTruthy()
})

test('the code goes with the registration, and a used one is forgotten', { tags: 'D-146' }, async () => {
  config.registration = 'approve'
  keepInvitation('abc')
  const sent = respond({
    'POST /api/register': () => json({ message: INVITATION_ENDED, errors: { invitation: INVITATION_ENDED } }, 422)
  })
  show(<RegisterForm />)
  expect(screen.queryByText(/An admin approves new accounts/)).toBeNull()
  for (const [label, value] of [
    [/^Email/, 'ada@example.org'],
    [/^Password/, 'correct horse'],
    [/^Repeat/, 'correct horse']
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText(INVITATION_ENDED)).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ invitation: 'abc' })
  expect(getInvitation()).toBeNull()
  expect(screen.getByText(/An admin approves new accounts/)).toBeTruthy()
})

test('the link of an invitation says who invites, or that it has ended', { tags: 'D-146' }, () => {
  putPage(invitePage, '/invite/abc', { from: 'grace' })
  show(<InvitePage />, '/invite/abc')
  expect(screen.getByText('grace')).toBeTruthy()
  cleanup()
  putPage(invitePage, '/invite/old', { from: null })
  show(<InvitePage />, '/invite/old')
  expect(screen.getByRole('heading', { name: 'This invitation has ended' })).toBeTruthy()
})

test('a person creates an invitation and ends it', { tags: 'D-146' }, async () => {
  setUser(ADA)
  putPage(invitationsPage, '/account/invitations?to=/group/runners', { can_invite: 1, invitations: [] })
  const sent = respond({
    'POST /api/account/invitations': () => json({ invitation: ROW }),
    'DELETE /api/account/invitations/1': () => json({ invitation: { ...ROW, is_open: 0 } })
  })
  show(<InvitationsPage />, '/account/invitations?to=/group/runners')
  fireEvent.change(screen.getByLabelText('Group or session'), {
    target: { value: `${location.origin}/group/runners?page=2` }
  })
  fireEvent.change(screen.getByLabelText('For how many people'), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create the link' }))
  const link = await screen.findByLabelText<HTMLInputElement>('/invite/abc')
  expect(link.value).toBe(`${location.origin}/invite/abc`)
  expect(sent[0]?.body).toMatchObject({ most_uses: 3, days: 7, target: '/group/runners' })
  fireEvent.click(screen.getByRole('button', { name: 'End the invitation /invite/abc' }))
  fireEvent.click(await screen.findByRole('button', { name: 'End it' }))
  expect(await screen.findByText(/no longer works/)).toBeTruthy()
})

test('a bar says what an account waits for, and sends the mail again', { tags: ['D-145', 'D-146'] }, async () => {
  setUser({ ...ADA, is_unapproved: 1, is_unconfirmed: 1 })
  const sent = respond({ 'POST /api/account/email/resend': () => json({ user: { ...ADA, is_unconfirmed: 1 } }) })
  show(<AccountNotice />)
  expect(screen.getByText(/Your account waits for approval/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send it again' }))
  expect(await screen.findByText(/We sent the link to ada@example.com again/)).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('the page of a group says who invites a visitor, and stays quiet without an invitation', async () => {
  respond({ 'GET /api/invite/abc': () => json({ serverData: { from: 'grace' } }) })
  show(<InvitedBy />, '/group/runners?invite=abc')
  expect(await screen.findByText(/grace invites you to this group/)).toBeTruthy()
  cleanup()
  show(<InvitedBy />, '/group/runners')
  expect(screen.queryByText(/invites you/)).toBeNull()
})

test('an account that waits for approval sees what it can do instead of a form', { tags: 'D-146' }, () => {
  setUser({ ...ADA, is_unapproved: 1 })
  show(<ApprovedOnly>The form</ApprovedOnly>)
  expect(screen.getByText(/once an admin has approved your account/)).toBeTruthy()
  expect(screen.queryByText('The form')).toBeNull()
  cleanup()
  setUser(ADA)
  show(<ApprovedOnly>The form</ApprovedOnly>)
  expect(screen.getByText('The form')).toBeTruthy()
})

test('a group offers an invitation only where a newcomer needs one', { tags: 'D-146' }, () => {
  setUser({ ...ADA, role_id: 10 })
  show(<InviteNewcomer to="/group/runners" />)
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  config.registration = 'invite'
  show(<InviteNewcomer to="/group/runners" />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/account/invitations?to=/group/runners')
  cleanup()
  setUser(ADA)
  show(<InviteNewcomer to="/group/runners" />)
  expect(screen.queryByRole('link')).toBeNull()
})
