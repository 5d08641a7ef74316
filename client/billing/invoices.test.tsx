import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Invoice, invoicePage, invoicesPage } from '../../domain/billing/invoice-api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { InvoicePage } from './InvoicePage.tsx'
import { InvoicesPage } from './InvoicesPage.tsx'

afterEach(forget)

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
const SHEET = {
  invoice: INVOICE,
  name: 'Ada',
  email: 'ada@example.org',
  tokens: 30,
  period_start: '2026-11-22T00:00:00.000Z' as string | null,
  period_end: '2026-12-22T00:00:00.000Z' as string | null,
  card: { brand: 'visa', last4: '4242' } as { brand: string; last4: string } | null
}

function openSheet(sheet: Partial<typeof SHEET> = {}): void {
  setUser(ADA)
  putPage(invoicePage, '/account/invoices/3', { ...SHEET, ...sheet })
  show(<InvoicePage />, '/account/invoices/3')
}

const rows = (): [string | null, string | null][] =>
  screen.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent ?? null])

test('an invoice shows who paid what, when and how', () => {
  openSheet()
  expect(screen.getByRole('heading', { level: 1, name: 'Invoice 3C1F0A-0003' })).toBeTruthy()
  expect(rows()).toEqual([
    ['From', 'Challenge Hut'],
    ['For', 'Ada\nada@example.org'],
    ['Bought', 'Goal Basics'],
    ['Tokens', '30'],
    ['Period', '22 November 2026 to 22 December 2026'],
    ['Date', '22 November 2026'],
    ['Status', 'paid'],
    ['Card', 'Visa ending in 4242'],
    ['Amount', '$4.00 USD']
  ])
  const print = vi.fn()
  vi.stubGlobal('print', print)
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
})

test('an invoice shows its refund and omits empty rows', () => {
  const invoice = { ...INVOICE, title: '10 tokens', amount: 1000, refunded: 250, state: 'partly_refunded' as const }
  openSheet({ invoice, tokens: 10, period_start: null, period_end: null, card: null })
  expect(rows().slice(2)).toEqual([
    ['Bought', '10 tokens'],
    ['Tokens', '10'],
    ['Date', '22 November 2026'],
    ['Status', 'partly refunded'],
    ['Amount', '$10.00 USD'],
    ['Refunded', '$2.50 USD']
  ])
})

test('marks a test invoice, and gives an unpaid one no number', () => {
  openSheet({ invoice: { ...INVOICE, is_test: 1 } })
  expect(screen.getByText('Test invoice: nobody was charged.')).toBeTruthy()
  openSheet({ invoice: { ...INVOICE, number: null, state: 'open', paid_at: null } })
  expect(screen.getByRole('heading', { level: 1, name: 'Unpaid invoice' })).toBeTruthy()
})

test('the list of invoices has pages, and says when it is empty', async () => {
  setUser(ADA)
  const invoices = Array.from({ length: 11 }, (_, index) => ({
    ...INVOICE,
    id: 20 - index,
    number: `3C1F0A-00${20 - index}`
  }))
  putPage(invoicesPage, '/account/invoices', { invoices })
  putPage(invoicesPage, '/account/invoices?page=2', { invoices: invoices.slice(10) })
  putPage(invoicesPage, '/account/invoices?page=3', { invoices: [] })
  const router = show(<InvoicesPage />, '/account/invoices')
  expect(screen.getAllByRole('link', { name: 'Goal Basics' })).toHaveLength(10)
  fireEvent.click(screen.getByRole('link', { name: /Next/ }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Goal Basics' })).toHaveLength(1))
  expect(screen.getByText('3C1F0A-0010, paid')).toBeTruthy()
  await router.navigate('/account/invoices?page=3')
  expect(await screen.findByText('You haven’t paid for anything yet.')).toBeTruthy()
})
