import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONFIRM_ENDED } from '../../../domain/accounts/emails/api.ts'
import { accountPage } from '../../../domain/billing/api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { AccountPage } from '../../account-pages/AccountPage.tsx'
import { getUser, setUser } from '../../lib/user.ts'
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx'
import { UndoEmailPage } from './UndoEmailPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const WAITING = { ...ADA, new_email: 'new@example.org' }
const PAGE = { ...{ subscription: null, renewal: null, payment_methods: [], invoices: [] }, checkout: {} as never }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a new email needs the password and waits; the field keeps the confirmed one', {
  tags: 'ACC-63'
}, async () => {
  setUser(ADA)
  putPage(accountPage, '/account', PAGE)
  const sent = respond({
    'PATCH /api/account/profile': () => json({ user: WAITING }),
    'POST /api/account/email/resend': () => json({ user: WAITING }),
    'DELETE /api/account/email': () => json({ user: ADA })
  })
  show(<AccountPage />, '/account')
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Email/ })
  fireEvent.change(field, { target: { value: 'new@example.org' } })
  fireEvent.change(screen.getByLabelText(/Your password/), { target: { value: 'secret-enough' } })
  press('Save')
  expect(await screen.findByText(/We sent a link to new@example.org/)).toBeTruthy()
  expect(screen.getByText('Successfully updated profile.')).toBeTruthy()
  expect([field.value, screen.queryByLabelText(/Your password/)]).toEqual(['ada@example.com', null])
  expect(sent.at(-1)?.body).toMatchObject({ userData: { email: 'new@example.org' }, password: 'secret-enough' })

  press('Send it again')
  expect(await screen.findByText('We sent the link to new@example.org again.')).toBeTruthy()
  press('Keep my email')
  await waitFor(() => expect(screen.queryByText('Waiting for confirmation')).toBeNull())
})

test('a press confirms a new email, or says that the link has expired', async () => {
  setUser(ADA)
  const confirmed = { ...ADA, email: 'new@example.org' }
  let isOpen = false
  const sent = respond({
    'POST /api/email/confirm': () =>
      isOpen
        ? json({ email: 'new@example.org', is_changed: 1 })
        : json({ message: CONFIRM_ENDED, errors: { token: CONFIRM_ENDED } }, 422),
    'GET /api/get-user': () => json(confirmed)
  })
  show(<ConfirmEmailPage />, '/email/confirm?token=abc')
  expect(sent).toEqual([])
  press('Confirm the email')
  expect(await screen.findByText(CONFIRM_ENDED)).toBeTruthy()
  isOpen = true
  press('Confirm the email')
  expect(await screen.findByText(/new@example.org is your email now/)).toBeTruthy()
  expect(sent.at(0)?.body).toMatchObject({ token: 'abc' })
  expect(getUser()?.email).toBe('new@example.org')
})

test('taking a change of email back sets a new password', async () => {
  const sent = respond({ 'POST /api/email/undo': () => json({ email: 'ada@example.com' }) })
  show(<UndoEmailPage />, '/email/undo?token=abc')
  for (const label of [/New password/, /Repeat the password/]) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'a new password' } })
  }
  press('Undo the change')
  expect(await screen.findByText(/ada@example.com is your account’s email again/)).toBeTruthy()
  const password = 'a new password'
  expect(sent.at(-1)?.body).toMatchObject({ token: 'abc', password, password_confirmation: password })
})
