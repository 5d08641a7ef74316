import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Role } from '../../../domain/accounts/user.ts'
import type { PaymentMethod } from '../../../domain/billing/api.ts'
import { PURCHASED, tokensPage } from '../../../domain/billing/tokens-api.ts'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { POOL_EMPTY, REDEEMED, REDEEMED_ALREADY } from '../../../domain/tokens/api.ts'
import type { PlanKey } from '../../../domain/tokens/plan-keys.ts'
import { LEDGER_ACTIONS } from '../../../domain/tokens/tokens.ts'
import { keyed } from '../../../testing/page/keyed.ts'
import { pageAt, putPage } from '../../../testing/page/pages.ts'
import { SAVED_CARD, sandbox, typeCard } from '../../../testing/page/sandbox.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { getSignIn } from '../../accounts/sign-in.ts'
import { request } from '../../lib/api.ts'
import { getUser, setUser } from '../../lib/user.ts'
import { afterPurchase, closePurchase, goToPurchase, openPurchase, purchaseSucceeded } from '../purchase.ts'
import { PurchaseModal } from './PurchaseModal.tsx'
import { TokensPage } from './TokensPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  closePurchase()
  forget()
})

const BALANCE = { monthly: 0, free: 946, purchased: 0 }
const CHECKOUT = { publishable_key: 'pk_1', sandbox: true }
const PAGE = {
  balance: BALANCE,
  ledger: [],
  pool: 1_000_000,
  redeemed: false,
  payment_methods: [] as PaymentMethod[],
  checkout: CHECKOUT
}

function open(page: Partial<typeof PAGE> = {}, at = '/tokens') {
  putPage(tokensPage, at, { ...PAGE, ...page })
  return show(<TokensPage />, at)
}

function subscribe(product_key: PlanKey | null): void {
  const subscription = product_key && {
    id: 1,
    product: 'Plan',
    product_key,
    start_date: '',
    end_date: null,
    stripe_sub_status: 'active'
  }
  setUser({ ...ADA, subscription })
}

test.each<[PlanKey | null, RegExp, string, string]>([
  ['goals_sub', /outgrown your current subscription!/, 'Level Up', '/pricing?expand=goals_sessions_sub'],
  ['goals_sessions_sub', /run out of tokens.*every month on the day/, 'Level Up', '/tokens'],
  [null, /Subscribe/, 'Subscribe', '/pricing?expand=goals_sessions_sub']
])(
  'when tokens run out, the modal advises a person with the plan %s',
  {
    tags: ['TOK-50', 'TOK-51', 'TOK-52', 'TOK-53', 'TOK-54', 'TOK-55', 'TOK-56']
  },
  async (plan, text, label, to) => {
    subscribe(plan)
    respond({ 'GET /api/tokens': () => json({ serverData: PAGE }) })
    show(<PurchaseModal />)
    act(openPurchase)
    expect(await screen.findByText(text, { selector: 'p' })).toBeTruthy()
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
  }
)

