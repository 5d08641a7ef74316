import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../domain/accounts/user.ts'
import { accountPage, CARD_IN_USE, endText } from '../../domain/billing/api.ts'
import type { Invoice } from '../../domain/billing/invoice-api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { SAVED_CARD, sandbox, typeCard } from '../../testing/page/sandbox.ts'
import { ADA, forget, json, show } from '../../testing/page/show.tsx'
import { AccountPage } from '../account-pages/AccountPage.tsx'
import { setUser } from '../lib/user.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const END = '2026-12-22T00:00:00.000Z'
const PLAN = {
  id: 7,
  product: 'Goal Basics',
  product_key: 'goals_sub',
  start_date: '2026-11-22T00:00:00.000Z',
  end_date: null as string | null,
  stripe_sub_status: 'active'
} satisfies User['subscription']
const RENEWAL = {
  renews_at: END as string | null,
  period_end: END,
  next_plan: null,
  monthly: 3000,
  amount: 400,
  currency: 'usd',
  failed: null as object | null
}
const INVOICE: Invoice = {
  id: 3,
  number: '3C1F0A-0003',
  title: 'Goal Basics',
  amount: 400,
  refunded: 0,
  currency: 'usd',
  state: 'paid',
  created_at: '2026-11-22T00:00:00.000Z',
  paid_at: '2026-11-22T00:00:00.000Z',
  is_test: 0
}
const PAGE = {
  subscription: PLAN as User['subscription'],
  renewal: RENEWAL as typeof RENEWAL | null,
  payment_methods: [SAVED_CARD],
  invoices: [INVOICE],
  checkout: { publishable_key: 'pk_1', sandbox: true }
}
type Responses = Parameters<ReturnType<typeof sandbox>['beside']>[0]

/** The mocked server returns `after` once the page has sent a change. */
function open(page: Partial<typeof PAGE>, responses: Responses = {}, after: Partial<typeof PAGE> = page) {
  setUser(ADA)
  putPage(accountPage, '/account', { ...PAGE, ...page })
  const calls = sandbox().beside({
    'GET /api/get-user': () => json(ADA),
    'GET /api/account': () => json({ serverData: { ...PAGE, ...after } }),
    ...responses
  })
  show(<AccountPage />, '/account')
  return calls
}

const region = (name: string) => within(screen.getByRole('region', { name }))

