import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../domain/accounts/user.ts'
import { type PaymentMethod, SUBSCRIBED, subscribePage } from '../../domain/billing/api.ts'
import { PLANS, productOf } from '../../domain/billing/plans.ts'
import { putPage } from '../../testing/page/pages.ts'
import { SAVED_CARD, sandbox, typeCard } from '../../testing/page/sandbox.ts'
import { ADA, forget, json, show } from '../../testing/page/show.tsx'
import { getSignIn } from '../accounts/sign-in.ts'
import { setUser } from '../lib/user.ts'
import { SubscribePage } from './SubscribePage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  vi.useRealTimers()
  forget()
})

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
  renewal: null as object | null,
  checkout: { publishable_key: 'pk_1', sandbox: true }
}

/** Renders nothing once the person has left the page. */
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

/** The code of the form may still be loading, even with a saved card. Presses again until the text appears. */
async function pressUntil(text: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    press()
    if (await screen.findByText(text, undefined, { timeout: 300 }).catch(() => null)) return
  }
  screen.getByText(text)
}

test('asks a visitor to sign in before subscribing', { tags: 'BIL-24' }, async () => {
  open()
  press()
  expect(await screen.findByText('Please login or create an account to subscribe.')).toBeTruthy()
  expect(getSignIn().open).toBe(true)
})

test('subscribes with a new card and saves it', {
  tags: ['BIL-21', 'BIL-22', 'BIL-25', 'BIL-26', 'BIL-29', 'BIL-35', 'BIL-36']
}, async () => {
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
  // The navigation hides earlier toasts, but this one must appear.
  expect(await screen.findByText(SUBSCRIBED)).toBeTruthy()
  expect(provider.paths).toEqual(['POST payment_methods', 'POST payment_intents/pi_1/confirm'])
})

test('a saved card is chosen by its brand and last digits', {
  tags: ['BIL-23', 'BIL-50', 'BIL-51', 'BIL-52']
}, async () => {
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

test('shows that a saved card was declined', { tags: 'BIL-28' }, async () => {
  setUser(ADA)
  const provider = sandbox({ decline: 'Your card was declined.' })
  const calls = provider.beside(toSubscribe())
  open({ payment_methods: [SAVED_CARD] })
  await pressUntil('Your card was declined.')
  expect(calls.some(({ url }) => url.includes('/confirm'))).toBe(false)
})

test.each(['Complete', 'Fail'])('the bank asks for authentication: %s', { tags: 'D-10' }, async outcome => {
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

test('another plan replaces the current one at once; the current one cannot be bought again', { tags: 'D-11' }, () => {
  setUser({ ...ADA, subscription: PLAN })
  open({ subscription: PLAN, payment_methods: [SAVED_CARD] })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Goal Basics/ }).disabled).toBe(true)
  expect(screen.getByText(/replaces Goal Basics right away.*set to 60/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Subscribe for $8.00' })).toBeTruthy()
})

const LARGE = {
  ...PLAN,
  product: 'Goals and Sessions',
  product_key: 'goals_sessions_sub'
} satisfies User['subscription']
const RENEWAL = {
  renews_at: '2026-01-31T00:00:00.000Z' as string | null,
  period_end: '2026-01-31T00:00:00.000Z',
  next_plan: null as string | null,
  monthly: 5940,
  amount: 800,
  currency: 'usd',
  failed: null
}
const HAS_LARGE = { subscription: LARGE, renewal: RENEWAL, payment_methods: [SAVED_CARD] }
const CREATED = { type: 'setup', clientSecret: null, subscription: LARGE }

test('a smaller plan begins at the end of the period, and nothing is charged now', { tags: 'D-161' }, async () => {
  vi.setSystemTime('2026-01-10T12:00:00Z')
  setUser({ ...ADA, subscription: LARGE })
  const calls = sandbox().beside({ ...toSubscribe(), [CREATE]: () => json(CREATED) })
  open(HAS_LARGE)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /When this period ends/ }).checked).toBe(true)
  expect(screen.getByText(/You pay nothing now. From 31 January 2026, you pay \$4.00/)).toBeTruthy()
  for (let tries = 0; tries < 10 && !calls.some(({ url }) => url.includes('/create/')); tries++) {
    fireEvent.click(screen.getByRole('button', { name: 'Change on 31 January 2026' }))
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  expect(await screen.findByText('Goal Basics starts on 31 January 2026.')).toBeTruthy()
  const create = calls.find(({ url }) => url.includes('/create/'))
  expect(create?.body).toMatchObject({ when: 'period_end', default_payment_method: SAVED_CARD.id })
  expect(calls.some(({ url }) => url.includes('/confirm'))).toBe(false)
})

test('says how many paid days and tokens an immediate change loses', { tags: 'D-161' }, () => {
  vi.setSystemTime('2026-01-10T12:00:00Z')
  setUser({ ...ADA, subscription: LARGE })
  open(HAS_LARGE)
  expect(screen.getByText('You lose 21 paid days and 59 monthly tokens. There are no refunds.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /^Now/ }))
  expect(screen.getByRole('button', { name: 'Change now for $4.00' })).toBeTruthy()
})

test('shows when a chosen smaller plan begins, and offers to keep the larger one', { tags: 'D-161' }, () => {
  setUser({ ...ADA, subscription: LARGE })
  open({ ...HAS_LARGE, renewal: { ...RENEWAL, next_plan: 'goals_sub' } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Goal Basics starts on 31 January 2026.' })
  expect(button.disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /Goals and Sessions/ }))
  expect(screen.getByRole('button', { name: 'Keep Goals and Sessions' })).toBeTruthy()
})

test('after a cancellation the page offers to resubscribe', { tags: 'D-11' }, () => {
  const subscription = { ...LARGE, end_date: '2026-01-31T00:00:00.000Z' }
  setUser({ ...ADA, subscription })
  open({ ...HAS_LARGE, subscription, renewal: { ...RENEWAL, renews_at: null } }, '/subscribe')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Goals and Sessions/ }).checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Resubscribe' })).toBeTruthy()
  expect(screen.getByText(/You pay nothing now/)).toBeTruthy()
})

test('resubscribing without a saved card saves one and charges nothing', { tags: 'D-11' }, async () => {
  const subscription = { ...LARGE, end_date: '2026-01-31T00:00:00.000Z' }
  setUser({ ...ADA, subscription })
  const provider = sandbox()
  const calls = provider.beside({
    ...toSubscribe(),
    'POST /api/subscriptions/add-payment-method': () => json({ clientSecret: null, payment_methods: [SAVED_CARD] }),
    'POST /api/subscriptions/create/goals_sessions_sub': () => json(CREATED)
  })
  open({ ...HAS_LARGE, subscription, payment_methods: [] }, '/subscribe')
  await screen.findByLabelText('Card number')
  await typeCard('4242 4242 4242 4242')
  fireEvent.click(screen.getByRole('checkbox', { name: /Save this card/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Resubscribe' }))
  expect(await screen.findByText('Your subscription continues.')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
    '/api/subscriptions/add-payment-method',
    '/api/subscriptions/create/goals_sessions_sub'
  ])
  expect(provider.payments).toBe(0)
})
