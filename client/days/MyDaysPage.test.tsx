import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type MyDays, myDaysPage } from '../../domain/days/api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { MyDaysPage } from './MyDaysPage.tsx'

afterEach(forget)

const NOTHING = { logs: 0, amounts: [], distance: 0, duration: 0 }
const DAYS: MyDays = {
  today: '2026-11-22',
  streak: { current: 2, longest: 11 },
  days: [
    { day: '2026-11-21', logs: 1 },
    { day: '2026-11-22', logs: 5 }
  ],
  weeks: [
    { action: 'Run', this_week: { ...NOTHING, logs: 5, distance: 3 }, last_week: NOTHING },
    {
      action: 'Read',
      this_week: {
        ...NOTHING,
        logs: 3,
        amounts: [
          { unit: 'pages', amount: 40 },
          { unit: '', amount: 3 }
        ]
      },
      last_week: {
        ...NOTHING,
        logs: 2,
        amounts: [
          { unit: 'pages', amount: 25 },
          { unit: 'books', amount: 1 }
        ]
      }
    },
    { action: '', this_week: { ...NOTHING, logs: 1, duration: 3600 }, last_week: { ...NOTHING, logs: 2 } }
  ]
}

function open(more: Partial<MyDays> = {}): void {
  setUser({ ...ADA, rest_days: [7] })
  putPage(myDaysPage, '/my/days', { ...DAYS, ...more })
  show(<MyDaysPage />, '/my/days')
}

test('shows the streak, and explains on a press how it is counted', () => {
  open()
  const streak = within(screen.getByRole('region', { name: 'Streak' }))
  expect(streak.getByText('2 days')).toBeTruthy()
  expect(streak.getByText('11 days')).toBeTruthy()
  const button = streak.getByRole('button', { name: 'How is this counted?' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(streak.getByText(/^Sunday is a rest day/).closest('[hidden]')).toBeNull()
})

test('shows no streak to a user who turned streaks off', () => {
  open({ streak: null })
  expect(screen.queryByRole('region', { name: 'Streak' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Active days' })).toBeTruthy()
})

test('a table compares this week with the last one by action', () => {
  open()
  const rows = within(screen.getByRole('region', { name: 'This week' })).getAllByRole('row')
  expect(rows.map(row => [...row.children].map(cell => cell.textContent?.trim()).join('|'))).toEqual([
    'Action|This week|Last week',
    'Run|5 logs, 3 miles|Nothing',
    'Read|3 logs, 40 pages|2 logs, 25 pages, 1 book',
    'Other|1 log, 1 h|2 logs'
  ])
})

test('begins with a square for each day of 53 weeks, and counts the active ones', () => {
  open()
  const year = screen.getByRole('region', { name: 'Your year' })
  expect(within(year).getByText('2 active days in 53 weeks')).toBeTruthy()
  const squares = [...year.querySelectorAll('rect')]
  // November 22, 2026 is a Sunday, so the last week is whole.
  expect(squares).toHaveLength(53 * 7)
  expect(squares.flatMap(({ dataset }) => dataset.level ?? [])).toEqual(['1', '3'])
  expect(squares.at(-1)?.dataset.today).toBe('true')
})

test('the calendar shows the newest month, and eleven more on a press or by the keys', () => {
  open()
  const calendar = within(screen.getByRole('region', { name: 'Active days' }))
  expect(calendar.getAllByRole('table')).toHaveLength(1)
  calendar.getByRole('button', { current: 'date' }).focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'PageUp' })
  expect(calendar.getAllByRole('table')).toHaveLength(12)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Sunday, October 25, 2026: nothing logged')
  cleanup()
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Show twelve months' }))
  expect(screen.queryByRole('button', { name: 'Show twelve months' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { current: 'date' }))
})

test('the calendar is one tab stop; arrows move from day to day, never past today', () => {
  open()
  const calendar = within(screen.getByRole('region', { name: 'Active days' }))
  fireEvent.click(calendar.getByRole('button', { name: 'Show twelve months' }))
  expect(calendar.getAllByRole('table')).toHaveLength(12)
  const stops = () => calendar.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops().map(({ textContent }) => textContent)).toEqual(['22'])
  expect(stops()[0]?.getAttribute('aria-current')).toBe('date')
  const told = () => calendar.getByRole('status').textContent
  expect(told()).toBe('Sunday, November 22, 2026: 5 logs')
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  stops()[0]?.focus()
  press('ArrowLeft')
  expect(told()).toBe('Saturday, November 21, 2026: 1 log')
  press('ArrowUp')
  expect(told()).toBe('Saturday, November 14, 2026: nothing logged')
  expect(document.activeElement?.getAttribute('aria-label')).toBe(told())
  press('PageDown')
  expect(told()).toBe('Saturday, November 14, 2026: nothing logged')
  expect(stops()).toHaveLength(1)
})