test('links to /subscribe when there is no subscription', { tags: 'BIL-33' }, () => {
  open({ subscription: null, renewal: null })
  expect(region('Subscription').getByText(/You have no subscription/)).toBeTruthy()
  expect(region('Subscription').getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe('/subscribe')
})

test('cancels an active subscription after a confirmation', {
  tags: ['BIL-30', 'BIL-31', 'BIL-32', 'BIL-34']
}, async () => {
  const cancelled = { ...PLAN, end_date: END }
  const calls = open(
    {},
    {
      'POST /api/subscriptions/7/cancel': () =>
        json({ message: endText(END, 'UTC'), subscription: cancelled, error: null, error_code: null })
    },
    { subscription: cancelled, renewal: { ...RENEWAL, renews_at: null } }
  )
  expect(region('Subscription').getByText('$4.00 every 30 days, next on 22 December 2026')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
  expect(await region('Subscription').findByText('Your subscription will end on 22 December 2026.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
})

test('resubscribes after a cancellation without a payment', { tags: 'D-11' }, async () => {
  const calls = open(
    { subscription: { ...PLAN, end_date: END } },
    {
      'POST /api/subscriptions/create/goals_sub': () => json({ type: 'setup', clientSecret: null, subscription: PLAN })
    },
    { subscription: PLAN }
  )
  fireEvent.click(screen.getByRole('button', { name: 'Resubscribe' }))
  expect(await screen.findByText('Your subscription continues.')).toBeTruthy()
  expect(screen.queryByText(/will end on/)).toBeNull()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('shows a declined renewal and the day until which the tokens stay', () => {
  const failed = { at: '2026-12-22T00:00:00.000Z', tokens_until: '2026-12-29T00:00:00.000Z' }
  open({ subscription: { ...PLAN, stripe_sub_status: 'past_due' }, renewal: { ...RENEWAL, renews_at: null, failed } })
  expect(
    region('Subscription').getByText(/declined on 22 December 2026.*keep your tokens until 29 December 2026/)
  ).toBeTruthy()
})

const DECLINED = {
  subscription: { ...PLAN, stripe_sub_status: 'past_due' },
  renewal: { ...RENEWAL, renews_at: null, failed: { at: END, tokens_until: '2026-12-29T00:00:00.000Z' } }
}

test('a declined renewal can be paid now, or the subscription cancelled', { tags: 'BIL-30' }, async () => {
  const renewed = { subscription: PLAN, renewal: RENEWAL }
  const paid = { clientSecret: null, message: 'Your renewal is paid.', subscription: PLAN }
  const calls = open(DECLINED, { 'POST /api/subscriptions/7/pay': () => json(paid) }, renewed)
  expect(region('Subscription').getByRole('button', { name: 'Cancel subscription' })).toBeTruthy()
  fireEvent.click(region('Subscription').getByRole('button', { name: 'Pay $4.00 now' }))
  expect(await screen.findByText('Your renewal is paid.')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull())
})

test('shows that a card was declined again and allows another try', async () => {
  const message = 'Your card was declined.'
  open(DECLINED, {
    'POST /api/subscriptions/7/pay': () => json({ message, error: message, errors: { payment_method: [message] } }, 422)
  })
  fireEvent.click(region('Subscription').getByRole('button', { name: 'Pay $4.00 now' }))
  expect(await region('Subscription').findByText(message)).toBeTruthy()
  expect(region('Subscription').getByRole('button', { name: 'Pay $4.00 now' })).toBeTruthy()
})

test('asks for a card when a renewal was declined and none is saved', () => {
  open({ ...DECLINED, payment_methods: [] })
  expect(region('Subscription').getByText(/Add a card, then pay now\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
})

test('asks for a card before resubscribing when none is saved', { tags: 'D-11' }, () => {
  open({ subscription: { ...PLAN, end_date: END }, payment_methods: [] })
  expect(screen.queryByRole('button', { name: 'Resubscribe' })).toBeNull()
  const link = region('Subscription').getByRole('link', { name: 'Resubscribe with a card' })
  expect(link.getAttribute('href')).toBe('/subscribe?product=goals_sub')
})

test('adds a card and sends its number to the provider only', { tags: ['BIL-37', 'D-10'] }, async () => {
  const added = { ...SAVED_CARD, id: 'pm_new', card: { brand: 'mastercard', last4: '4444' }, is_default: false }
  const cards = { payment_methods: [SAVED_CARD, added] }
  const calls = open(
    {},
    { 'POST /api/subscriptions/add-payment-method': () => json({ clientSecret: null, ...cards, error: null }) },
    cards
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add a card' }))
  await typeCard('5555 5555 5555 4444')
  fireEvent.click(screen.getByRole('button', { name: 'Save the card' }))
  expect(await screen.findByText('Mastercard ending in 4444, expires 03/41')).toBeTruthy()
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ payment_method: 'pm_new' })
  expect(JSON.stringify(calls)).not.toMatch(/5555/)
})

test('saves a card after the person has authenticated with their bank', {
  tags: 'BIL-37'
}, async () => {
  setUser(ADA)
  putPage(accountPage, '/account', { ...PAGE, payment_methods: [] })
  const provider = sandbox({ asks: true })
  const isSaved = () => provider.paths.includes('POST sandbox/authenticate')
  const calls = provider.beside({
    'POST /api/subscriptions/add-payment-method': () =>
      json({
        clientSecret: isSaved() ? null : 'seti_1_secret_x',
        payment_methods: isSaved() ? [SAVED_CARD] : [],
        error: null
      })
  })
  show(<AccountPage />, '/account')
  fireEvent.click(screen.getByRole('button', { name: 'Add a card' }))
  await typeCard('4000 0025 0000 3155')
  fireEvent.click(screen.getByRole('button', { name: 'Save the card' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Complete' }))
  expect(await screen.findByText('Visa ending in 1881, expires 03/41')).toBeTruthy()
  const sent = calls.filter(({ method }) => method === 'POST').map(({ url }) => url)
  expect(sent).toEqual(Array(2).fill('/api/subscriptions/add-payment-method'))
})

test('shows under the field that the bank refused to save a card', { tags: 'BIL-28' }, async () => {
  const message = 'Your card was declined.'
  const errors = { payment_method: message }
  open({}, { 'POST /api/subscriptions/add-payment-method': () => json({ message, error: message, errors }, 422) })
  fireEvent.click(screen.getByRole('button', { name: 'Add a card' }))
  await typeCard('4000 0000 0000 0002')
  fireEvent.click(screen.getByRole('button', { name: 'Save the card' }))
  const said = await screen.findByText(message)
  const number = screen.getByLabelText<HTMLInputElement>('Card number')
  expect(number.getAttribute('aria-describedby')).toContain(said.id)
  expect(number.value).toBe('4000 0000 0000 0002')
})

test('chooses another default card, and does not remove the card that pays', async () => {
  const other = { ...SAVED_CARD, id: 'pm_other', card: { brand: 'amex', last4: '0005' }, is_default: false }
  const calls = open(
    { payment_methods: [SAVED_CARD, other] },
    {
      'POST /api/subscriptions/default-payment-method': () =>
        json({
          payment_methods: [
            { ...SAVED_CARD, is_default: false },
            { ...other, is_default: true }
          ]
        }),
      'POST /api/subscriptions/remove-payment-method': () => json({ message: CARD_IN_USE, error: CARD_IN_USE }, 409)
    }
  )
  const use = screen.getByRole('button', { name: 'Use American Express ending in 0005, expires 03/41' })
  use.focus()
  fireEvent.click(use)
  expect(await screen.findByRole('button', { name: /Use Visa/ })).toBeTruthy()
  expect(screen.getByText('Pays renewals. To remove it, choose another card first.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Remove American Express/ })).toBeNull()
  // The server may know that the card pays now, although this page does not.
  fireEvent.click(screen.getByRole('button', { name: /Remove Visa/ }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(CARD_IN_USE)).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body?.payment_method)).toEqual([
    'pm_other',
    SAVED_CARD.id
  ])
})

test.each([
  ['Remove', /Remove American Express/, 'remove-payment-method'],
  ['Use', /Use American Express/, 'default-payment-method']
])('removes a card from the page when another device has removed it: %s', async (confirm, name, path) => {
  const message = 'You have no such card.'
  const other = { ...SAVED_CARD, id: 'pm_other', card: { brand: 'amex', last4: '0005' }, is_default: false }
  open(
    { payment_methods: [SAVED_CARD, other] },
    {
      [`POST /api/subscriptions/${path}`]: () =>
        json({ message, error: message, errors: { payment_method: message } }, 422)
    },
    { payment_methods: [SAVED_CARD] }
  )
  fireEvent.click(screen.getByRole('button', { name }))
  if (confirm === 'Remove') {
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }))
  }
  await waitFor(() => expect(screen.queryByText(/American Express/)).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(/Visa ending in 1881/)).toBeTruthy()
})

test('the newest invoices link to their printable pages', async () => {
  open({})
  const invoices = region('Invoices')
  expect(invoices.getByRole('link', { name: 'Goal Basics' }).getAttribute('href')).toBe('/account/invoices/3')
  expect(invoices.getByText('3C1F0A-0003, paid')).toBeTruthy()
  await waitFor(() => expect(invoices.getByText('$4.00')).toBeTruthy())
})
