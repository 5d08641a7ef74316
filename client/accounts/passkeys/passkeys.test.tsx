import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { securityPage } from '../../../domain/accounts/api.ts'
import { CONFIRM_FIRST, NO_PASSKEYS } from '../../../domain/accounts/passkeys/api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { SecurityPage } from '../../account-pages/SecurityPage.tsx'
import { setUser } from '../../lib/user.ts'
import { LoginForm } from '../LoginForm.tsx'
import { passkeyMessage } from './passkeys.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  forget()
})

const AT = '2026-03-02T09:00:00.000Z'
const PASSKEYS = [
  { id: 'new', name: 'Chrome on Android', created_at: AT, used_at: null },
  { id: 'old', name: 'Safari on Mac', created_at: AT, used_at: AT }
]

function open() {
  setUser(ADA)
  putPage(securityPage, '/account/security', { logins: [], passkeys: PASSKEYS })
  const router = show(<SecurityPage />, '/account/security')
  return { router, panel: within(screen.getByRole('region', { name: 'Passkeys' })) }
}

test('lists passkeys with device and last use, and removes one after a confirmation', async () => {
  const sent = respond({ 'DELETE /api/account/passkeys/old': () => json({}) })
  const { panel } = open()
  const rows = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Chrome on Android.*not used yet/)
  expect(rows[1]).toMatch(/^Safari on Mac.*last used/)
  fireEvent.click(panel.getByRole('button', { name: /^Remove the passkey Safari on Mac/ }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1))
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toContain('DELETE /api/account/passkeys/old')
})

test('renames a passkey in place and shows an invalid name there', async () => {
  let response = json({ message: 'Wrong.', errors: { name: 'Value is required.' } }, 422)
  const sent = respond({ 'PATCH /api/account/passkeys/old': () => response })
  const { panel } = open()
  fireEvent.click(panel.getByRole('button', { name: /^Rename the passkey Safari on Mac/ }))
  const field = panel.getByLabelText('Name') as HTMLInputElement
  expect([field.value, document.activeElement]).toEqual(['Safari on Mac', field])
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Value is required.')).toBeTruthy()
  response = json({ passkeys: PASSKEYS.map(one => (one.id === 'old' ? { ...one, name: 'Work' } : one)) })
  fireEvent.change(field, { target: { value: 'Work' } })
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(panel.getAllByRole('listitem')[1]?.textContent).toMatch(/^Work/))
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
    { name: '' },
    { name: 'Work' }
  ])
  expect(panel.queryByLabelText('Name')).toBeNull()
})

test('adding a passkey leads to the password confirmation, and shows why it is not possible', {
  tags: 'D-31'
}, async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  let refused = { status: 409, text: NO_PASSKEYS }
  respond({ 'POST /api/account/passkeys/options': () => json({ message: refused.text }, refused.status) })
  const { router, panel } = open()
  fireEvent.click(panel.getByRole('button', { name: 'Add a passkey' }))
  expect(await panel.findByText(NO_PASSKEYS)).toBeTruthy()
  refused = { status: 403, text: CONFIRM_FIRST }
  fireEvent.click(panel.getByRole('button', { name: 'Add a passkey' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/password/confirm'))
})

test('a browser without passkeys offers neither to add one nor to sign in with one', () => {
  const { panel } = open()
  expect(panel.getByText(/^You can't add a passkey with this browser or at this address/)).toBeTruthy()
  show(<LoginForm />, '/')
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})

test('signing in with a passkey shows refusals of the server and errors of the device', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  respond({ 'POST /api/passkeys/options': () => json({ message: NO_PASSKEYS }, 409) })
  show(<LoginForm />, '/')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  expect(await screen.findByText(NO_PASSKEYS)).toBeTruthy()
  const words = (name: string) => passkeyMessage(Object.assign(new Error('in words of its own'), { name }))
  expect(words('NotAllowedError')).toMatch(/^Nothing changed\. You cancelled/)
  expect(words('InvalidStateError')).toBe('You already have a passkey on this device.')
  expect(words('SecurityError')).toBe(NO_PASSKEYS)
})
