import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { securityPage } from '../../domain/accounts/api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { SecurityPage } from './SecurityPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const AT = '2026-03-02T09:00:00.000Z'
const LOGINS = [
  { id: 'a1', device: 'Firefox on Linux', since: AT, used_at: AT, is_current: 1 as const },
  { id: 'b2', device: 'Safari on iPhone', since: AT, used_at: AT, is_current: 0 as const }
]

function open(logins: readonly unknown[] | null = LOGINS) {
  setUser(ADA)
  putPage(securityPage, '/account/security', { logins, passkeys: [] })
  show(<SecurityPage />, '/account/security')
}

test('signs out other devices one by one, and marks this device', async () => {
  const sent = respond({
    'GET /api/account/security': () => json({ serverData: { logins: LOGINS, passkeys: [] } }),
    'DELETE /api/account/logins/b2': () => json({})
  })
  open()
  const rows = within(screen.getByRole('region', { name: 'Where you’re signed in' })).getAllByRole('listitem')
  expect(rows.map(row => within(row).queryAllByRole('button').length)).toEqual([0, 1])
  expect(rows[0]?.textContent).toContain('This device')
  fireEvent.click(screen.getByRole('button', { name: /^Sign out Safari on iPhone/ }))
  expect(await screen.findByText('Safari on iPhone was signed out.')).toBeTruthy()
  expect(screen.queryByText('Safari on iPhone')).toBeNull()
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toContain('DELETE /api/account/logins/b2')
})

test('shows this device and the five last used ones, and the others after a press', () => {
  const [current, other] = LOGINS
  const many = Array.from({ length: 102 }, (_, at) => ({ ...other, id: `c${at}`, device: `Device ${at}` }))
  open([...many.slice(0, 50), current, ...many.slice(50)])
  const rows = () => within(screen.getByRole('region', { name: 'Where you’re signed in' })).getAllByRole('listitem')
  const devices = () => rows().map(row => row.querySelector('p')?.textContent)
  expect(devices()).toEqual(['Firefox on Linux', ...many.slice(0, 5).map(({ device }) => device)])
  fireEvent.click(screen.getByRole('button', { name: 'Show all 103' }))
  expect(rows()).toHaveLength(103)
  expect(screen.queryByRole('button', { name: 'Show all 103' })).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Sign out Device 5,/)
})

test('a panel that throws leaves the other panels', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open(null)
  expect(screen.getByText("We couldn't show this part of the page.")).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Where you’re signed in' })).toBeNull()
  for (const name of ['Password', 'Passkeys', 'Delete the account'])
    expect(screen.getByRole('region', { name })).toBeTruthy()
})

test('a device that throws leaves the other devices', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open([LOGINS[0], { ...LOGINS[1], used_at: {} }])
  const rows = within(screen.getByRole('region', { name: 'Where you’re signed in' })).getAllByRole('listitem')
  expect(rows.map(row => row.textContent)).toEqual([
    expect.stringContaining('Firefox on Linux'),
    "We couldn't show this device."
  ])
})

test('signing out everywhere asks for confirmation once', async () => {
  const sent = respond({
    'GET /api/account/security': () => json({ serverData: { logins: LOGINS, passkeys: [] } }),
    'POST /api/account/sign-out': () => json({})
  })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(sent.at(-1)?.url).toBe('/api/account/sign-out')
})

test('changes the password; a wrong current one shows an error under its field and keeps the text', async () => {
  let isRight = false
  const errors = { current_password: 'This isn’t your password.' }
  const sent = respond({
    'GET /api/account/security': () => json({ serverData: { logins: LOGINS, passkeys: [] } }),
    'POST /api/account/password': () => (isRight ? json({}) : json({ message: 'No', error: 'No', errors }, 422))
  })
  open()
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Change the password' }))
  press()
  expect(await screen.findAllByText('Value is required.')).toHaveLength(3)
  fireEvent.change(field(/Current password/), { target: { value: 'the old one' } })
  fireEvent.change(field(/New password/), { target: { value: 'a new password' } })
  fireEvent.change(field(/Repeat the password/), { target: { value: 'a new password' } })
  press()
  expect(await screen.findByText('This isn’t your password.')).toBeTruthy()
  expect(field(/New password/).value).toBe('a new password')
  isRight = true
  press()
  expect(await screen.findByText('Your password was changed.')).toBeTruthy()
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    current_password: 'the old one',
    password: 'a new password',
    password_confirmation: 'a new password'
  })
  expect(field(/New password/).value).toBe('')
})

test('asks a visitor to sign in', () => {
  putPage(securityPage, '/account/security', null)
  show(<SecurityPage />, '/account/security')
  expect(screen.getByText('Sign in or register to see where you’re signed in.')).toBeTruthy()
})
