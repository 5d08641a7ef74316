import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PLANS, productOf } from '../../domain/billing/plans.ts'
import { queryClient } from '../lib/query-client.ts'
import { forget, show } from '../testing/show.tsx'
import { PricingPage } from './PricingPage.tsx'

afterEach(forget)

function open(at: string): void {
  queryClient.setQueryDefaults(['page'], { initialData: { products: PLANS.map(productOf) } })
  show(<PricingPage />, at)
}

test('BIL-02 BIL-03 BIL-04 BIL-05 BIL-06 BIL-08 BIL-09 BIL-10 BIL-11 BIL-12 BIL-13 BIL-14 BIL-19 TOK-19 the page shows the plans', () => {
  open('/pricing')
  const text = (plan: string) => screen.getByRole('region', { name: plan }).textContent
  expect(text('Goal Basics')).toMatch(
    /\$4 a month30 tokens every month.*No sessions, no session chat, no session forum/
  )
  expect(text('Goals and Sessions')).toMatch(
    /\$8 a month60 tokens every month.*and sessions, session chat and the session forum/
  )
  expect(text('Pay As You Go')).toMatch(/\$10 once10 tokens.*Tokens never expire/)
  expect(text('Pay As You Go')).not.toMatch(/month/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('BIL-18 BIL-20 the address opens a plan, which says what it means to pay for it', async () => {
  open('/pricing?expand=goals_sessions_sub')
  const modal = within(await screen.findByRole('dialog', { name: 'Goals and Sessions' }))
  expect(modal.getByText('There are no refunds.')).toBeTruthy()
  fireEvent.click(modal.getByRole('button'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['/pricing?expand=nothing', '/pricing?expand='])('%s opens nothing', at => {
  open(at)
  expect(screen.queryByRole('dialog')).toBeNull()
})
