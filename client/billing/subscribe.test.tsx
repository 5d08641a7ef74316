import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../domain/accounts/user.ts'
import { type PaymentMethod, SUBSCRIBED, subscribePage } from '../../domain/billing/api.ts'
import { PLANS, productOf } from '../../domain/billing/plans.ts'
import { getSignIn } from '../accounts/sign-in.ts'
import { setUser } from '../lib/user.ts'
import { putPage } from '../testing/pages.ts'
import { SAVED_CARD, sandbox, typeCard } from '../testing/sandbox.ts'
import { ADA, forget, json, show } from '../testing/show.tsx'
import { SubscribePage } from './SubscribePage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const PLAN = {
  id: 7,
  product: 'Goal Basics',
  product_key: 'goals_sub',
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: null,
  stripe_sub_status: 'active'
} satisfies User['subscription']

const PAGE = {
  products: PLANS.map(productOf).filter(({ key }) => key),
  payment_methods: [] as PaymentMethod[],
  subscription: null as User['subscription'],
  checkout: { publishable_key: 'pk_1', sandbox: true }
}

/** Another page stands where it leads to. */
function Pages() {
  return useLocation().pathname === '/subscribe' ? <SubscribePage /> : null
}

function open(page: Partial<typeof PAGE> = {}, at = '/subscribe?product=goals_sub') {
  putPage(subscribePage, at, { ...PAGE, ...page })
  return show(<Pages />, at)
}

const CREATE = 'POST /api/subscriptions/create/goals_sub'
const toSubscribe = (clientSecret: string | null = 'pi_1_secret_x') => ({
  [CREATE]: () => json({ type: 'payment', clientSecret, subscription: PLAN }),
  'POST /api/subscriptions/7/confirm': () => json({ message: SUBSCRIBED, subscription: PLAN, error: null }),
  'GET /api/get-user': () => json({ ...ADA, subscription: PLAN })
})
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Subscribe for $4.00' }))

/** With a saved card the code of the form may still be on its way. */
async function pressUntil(text: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    press()
    if (await screen.findByText(text, undefined, { timeout: 300 }).catch(() => null)) return
  }
  screen.getByText(text)
}

test('BIL-24 a visitor who subscribes is asked to log in', async () => {
  open()
  press()
  expect(await screen.findByText('Please login or create an account to subscribe.')).toBeTruthy()
  expect(getSignIn().open).toBe(true)
})

test('BIL-21 BIL-22 BIL-25 BIL-26 BIL-29 BIL-35 BIL-36 a new card is typed in whole and saved', async () => {
  setUser(ADA)
  const provider = sandbox()
  const calls = provider.beside(toSubscribe())
  const router = open()
  await screen.findByLabelText('Card number')
  press()
  expect(await screen.findByText('Please select a payment method.')).toBeTruthy()
  await typeCard('4242 4242 4242 4242')
  press()
  expect(await screen.findByText('Please check the box to save your payment method.')).toBeTruthy()
  expect([calls, provider.paths]).toEqual([[], []])
  fireEvent.click(screen.getByRole('checkbox', { name: /Save this card/ }))
  press()
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'))
  // The move takes away what was said before it.
  expect(await screen.findByText(SUBSCRIBED)).toBeTruthy()
  expect(provider.paths).toEqual(['POST payment_methods', 'POST payment_intents/pi_1/confirm'])
})

test('BIL-23 BIL-50 BIL-51 BIL-52 a saved card is chosen by its brand and last digits', async () => {
  setUser(ADA)
  const provider = sandbox()
  const calls = provider.beside(toSubscribe())
  open({ payment_methods: [SAVED_CARD] })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Visa ending in 1881, expires 03/41' }).checked).toBe(true)
  expect(screen.queryByLabelText('Card number')).toBeNull()
  await pressUntil(SUBSCRIBED)
  expect(calls.find(({ url }) => url.includes('/create/'))?.body).toMatchObject({ default_payment_method: 'pm_saved' })
  expect(provider.payments).toBe(1)
})

test('BIL-28 a saved card that is declined is said', async () => {
  setUser(ADA)
  const provider = sandbox({ decline: 'Your card was declined.' })
  const calls = provider.beside(toSubscribe())
  open({ payment_methods: [SAVED_CARD] })
  await pressUntil('Your card was declined.')
  expect(calls.some(({ url }) => url.includes('/confirm'))).toBe(false)
})

test.each(['Complete', 'Fail'])('D-10 the bank asks for authentication: %s', async outcome => {
  setUser(ADA)
  const provider = sandbox({ asks: true })
  provider.beside(toSubscribe())
  open({ payment_methods: [SAVED_CARD] })
  const dialog = await waitFor(() => {
    press()
    return screen.getByRole('dialog')
  })
  fireEvent.click(within(dialog).getByRole('button', { name: outcome }))
  await waitFor(() => expect(provider.paths.at(-1)).toBe('POST sandbox/authenticate'))
})

test('D-11 another plan takes the place of the one that one has, which cannot be bought again', () => {
  setUser({ ...ADA, subscription: PLAN })
  open({ subscription: PLAN, payment_methods: [SAVED_CARD] })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Goal Basics/ }).disabled).toBe(true)
  expect(screen.getByText(/takes the place of Goal Basics at once.*set to 60/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Subscribe for $8.00' })).toBeTruthy()
})
