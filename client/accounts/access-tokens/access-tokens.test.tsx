import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AccessTokenRow, accessTokensPage } from '../../../domain/accounts/access-tokens/api.ts'
import type { AppRow } from '../../../domain/accounts/apps/api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { ProgramsPage } from '../../account-pages/ProgramsPage.tsx'
import { setUser } from '../../lib/user.ts'

const PATH = '/account/programs'
const token: AccessTokenRow = {
  ...{ id: 7, name: 'Button on my desk', scopes: ['goals:read', 'logs:read', 'logs:write'] },
  ...{ created_at: '2026-01-01T00:00:00.000Z', expires_at: '2099-01-01T12:00:00.000Z', used_at: null }
}

beforeEach(() => setUser(ADA))
afterEach(forget)

/** The page also reads the press addresses and webhooks. */
const respondWith = (responses: Parameters<typeof respond>[0]) =>
  respond({
    'GET /api/account/press-addresses': () => json({ press_addresses: [] }),
    'GET /api/account/webhooks': () => json({ webhooks: [], groups: [] }),
    ...responses
  })
const writes = (sent: { method: string; body?: unknown }[]) => sent.filter(({ method }) => method !== 'GET')

function open(tokens: AccessTokenRow[] = [], apps: AppRow[] = []): void {
  putPage(accessTokensPage, PATH, { tokens, apps })
  show(<ProgramsPage />, PATH)
}

test('a person creates an access key, and sees it once', { tags: 'D-156' }, async () => {
  const sent = respondWith({ 'POST /api/account/access-tokens': () => json({ secret: 'hut_abc', token }) })
  open()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Button on my desk' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Read: Goals, notes and Today' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create the key' }))
  expect(await screen.findByDisplayValue('hut_abc')).toBeTruthy()
  expect(writes(sent)[0]?.body).toMatchObject({
    name: 'Button on my desk',
    scopes: ['logs:write', 'goals:read'],
    days: 90
  })
  expect(screen.getByText('Reads goals, notes and Today. Reads and changes logs.')).toBeTruthy()
})

test('a key without a name or a right is not sent', { tags: 'D-156' }, async () => {
  const sent = respondWith({})
  open()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Change: Logs' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create the key' }))
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(screen.getByText('Choose what the program may do.')).toBeTruthy()
  expect(writes(sent)).toEqual([])
})

test('a person ends an access key after a question', { tags: 'D-156' }, async () => {
  const sent = respondWith({ 'DELETE /api/account/access-tokens/7': () => json({}) })
  open([token])
  fireEvent.click(screen.getByRole('button', { name: 'End the access key Button on my desk' }))
  fireEvent.click(await screen.findByRole('button', { name: 'End it' }))
  await waitFor(() => expect(screen.queryByText('Button on my desk')).toBeNull())
  expect(writes(sent)).toHaveLength(1)
})

test('a person disconnects an app after a question', { tags: 'D-156' }, async () => {
  const sent = respondWith({ 'DELETE /api/account/apps/8': () => json({}) })
  open([], [{ ...token, id: 8, name: 'My assistant' }])
  expect(screen.getByText(/^Connected .* not used yet$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect My assistant' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(screen.queryByText('My assistant')).toBeNull())
  expect(writes(sent)).toHaveLength(1)
})
