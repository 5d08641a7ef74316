import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Goal } from '../../domain/goals/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { ADA, answer, forget, json, show } from '../testing/show.tsx'
import { EXAMPLE_GOAL } from './example-goal.ts'
import { MyGoalsPage } from './MyGoalsPage.tsx'

const GOAL: Goal = {
  ...EXAMPLE_GOAL,
  id: 5,
  unit: '',
  amount: 12,
  amount_elapsed: 0,
  distance: 3.5,
  duration: 0,
  duration_elapsed: 0
}
const PATH = 'POST /api/logs/store-quick-log'
const counted = (amount_elapsed: number) =>
  json({
    log: { ...EXAMPLE_LOG, id: amount_elapsed, goal_id: 5, title: '', duration: null, is_timed: 0, status: 1 },
    goal: {
      id: 5,
      amount_elapsed,
      distance_elapsed: 0,
      duration_elapsed: 0,
      amount_remaining: 12 - amount_elapsed,
      distance_remaining: 3.5
    },
    error: null,
    error_code: null
  })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser(ADA)
  queryClient.setQueryData(['page', '/my/goals'], { my_goals: [GOAL] })
})
afterEach(forget)

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Finished a book' }))

test('TMR-18 TMR-19 distances are miles, amounts without a unit are times', () => {
  show(<MyGoalsPage />, '/my/goals')
  expect(screen.getByText('0 of 12 times')).toBeTruthy()
  expect(screen.getByText('0 of 3.5 miles')).toBeTruthy()
})

test('GOAL-41 LOG-28 two quick presses count at once and are two calls with keys of their own', async () => {
  let answers = 0
  const sent = answer({ [PATH]: () => counted(++answers) })
  show(<MyGoalsPage />, '/my/goals')
  press()
  press()
  expect(screen.getByText('2 of 12 times')).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  const { uuid } = GOAL.quick_log_buttons[0] as Goal['quick_log_buttons'][number]
  expect(sent[0]?.body).toMatchObject({ goal_id: 5, ql_button_uuid: uuid, amount: 1, status: 1 })
  expect(await screen.findByText('2 of 12 times')).toBeTruthy()
})

test('a press that failed is taken back, and said; trying again is the same press', async () => {
  let online = false
  const sent = answer({
    [PATH]: () => {
      if (!online) throw new TypeError('offline')
      return counted(1)
    }
  })
  show(<MyGoalsPage />, '/my/goals')
  press()
  expect(screen.getByText('1 of 12 times')).toBeTruthy()
  expect(await screen.findByText(/was not logged/)).toBeTruthy()
  expect(screen.getByText('0 of 12 times')).toBeTruthy()
  online = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 of 12 times')).toBeTruthy()
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test('a slip of the finger is undone', async () => {
  const gone = { id: 5, amount_elapsed: 0, distance_elapsed: 0, duration_elapsed: 0 }
  answer({
    [PATH]: () => counted(1),
    'DELETE /api/challenge-logs/1': () => json({ goal: { ...gone, amount_remaining: 12, distance_remaining: 3.5 } })
  })
  show(<MyGoalsPage />, '/my/goals')
  press()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('0 of 12 times')).toBeTruthy()
})
