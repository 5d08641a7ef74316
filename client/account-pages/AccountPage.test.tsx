import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { LoaderFunctionArgs } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountPage } from '../../domain/billing/api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { pageLoader } from '../lib/page.ts'
import { setUser } from '../lib/user.ts'
import { AccountPage } from './AccountPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const PAGE = {
  subscription: null,
  renewal: null,
  payment_methods: [],
  invoices: [],
  checkout: { publishable_key: 'pk_1', sandbox: true }
}

test('saves the profile and keeps the username disabled', {
  tags: ['ACC-60', 'ACC-64', 'ACC-66', 'ACC-69']
}, async () => {
  setUser(ADA)
  const sent = respond({
    'GET /api/account': () => json({ serverData: PAGE }),
    'PATCH /api/account/profile': () => json({ user: { ...ADA, first_name: 'Augusta' } })
  })
  show(<AccountPage />, '/account')
  expect((screen.getByLabelText('Username') as HTMLInputElement).disabled).toBe(true)
  expect(screen.getByRole('navigation', { name: 'Account' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Augusta' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Successfully updated profile.')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ userData: { first_name: 'Augusta', revision: 0 } })
})

test('My Account shows the profile fields, filled in', { tags: ['ACC-59', 'ACC-61', 'ACC-62', 'ACC-63'] }, () => {
  setUser(ADA)
  respond({ 'GET /api/account': () => json({ serverData: PAGE }) })
  show(<AccountPage />, '/account')
  expect(screen.getByRole('heading', { level: 1, name: 'My Account' })).toBeTruthy()
  const textIn = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
  expect([/First name/, /Last name/, /Email/].map(textIn)).toEqual(['Ada', 'Lovelace', 'ada@example.com'])
})

test.each([
  ['none', null, /You have no subscription/],
  ['one', { product: 'Goal Basics', start_date: '2030-05-01T10:00:00.000Z', end_date: null }, /Goal Basics/]
])('the panel shows my subscription: %s', { tags: 'ACC-65' }, (_, subscription, text) => {
  setUser(ADA)
  putPage(accountPage, '/account', { ...PAGE, subscription })
  show(<AccountPage />, '/account')
  expect(screen.getByRole('region', { name: 'Subscription' }).textContent).toMatch(text)
})

test('a switch shows my streak on my profile, and saves at once', { tags: 'D-163' }, async () => {
  setUser(ADA)
  const sent = respond({
    'GET /api/account': () => json({ serverData: PAGE }),
    'PATCH /api/account/profile': () => json({ user: { ...ADA, shows_streak: 1 } })
  })
  show(<AccountPage />, '/account')
  fireEvent.click(screen.getByRole('switch', { name: /^My streak/ }))
  await waitFor(() =>
    expect((screen.getByRole('switch', { name: /^My streak/ }) as HTMLInputElement).checked).toBe(true)
  )
  expect(sent.at(-1)?.body).toMatchObject({ userData: { shows_streak: 1 } })
  expect((screen.getByRole('switch', { name: /^Sessions I’m in/ }) as HTMLInputElement).checked).toBe(false)
})

test("shows the server's message under the field", { tags: 'API-48' }, async () => {
  setUser(ADA)
  const text = 'The email has already been taken.'
  respond({
    'GET /api/account': () => json({ serverData: PAGE }),
    'PATCH /api/account/profile': () => json({ message: text, error: text, errors: { 'userData.email': text } }, 422)
  })
  show(<AccountPage />, '/account')
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Augusta' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByLabelText(/Email/).getAttribute('aria-invalid')).toBe('true')
})

test('a visitor sees a sign-in prompt at once, and the page fetches nothing', {
  tags: ['MYS-09', 'MYS-10']
}, async () => {
  const sent = respond({})
  const request = new Request('http://localhost/account')
  await pageLoader('/account', { personal: true })({ request, params: {} } as LoaderFunctionArgs)
  show(<AccountPage />, '/account')
  expect(screen.getByText('Sign in or register to see your account.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('asks before leaving while a profile change is not saved', async () => {
  setUser(ADA)
  respond({ 'PATCH /api/account/profile': () => json({ user: { ...ADA, first_name: 'Augusta', revision: 1 } }) })
  putPage(accountPage, '/account', PAGE)
  const router = show(<AccountPage />, '/account')
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Augusta' } })
  void router.navigate('/activities')
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/account')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Successfully updated profile.')
  void router.navigate('/activities')
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities'))
})
