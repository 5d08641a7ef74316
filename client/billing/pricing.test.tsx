import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { PLANS, productOf } from '../../domain/billing/plans.ts'
import { ADA, forget, show } from '../../testing/page/show.tsx'
import { config } from '../lib/embedded.ts'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { Footer } from '../shell/Footer.tsx'
import { Header } from '../shell/Header.tsx'
import { PricingPage } from './PricingPage.tsx'

afterEach(forget)

function open(at: string) {
  queryClient.setQueryDefaults(['page'], { initialData: { products: PLANS.map(productOf) } })
  return show(<PricingPage />, at)
}

test('shows the plans', {
  tags: [
    'BIL-02',
    'BIL-03',
    'BIL-04',
    'BIL-05',
    'BIL-06',
    'BIL-08',
    'BIL-09',
    'BIL-10',
    'BIL-11',
    'BIL-12',
    'BIL-13',
    'BIL-14',
    'BIL-19',
    'TOK-19'
  ]
}, () => {
  open('/pricing')
  const text = (plan: string) => screen.getByRole('region', { name: plan }).textContent
  expect(text('Goal Basics')).toMatch(
    /\$4 a month30 tokens every month.*No sessions, no session chat, no session forum/
  )
  expect(text('Goals and Sessions')).toMatch(
    /\$8 a month60 tokens every month.*plus sessions, session chat and the session forum/
  )
  expect(text('Pay As You Go')).toMatch(/\$10 once10 tokens.*Tokens never expire/)
  expect(text('Pay As You Go')).not.toMatch(/month/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the address opens a plan with its terms', { tags: ['BIL-18', 'BIL-20'] }, async () => {
  open('/pricing?expand=goals_sessions_sub')
  const modal = within(await screen.findByRole('dialog', { name: 'Goals and Sessions' }))
  expect(modal.getByText('There are no refunds.')).toBeTruthy()
  const link = modal.getByRole('link', { name: 'Subscribe' })
  expect(link.getAttribute('href')).toBe('/subscribe?product=goals_sessions_sub')
  await waitFor(() => expect(document.activeElement).toBe(link))
  fireEvent.click(modal.getByRole('button'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a link opens a plan while the page is open, also the same one again', { tags: 'BIL-20' }, async () => {
  const router = open('/pricing?expand=goals_sub')
  const closePlan = async (name: string) => {
    fireEvent.click(within(await screen.findByRole('dialog', { name })).getByRole('button'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await screen.findByRole('dialog', { name: 'Goal Basics' })
  await act(() => router.navigate('/pricing?expand=goals_sessions_sub'))
  await closePlan('Goals and Sessions')
  await act(() => router.navigate('/pricing?expand=goals_sessions_sub'))
  await closePlan('Goals and Sessions')
  await act(() => router.navigate('/pricing'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['goals_sub', 'Change to this plan', '/subscribe?product=goals_sessions_sub'],
  ['goals_sessions_sub', 'My Account', '/account']
] as const)(
  'a subscriber to %s sees "%s" in the dialog of a plan',
  { tags: 'BIL-20' },
  async (product_key, name, to) => {
    const subscription = {
      id: 1,
      product: '',
      product_key,
      start_date: '',
      end_date: null,
      stripe_sub_status: 'active'
    }
    setUser({ ...ADA, subscription })
    open('/pricing?expand=goals_sessions_sub')
    const modal = within(await screen.findByRole('dialog'))
    expect(modal.getByRole('link', { name }).getAttribute('href')).toBe(to)
  }
)

test.each(['/pricing?expand=nothing', '/pricing?expand='])('%s opens nothing', at => {
  open(at)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows the uses of the tokens, the free tokens, and my plan', () => {
  const subscription = {
    ...{ id: 1, product: '', product_key: 'goals_sub' as const, start_date: '', end_date: null },
    stripe_sub_status: 'active'
  }
  setUser({ ...ADA, subscription })
  open('/pricing')
  const text = (plan: string) => screen.getByRole('region', { name: plan }).textContent
  expect(text('Goal Basics')).toMatch(/Your plan.*3,000 uses every 30 days: each goal, log or note is one\./)
  expect(text('Goals and Sessions')).toMatch(/6,000 uses every 30 days: each goal, session join, log, note/)
  expect(text('Goals and Sessions')).not.toContain('Your plan')
  expect(text('Pay As You Go')).toContain('1,000 uses: each')
  expect(screen.getByText(/One covers 100 goals.*10 free tokens\. They cover 1,000 of these\./)).toBeTruthy()
  expect(screen.getByText(/Everything, including sessions/)).toBeTruthy()
  expect(screen.queryByText(/another question/)).toBeNull()
})

test('shows the contact of the hut where there is one', () => {
  config.contact = 'help@hut.example.org'
  onTestFinished(() => {
    config.contact = null
  })
  open('/pricing')
  expect(screen.getByRole('link', { name: 'help@hut.example.org' }).getAttribute('href')).toBe(
    'mailto:help@hut.example.org'
  )
})

test('a free hut sells nothing on its page, header and footer', { tags: 'D-147' }, () => {
  config.is_free = true
  onTestFinished(() => {
    config.is_free = false
  })
  setUser(ADA)
  open('/pricing')
  show(
    <>
      <Header />
      <Footer />
    </>
  )
  expect(screen.getByText(/This hut is free/)).toBeTruthy()
  expect(screen.queryByText(/\$|token/i)).toBeNull()
  expect(screen.queryByRole('link', { name: /Pricing|token/ })).toBeNull()
})
