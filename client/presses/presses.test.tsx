import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newGoal } from '../../domain/goals/api.ts'
import type { PressAddress } from '../../domain/presses/api.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { PressDialog } from './PressDialog.tsx'
import { PressPanel } from './PressPanel.tsx'

const buttons = [
  { uuid: 'a'.repeat(32), title: '', content: '', amount: 1, distance: null, duration: null, status: 2 as const },
  { uuid: 'b'.repeat(32), title: '', content: '', amount: 2, distance: null, duration: null, status: 2 as const }
]
const goal = { ...newGoal('c'.repeat(32)), id: 3, title: 'Water', unit: 'glasses', quick_log_buttons: buttons } as never
const address: PressAddress = {
  ...{ id: 7, goal_id: 3, goal_title: 'Water', ql_button_uuid: 'b'.repeat(32), logs: '2 glasses' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', used_at: null }
}
const listed = (press_addresses: PressAddress[]) => ({
  'GET /api/account/press-addresses': () => json({ press_addresses, error: null, error_code: null })
})

beforeEach(() => setUser(ADA))
afterEach(forget)

test('a person makes an address for a chosen button, and sees it once', { tags: 'D-156' }, async () => {
  const sent = respond({
    ...listed([]),
    'POST /api/account/press-addresses': () => json({ path: '/press/abc', press_address: address })
  })
  show(<PressDialog goal={goal} opened onClose={() => {}} />, '/my/goals')
  fireEvent.click(await screen.findByRole('radio', { name: '2 glasses' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create an address' }))
  expect(await screen.findByDisplayValue(/\/press\/abc$/)).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ goal_id: 3, ql_button_uuid: 'b'.repeat(32) })
  expect(screen.getByText(/not pressed yet/)).toBeTruthy()
})

test('the account lists all addresses, and ends one after a question', { tags: 'D-156' }, async () => {
  const sent = respond({ ...listed([address]), 'DELETE /api/account/press-addresses/7': () => json({}) })
  show(<PressPanel />, '/account/programs')
  fireEvent.click(await screen.findByRole('button', { name: 'End the address for Water: 2 glasses' }))
  fireEvent.click(await screen.findByRole('button', { name: 'End it' }))
  await waitFor(() => expect(screen.queryByText(/2 glasses/)).toBeNull())
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})
