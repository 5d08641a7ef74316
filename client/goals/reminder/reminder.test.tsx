import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goalPage } from '../../../domain/goals/api.ts'
import type { GoalReminder as Reminder } from '../../../domain/reminders/goal-api.ts'
import { pageAt, putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { EXAMPLE_GOAL } from '../example-goal.ts'
import { GoalReminder } from './GoalReminder.tsx'

const GOAL = { ...EXAMPLE_GOAL, id: 7, title: 'Read' }
const SET = 'POST /api/goals/7/reminder'
const EVENING: Reminder = { at: '20:00', weekdays: [], at_night: 0 }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser({ ...ADA, time_zone: 'Europe/Berlin' })
})
afterEach(forget)

function open(reminder: Reminder | null, more: object = {}) {
  putPage(goalPage, '/my/goals/7', { goal: { ...GOAL, ...more }, reminder })
  show(<GoalReminder goal={{ ...GOAL, ...more }} reminder={reminder} />)
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const time = (value: string) => fireEvent.change(screen.getByLabelText(/^At/), { target: { value } })
const kept = () => pageAt(goalPage, '/my/goals/7')?.reminder

test('sets a time on chosen days', async () => {
  const sent = respond({ [SET]: () => json({ reminder: EVENING, error: null, error_code: null }) })
  open(null)
  await press('Remind me')
  expect(await screen.findByText(/by the clock in Europe\/Berlin/)).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Sunday' }))
  time('18:30')
  await press('Save')
  await waitFor(() => expect(kept()).toEqual(EVENING))
  expect(sent[0]?.body).toMatchObject({ at: '18:30', weekdays: [1, 2, 3, 4, 5, 6], at_night: 0 })
})

test('begins with the days of the goal, and sends every day as no days', async () => {
  const sent = respond({ [SET]: () => json({ reminder: EVENING, error: null, error_code: null }) })
  open(null, { repeats: { every: 'day', weekdays: [1, 3] } })
  await press('Remind me')
  await screen.findByRole('checkbox', { name: 'Monday' })
  const days = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => Number(checked))
  expect(days()).toEqual([1, 0, 1, 0, 0, 0, 0])
  for (const day of ['Tuesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    fireEvent.click(screen.getByRole('checkbox', { name: day }))
  }
  await press('Save')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ weekdays: [] }))
})

test('a time at night asks whether that is meant', async () => {
  const sent = respond({ [SET]: () => json({ reminder: EVENING, error: null, error_code: null }) })
  open(EVENING)
  expect(screen.getByText(/Reminds you at 20:00 every day\./)).toBeTruthy()
  await press('Change')
  await screen.findByLabelText(/^At/)
  expect(screen.queryByLabelText('Remind me at night')).toBeNull()
  time('23:00')
  fireEvent.click(screen.getByLabelText('Remind me at night'))
  await press('Save')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ at: '23:00', at_night: 1 }))
})

test('a refusal is shown at the time, which stays', async () => {
  const errors = { at: ['This is at night.'] }
  respond({
    [SET]: () => json({ message: 'This is at night.', errors: { at: 'This is at night.' }, field: errors }, 422)
  })
  open(null)
  await press('Remind me')
  await screen.findByLabelText(/^At/)
  time('06:00')
  await press('Save')
  expect(await screen.findByText('This is at night.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^At/).value).toBe('06:00')
})

test('removes a reminder', async () => {
  respond({ 'DELETE /api/goals/7/reminder': () => json({}) })
  open(EVENING)
  await press('Change')
  await press('Remove')
  await waitFor(() => expect(kept()).toBeNull())
})

test.each([
  ['to stay below', { is_limit: 1 }],
  ['that is completed', { status: 2 }]
])('a goal %s offers none', (_, more) => {
  open(null, more)
  expect(screen.queryByRole('button')).toBeNull()
})