test('any call refused for missing tokens opens the modal', { tags: ['HDR-30', 'TOK-45', 'TOK-47'] }, async () => {
  respond({ 'POST /api/goals/store': () => json({ message: '', error: '', error_code: 'INSUFFICIENT_TOKENS' }, 402) })
  show(<PurchaseModal />)
  await expect(request('POST', '/api/goals/store')).rejects.toThrow()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('repeats the join once after a purchase from the modal', { tags: 'TOK-48' }, () => {
  const join = vi.fn()
  openPurchase()
  afterPurchase(join)
  goToPurchase()
  void purchaseSucceeded(PURCHASED)
  void purchaseSucceeded(PURCHASED)
  expect(join).toHaveBeenCalledTimes(1)
})

test('repeats every refused action once, and the same action only once', { tags: 'D-13' }, () => {
  const [first, second, note] = [vi.fn(), vi.fn(), vi.fn()]
  openPurchase()
  afterPurchase(first, 'new goal')
  afterPurchase(second, 'new goal')
  afterPurchase(note, 'new note')
  void purchaseSucceeded(PURCHASED)
  void purchaseSucceeded(PURCHASED)
  expect([first, second, note].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
})

test('explains why the remaining uses do not pay for sessions', { tags: 'D-05' }, async () => {
  subscribe('goals_sub')
  setUser({ ...(getUser() ?? ADA), all_remaining_tokens: 500 })
  respond({ 'GET /api/tokens': () => json({ serverData: PAGE }) })
  show(<PurchaseModal />)
  act(openPurchase)
  expect(
    await screen.findByText(/You have 500 uses left this month\..*Sessions, their chat and their forum/)
  ).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Buy 10 tokens' }))
  await screen.findByRole('button', { name: 'Pay $10.00' })
  expect(screen.queryByRole('checkbox', { name: /shared pool/ })).toBeNull()
})

test('closing the modal drops the join', { tags: 'TOK-48' }, () => {
  const join = vi.fn()
  openPurchase()
  afterPurchase(join)
  closePurchase()
  void purchaseSucceeded(PURCHASED)
  expect(join).not.toHaveBeenCalled()
})

test('shows the balance, the offer and the rates', {
  tags: ['TOK-12', 'TOK-19', 'TOK-20', 'TOK-21', 'TOK-23']
}, () => {
  setUser(ADA)
  const serverData = PAGE
  putPage(tokensPage, '/tokens', serverData)
  show(<TokensPage />, '/tokens')
  expect(screen.getByText('9')).toBeTruthy()
  expect(screen.getByText('946 uses left.')).toBeTruthy()
  expect(screen.getByText('$10').parentElement?.textContent).toBe('$10 for 10 tokens')
  expect(document.getElementById('token-rates')?.textContent).toContain('good for up to ten goals or sessions')
})

test('shows the same page beside the menu of the account area', { tags: ['TOK-24', 'D-16'] }, () => {
  setUser(ADA)
  const serverData = PAGE
  putPage(tokensPage, '/account/tokens', serverData)
  show(<TokensPage />, '/account/tokens')
  const menu = within(screen.getByRole('navigation', { name: 'Account' }))
  expect(menu.getByRole('link', { name: /Tokens/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('heading', { level: 1, name: 'Tokens' })).toBeTruthy()
  expect(screen.getByText('946 uses left.')).toBeTruthy()
})

test('every reason of the ledger has a label; choosing one changes the address', async () => {
  setUser(ADA)
  putPage(tokensPage, '/tokens?reason=goal', PAGE)
  putPage(tokensPage, '/tokens?page=3', PAGE)
  const router = show(<TokensPage />, '/tokens?page=3')
  const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Show' })
  const words = [...filter.options].map(({ textContent }) => textContent)
  expect(words.filter(word => (LEDGER_ACTIONS as readonly string[]).includes(word ?? ''))).toEqual([])
  fireEvent.change(filter, { target: { value: 'goal' } })
  await waitFor(() => expect(router.state.location.search).toBe('?reason=goal'))
  expect(screen.getByText('Nothing of this kind yet.')).toBeTruthy()
})

test('the ledger has pages, which keep the reason, and dates as other lists', { tags: 'D-22' }, async () => {
  setUser(ADA)
  const entries = Array.from({ length: 11 }, (_, index) => ({
    id: 20 - index,
    bucket: 'free' as const,
    amount: -1,
    action: 'goal' as const,
    subject: `Goal ${20 - index}`,
    created_at: '2026-11-22T10:00:00.000Z'
  }))
  open({ ledger: entries as never }, '/tokens?reason=goal')
  putPage(tokensPage, '/tokens?reason=goal&page=2', { ...PAGE, ledger: entries.slice(10) })
  expect(screen.getAllByText(/^Goal \d+$/)).toHaveLength(10)
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  expect(screen.getAllByText(when.format(Date.parse('2026-11-22T10:00:00.000Z')))).toHaveLength(10)
  fireEvent.click(screen.getByRole('link', { name: /Next/ }))
  expect(await screen.findByText('Goal 10')).toBeTruthy()
  expect(screen.getAllByText('−1 use')).toHaveLength(1)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Show' }).value).toBe('goal')
})

const REDEEM = 'POST /api/tokens/tokens/redeem-available'
const NO_ERROR = { error: null, error_code: null }

test('redeems free tokens from the pool', { tags: ['TOK-35', 'TOK-36', 'TOK-37', 'TOK-39', 'D-06'] }, async () => {
  setUser(ADA)
  const after = { balance: { ...BALANCE, free: 50_946 }, pool: 999_500, redeemed: true }
  const calls = respond({
    [REDEEM]: () => json({ message: REDEEMED, ...after, ...NO_ERROR }, 200, { 'x-tokens-left': '50946' }),
    'GET /api/tokens': () => json({ serverData: { ...PAGE, ...after } })
  })
  open()
  expect(screen.getByText('1,000,000').parentElement?.textContent).toBe('1,000,000 in the shared pool')
  fireEvent.click(screen.getByRole('button', { name: 'Redeem 500 tokens' }))
  expect(await screen.findByText(REDEEMED)).toBeTruthy()
  expect(screen.getByText('50,946 uses left.')).toBeTruthy()
  expect(screen.getByText('999,500')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Redeem/ })).toBeNull()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test.each([REDEEMED_ALREADY, POOL_EMPTY])('a redemption is refused: %s', { tags: 'TOK-38' }, async message => {
  setUser(ADA)
  respond({
    [REDEEM]: () => json({ message, error: message }, 409),
    'GET /api/tokens': () => json({ serverData: PAGE })
  })
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Redeem 500 tokens' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('asks a visitor to sign in before redeeming', { tags: 'TOK-34' }, async () => {
  const calls = respond({})
  open({ balance: null as never })
  fireEvent.click(screen.getByRole('button', { name: 'Redeem 500 tokens' }))
  expect(await screen.findByText('Please login or create an account to redeem tokens.')).toBeTruthy()
  expect([getSignIn().open, calls]).toEqual([true, []])
})

const ADD = 'POST /api/tokens/tokens/add-free'

function add(amount: string): void {
  fireEvent.change(screen.getByLabelText(/Amount/), { target: { value: amount } })
  fireEvent.click(screen.getByRole('button', { name: 'Add to the pool' }))
}

test('an admin adds free tokens once, even after a lost response', {
  tags: ['TOK-40', 'TOK-42', 'TOK-43', 'D-08']
}, async () => {
  setUser({ ...ADA, role_id: Role.Admin })
  const calls = respond({
    [ADD]: keyed(() => ({ message: 'Tokens successfully added', pool: 1_000_700, ...NO_ERROR }))
  })
  open()
  add('700')
  expect(await screen.findByText('There was an error')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/Amount/).value).toBe('700')
  add('700')
  expect(await screen.findByText('Tokens successfully added')).toBeTruthy()
  expect(pageAt(tokensPage, '/tokens')?.pool).toBe(1_000_700)
  expect(calls.map(({ body }) => body?.amount)).toEqual([700, 700])
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(screen.getByLabelText<HTMLInputElement>(/Amount/).value).toBe('')
})

test("shows the server's error about the amount below the field", { tags: 'TOK-44' }, async () => {
  setUser({ ...ADA, role_id: Role.Admin })
  const message = 'At most 1,000,000.'
  respond({ [ADD]: () => json({ message, error: message, errors: { amount: message } }, 422) })
  open()
  add('')
  expect(await screen.findByText(REQUIRED)).toBeTruthy()
  add('2000000')
  expect(await screen.findByText('There was an error')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-describedby')).toContain('error'))
  expect(screen.getByText(message)).toBeTruthy()
})

test('other people do not see the form', { tags: 'TOK-41' }, () => {
  setUser(ADA)
  open()
  expect(screen.queryByText('Add Free Tokens')).toBeNull()
})

const INTENT = 'GET /api/tokens/get-payment-intent'
const CLAIM = 'POST /api/tokens/purchase'
const BOUGHT = { balance: { ...BALANCE, purchased: 1000 }, pool: 1_000_000 }
const forSale = (token_pool = 0) => ({
  [`${INTENT}?token_pool=${token_pool}`]: () => json({ client_secret: 'pi_1_secret_x', amount: 1000, currency: 'usd' }),
  [CLAIM]: () => json({ message: PURCHASED, tokens: 10, token_pool, ...BOUGHT, ...NO_ERROR }),
  'GET /api/tokens': () => json({ serverData: { ...PAGE, ...BOUGHT } })
})

async function pay(card: { number: string } | null): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Buy 10 tokens' }))
  if (card) await typeCard(card.number)
  fireEvent.click(await payButton())
}

/** Waits for the card form to load, because an earlier press shows a message instead. */
async function payButton(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Pay $10.00' })
  await act(async () => void (await import('../card/SandboxForm.tsx')))
  return button
}

test('asks a visitor to sign in before buying', { tags: 'TOK-25' }, async () => {
  open({ balance: null as never })
  fireEvent.click(screen.getByRole('button', { name: 'Buy 10 tokens' }))
  expect(await screen.findByText('Please login or create an account to purchase tokens.')).toBeTruthy()
  expect(getSignIn().open).toBe(true)
})

test('a visitor reads what the free tokens cover', { tags: 'D-01' }, () => {
  open({ balance: null as never })
  expect(screen.getByText(/Register and get 10 free tokens.*They cover 1,000 uses: each goal/)).toBeTruthy()
})

test('a visitor has one filled button: to register', () => {
  open({ balance: null as never })
  const filled = screen
    .getAllByRole('button')
    .filter(({ dataset }) => dataset.variant === undefined || dataset.variant === 'filled')
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Register'])
})

test('buys tokens with a card whose number goes to the provider only', {
  tags: ['TOK-22', 'TOK-28', 'TOK-29', 'TOK-30', 'TOK-31', 'BIL-27', 'D-10']
}, async () => {
  setUser(ADA)
  const provider = sandbox()
  const calls = provider.beside(forSale())
  open()
  await pay({ number: '4242 4242 4242 4242' })
  expect(await screen.findByText(PURCHASED)).toBeTruthy()
  expect(await screen.findByText('1,946 uses left.')).toBeTruthy()
  expect(calls.find(({ url }) => url === '/api/tokens/purchase')?.body).toMatchObject({
    paymentIntent: 'pi_1',
    token_pool: 0
  })
  expect(JSON.stringify(calls)).not.toMatch(/4242/)
  expect(provider.paths).toEqual(['POST payment_methods', 'POST payment_intents/pi_1/confirm'])
})

test('a saved card pays without the form', { tags: 'BIL-23' }, async () => {
  setUser(ADA)
  const provider = sandbox()
  provider.beside(forSale())
  open({ payment_methods: [SAVED_CARD] })
  await pay(null)
  expect(await screen.findByText(PURCHASED)).toBeTruthy()
  expect(provider.paths).toEqual(['POST payment_intents/pi_1/confirm'])
})

test('gives tokens to the shared pool only after an acknowledgement', {
  tags: ['TOK-26', 'TOK-27', 'D-06']
}, async () => {
  setUser(ADA)
  const provider = sandbox()
  const calls = provider.beside(forSale(1))
  const join = vi.fn()
  afterPurchase(join)
  open({ payment_methods: [SAVED_CARD] })
  fireEvent.click(screen.getByRole('button', { name: 'Buy 10 tokens' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Add the tokens to the shared pool' }))
  const button = await payButton()
  fireEvent.click(button)
  expect(screen.getByText('Please acknowledge that you are purchasing tokens for the shared pool.')).toBeTruthy()
  expect([calls, provider.paths]).toEqual([[], []])
  fireEvent.click(screen.getByRole('checkbox', { name: /for everyone/ }))
  fireEvent.click(button)
  expect(await screen.findByText(PURCHASED)).toBeTruthy()
  expect(calls.find(({ url }) => url === '/api/tokens/purchase')?.body).toMatchObject({ token_pool: 1 })
  // The person's own balance has not changed.
  expect(join).not.toHaveBeenCalled()
})

test('an incomplete card shows errors under its fields, and nothing is paid', {
  tags: 'BIL-28'
}, async () => {
  setUser(ADA)
  const provider = sandbox()
  const calls = provider.beside({})
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Buy 10 tokens' }))
  const number = await screen.findByLabelText('Card number')
  expect(document.activeElement).toBe(number)
  fireEvent.change(number, { target: { value: '4242' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pay $10.00' }))
  expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy()
  expect(screen.getByText("Your card's security code is incomplete.")).toBeTruthy()
  expect(screen.queryByText('There was an error when making the payment')).toBeNull()
  expect([calls, provider.paths]).toEqual([[], []])
})

test('a declined card shows an error under its field, and no tokens are credited', {
  tags: ['TOK-32', 'BIL-28']
}, async () => {
  setUser(ADA)
  const provider = sandbox({ decline: 'Your card has insufficient funds.' })
  const calls = provider.beside(forSale())
  open()
  await pay({ number: '4000 0000 0000 9995' })
  expect(await screen.findByText('There was an error when making the payment')).toBeTruthy()
  const number = screen.getByLabelText<HTMLInputElement>('Card number')
  const described = document.getElementById(number.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
  expect(described?.textContent).toBe('Your card has insufficient funds.')
  expect(number.value).toBe('4000 0000 0000 9995')
  expect(calls.some(({ url }) => url === '/api/tokens/purchase')).toBe(false)
})

test('another try credits a payment without paying again', {
  tags: ['TOK-33', 'D-14']
}, async () => {
  setUser(ADA)
  const provider = sandbox()
  let isFirst = true
  const claim = forSale()[CLAIM] as () => Response
  provider.beside({
    ...forSale(),
    [CLAIM]: () => {
      if (!isFirst) return claim()
      isFirst = false
      return json({ message: 'Down.', error: 'Down.' }, 503)
    }
  })
  open({ payment_methods: [SAVED_CARD] })
  await pay(null)
  expect(await screen.findByText('There was an updating your account.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Update my account' }))
  expect(await screen.findByText(PURCHASED)).toBeTruthy()
  expect(provider.paths).toHaveLength(1)
})

test('does not repeat a payment after a lost response', { tags: 'D-09' }, async () => {
  setUser(ADA)
  const provider = sandbox({ loseFirstConfirm: true })
  const calls = provider.beside(forSale())
  open({ payment_methods: [SAVED_CARD] })
  await pay(null)
  expect(await screen.findByText('There was an error when making the payment')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Pay $10.00' }))
  expect(await screen.findByText(PURCHASED)).toBeTruthy()
  expect(calls.filter(({ url }) => url.includes('get-payment-intent'))).toHaveLength(1)
  expect(provider.payments).toBe(1)
})

test('the refused action continues after buying tokens in the modal', { tags: ['D-13', 'TOK-48'] }, async () => {
  subscribe(null)
  const join = vi.fn()
  const page = { ...PAGE, payment_methods: [SAVED_CARD] }
  sandbox().beside({ ...forSale(), 'GET /api/tokens': () => json({ serverData: page }) })
  show(<PurchaseModal />)
  act(openPurchase)
  afterPurchase(join)
  await screen.findByRole('dialog')
  await pay(null)
  await waitFor(() => expect(join).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const KEYED = { publishable_key: 'pk_test_1', sandbox: false }

test('with a real provider another tab sells the tokens, and the refused action continues here', {
  tags: ['D-13', 'TOK-48']
}, async () => {
  subscribe(null)
  respond({ 'GET /api/tokens': () => json({ serverData: { ...PAGE, checkout: KEYED } }) })
  const join = vi.fn()
  show(<PurchaseModal />, '/sessions/7')
  act(openPurchase)
  afterPurchase(join)
  const buy = await screen.findByRole('link', { name: 'Buy 10 tokens' })
  const subscribing = screen.getByRole('link', { name: 'Subscribe' })
  expect([buy, subscribing].map(link => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/tokens?buy', '_blank'],
    ['/pricing?expand=goals_sessions_sub', '_blank']
  ])
  const tab = new BroadcastChannel('purchase')
  tab.postMessage({ person: ADA.id + 1, told: 'Not for her.' })
  tab.postMessage({ person: ADA.id, told: PURCHASED })
  await waitFor(() => expect(join).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // A purchase in another tab shows nothing here once no action waits.
  const heard = new Promise(resolve => new BroadcastChannel('purchase').addEventListener('message', resolve))
  tab.postMessage({ person: ADA.id, told: PURCHASED })
  await heard
  expect(screen.queryByText('Not for her.')).toBeNull()
  expect(join).toHaveBeenCalledTimes(1)
})

test('says why nothing can be bought, and tries again', async () => {
  subscribe(null)
  let isDown = true
  const page = { ...PAGE, payment_methods: [SAVED_CARD] }
  respond({
    'GET /api/tokens': () =>
      isDown ? json({ message: 'Please try again.', error: 'Please try again.' }, 503) : json({ serverData: page })
  })
  show(<PurchaseModal />)
  act(openPurchase)
  expect(await screen.findByText('Please try again.')).toBeTruthy()
  isDown = false
  fireEvent.click(await screen.findByRole('button', { name: 'Buy 10 tokens' }))
  expect(await screen.findByRole('radio', { name: /Visa ending in 1881/ })).toBeTruthy()
})

test('a tab opened to buy shows the form at once and closes after the purchase', async () => {
  setUser(ADA)
  sandbox().beside(forSale())
  const close = vi.fn()
  vi.stubGlobal('opener', {})
  vi.stubGlobal('close', close)
  open({ payment_methods: [SAVED_CARD] }, '/tokens?buy')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $10.00' }))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
})
