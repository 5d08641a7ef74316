import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlanKey } from '../../domain/accounts/user.ts'
import { tokensPage } from '../../domain/tokens/api.ts'
import { request } from '../lib/api.ts'
import { setUser } from '../lib/user.ts'
import { putPage } from '../testing/pages.ts'
import { ADA, forget, json, respond, show } from '../testing/show.tsx'
import { PurchaseModal } from './PurchaseModal.tsx'
import { afterPurchase, closePurchase, goToPurchase, openPurchase, purchaseSucceeded } from './purchase.ts'
import { TokensPage } from './TokensPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  closePurchase()
  forget()
})

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

test.each<[string, PlanKey | null, RegExp, string, string]>([
  [
    'TOK-50 TOK-51',
    'goals_sub',
    /outgrown your current subscription!/,
    'Level Up',
    '/pricing?expand=goals_sessions_sub'
  ],
  [
    'TOK-52 TOK-53 TOK-54 TOK-55',
    'goals_sessions_sub',
    /run out of tokens.*every month on the day/,
    'Level Up',
    '/tokens'
  ],
  ['TOK-56', null, /Subscribe/, 'Subscribe', '/pricing?expand=goals_sessions_sub']
])('%s out of tokens with the plan %s', async (_, plan, text, label, to) => {
  subscribe(plan)
  show(<PurchaseModal />)
  act(openPurchase)
  expect(await screen.findByText(text, { selector: 'p' })).toBeTruthy()
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
})

test('HDR-30 TOK-45 TOK-47 any call refused for want of tokens opens the modal', async () => {
  respond({ 'POST /api/goals/store': () => json({ message: '', error: '', error_code: 'INSUFFICIENT_TOKENS' }, 402) })
  show(<PurchaseModal />)
  await expect(request('POST', '/api/goals/store')).rejects.toThrow()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('TOK-48 the join is tried again once, after a purchase from the modal', () => {
  const join = vi.fn()
  openPurchase()
  afterPurchase(join)
  goToPurchase()
  purchaseSucceeded()
  purchaseSucceeded()
  expect(join).toHaveBeenCalledTimes(1)
})

test('TOK-48 closing the modal drops the join', () => {
  const join = vi.fn()
  openPurchase()
  afterPurchase(join)
  closePurchase()
  purchaseSucceeded()
  expect(join).not.toHaveBeenCalled()
})

test('TOK-12 TOK-19 TOK-20 TOK-21 TOK-23 the page shows the balance, the offer and the rates', () => {
  setUser(ADA)
  const serverData = { balance: { monthly: 0, free: 946, purchased: 0 }, ledger: [] }
  putPage(tokensPage, '/tokens', serverData)
  show(<TokensPage />, '/tokens')
  expect(screen.getByText('9')).toBeTruthy()
  expect(screen.getByText('946 uses exactly.')).toBeTruthy()
  expect(screen.getByText('$10').parentElement?.textContent).toBe('$10 for 10 tokens')
  expect(document.getElementById('token-rates')?.textContent).toContain('good for up to ten goals or sessions')
})

test('TOK-24 D-16 the account area has the same page beside its menu', () => {
  setUser(ADA)
  const serverData = { balance: { monthly: 0, free: 946, purchased: 0 }, ledger: [] }
  putPage(tokensPage, '/account/tokens', serverData)
  show(<TokensPage />, '/account/tokens')
  const menu = within(screen.getByRole('navigation', { name: 'Account' }))
  expect(menu.getByRole('link', { name: /Tokens/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('heading', { level: 1, name: 'Tokens' })).toBeTruthy()
  expect(screen.getByText('946 uses exactly.')).toBeTruthy()
})
