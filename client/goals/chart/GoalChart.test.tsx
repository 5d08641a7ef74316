import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Goal } from '../../../domain/goals/api.ts'
import { ADA, forget, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { EXAMPLE_GOAL } from '../example-goal.ts'
import { GoalChart } from './GoalChart.tsx'

const GOAL: Goal = {
  ...EXAMPLE_GOAL,
  amount: 100,
  amount_elapsed: 40,
  unit: 'pages',
  started_at: '2026-11-20T10:00:00Z',
  ended_at: '2026-11-29T10:00:00Z'
}
const PROGRESS = {
  from: '2026-11-20',
  step: 1,
  points: [{ day: '2026-11-20', amount: 15, distance: 0, duration: 0 }]
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z'), shouldAdvanceTime: true })
  setUser(ADA)
})
afterEach(forget)

const picture = () => screen.findByRole('img', { name: /^Progress over time/ })
const legend = () => screen.getAllByRole('listitem').map(item => item.textContent)

test('describes today first; the arrow keys of the slider move through the days', {
  tags: ['GOAL-65', 'GOAL-66']
}, async () => {
  show(<GoalChart goal={GOAL} progress={PROGRESS} />)
  const today = 'Sunday, November 22, 2026: 40 of 100 pages. On a steady pace: 30.'
  expect((await picture()).getAttribute('aria-label')).toBe(`Progress over time. ${today}`)
  expect(screen.getByText(today)).toBeTruthy()
  expect(legend()).toEqual(['Done', 'Steady pace', 'Pace you need', 'Your pace'])
  const slider = screen.getByRole('slider', { name: 'Go through the days' })
  expect(slider.getAttribute('aria-valuetext')).toBe(today)
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider.getAttribute('aria-valuetext')).toBe(
    'Saturday, November 21, 2026: 15 of 100 pages. On a steady pace: 20.'
  )
})

test('a chart of one day has no slider', async () => {
  show(
    <GoalChart
      goal={{ ...GOAL, started_at: '2026-11-22T10:00:00Z' }}
      progress={{ ...PROGRESS, from: '2026-11-22', points: [] }}
    />
  )
  await picture()
  expect(screen.getByText(/^Sunday, November 22, 2026: 40 of 100 pages/)).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('the table below the chart has the same days, the newest first', async () => {
  show(<GoalChart goal={GOAL} progress={PROGRESS} />)
  await picture()
  expect(screen.queryByRole('table')).toBeNull()
  const details = screen.getByText('Show the numbers').closest('details')
  details?.setAttribute('open', '')
  if (details) fireEvent(details, new Event('toggle'))
  const rows = within(await screen.findByRole('region', { name: 'Progress over time' })).getAllByRole('row')
  expect(rows.map(row => [...row.children].map(cell => cell.textContent))).toEqual([
    ['Until the end of', 'Done', 'Steady pace'],
    ['Sunday, November 22, 2026', '40 pages', '30 pages'],
    ['Saturday, November 21, 2026', '15 pages', '20 pages'],
    ['Friday, November 20, 2026', '15 pages', '10 pages']
  ])
})

test('a goal without a last day shows only the progress, in its own unit', async () => {
  const practise = { ...GOAL, ended_at: null, amount: null, duration: 36_000, duration_elapsed: 5400 }
  show(<GoalChart goal={practise} progress={{ ...PROGRESS, points: [] }} />)
  await picture()
  expect(legend()).toEqual(['Done'])
  expect(screen.getByText('Sunday, November 22, 2026: 1 h 30 min of 10 h.')).toBeTruthy()
  expect(screen.getByText('5 h')).toBeTruthy()
})

test('the chart of a completed goal ends on the day of its completion', async () => {
  const completed = { ...GOAL, status: 2, completed_at: '2026-11-21T10:00:00Z' }
  show(<GoalChart goal={completed} progress={PROGRESS} />)
  await picture()
  expect(screen.getByText(/^Saturday, November 21, 2026: 40 of 100 pages/)).toBeTruthy()
  expect(legend()).toEqual(['Done', 'Steady pace'])
})

test('a goal without progress and without a last day has no chart', () => {
  show(<GoalChart goal={{ ...GOAL, ended_at: null, amount_elapsed: 0 }} progress={{ ...PROGRESS, points: [] }} />)
  expect(screen.queryByRole('region', { name: 'Over time' })).toBeNull()
})
