/** Cards, forms and Today of goals to stay below (D-153). */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Goal } from '../../domain/goals/api.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { GoalsOfToday } from '../home/GoalsOfToday.tsx'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_GOAL } from './example-goal.ts'
import { CreateGoal } from './form/CreateGoal.tsx'
import { GoalCard } from './GoalCard.tsx'
import { PeriodHistory } from './PeriodHistory.tsx'

const TODAY = '2026-03-04'
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T12:00:00Z`) })
  setUser(ADA)
})
afterEach(() => {
  vi.useRealTimers()
  forget()
})

const today = (amount: number) => ({ from: TODAY, to: TODAY, logs: amount ? 1 : 0, amount, distance: 0, duration: 0 })
const COFFEE: Goal = {
  ...EXAMPLE_GOAL,
  title: 'At most 3 coffees',
  is_limit: 1,
  amount: 3,
  amount_per_log: null,
  unit: 'coffees',
  repeats: { every: 'day', weekdays: [] },
  period: today(0)
}
const SMOKING: Goal = { ...COFFEE, id: 8, title: 'No smoking', amount: 0, unit: '' }
const clean = (since: string, has_slipped: 0 | 1, best: number) => ({ since, has_slipped, best })

function card(goal: Goal): string[] {
  show(<GoalCard goal={goal} />)
  const article = screen.getByRole('article')
  const ring = within(article).getByRole('progressbar').getAttribute('aria-valuetext')
  const words = [...article.querySelectorAll('p')].map(({ textContent }) => textContent ?? '')
  return [`(${ring})`, ...words.filter(text => text !== EXAMPLE_GOAL.content)]
}

describe('a card says', { tags: 'D-153' }, () => {
  test.each<[string, Goal, string[]]>([
    ['how much is left', { ...COFFEE, period: today(1) }, ['2 of 3 coffees left today']],
    ['that it was too much', { ...COFFEE, period: today(4) }, ['1 coffee over the limit of 3 today']],
    [
      'that today is free',
      { ...COFFEE, repeats: { every: 'day', weekdays: [4] }, period: { ...today(0), from: '2026-03-05' } },
      ['No limit today', 'It starts again on Thursday.']
    ],
    [
      'how much is left of the whole time',
      { ...COFFEE, repeats: null, period: null, amount_elapsed: 1, ended_at: '2026-03-31T12:00:00.000Z' },
      ['2 of 3 coffees left', 'Until March 31, 2026 · 28 days left']
    ],
    [
      'that the whole time is over',
      { ...COFFEE, repeats: null, period: null, amount_elapsed: 1, ended_at: '2026-03-01T12:00:00.000Z' },
      ['2 of 3 coffees left', 'You stayed within your limit.', 'Until March 1, 2026']
    ],
    ['the first day', { ...SMOKING, clean: clean(TODAY, 0, 0) }, ['Your first day']],
    ['the days since the start', { ...SMOKING, clean: clean('2026-02-20', 0, 0) }, ['12 days since you started']],
    [
      'the days since the last time, with a better count',
      { ...SMOKING, clean: clean('2026-02-20', 1, 30) },
      ['12 days since the last time', 'Your best: 30 days']
    ],
    [
      'the best count so far',
      { ...SMOKING, clean: clean('2026-02-20', 1, 3) },
      ['12 days since the last time', 'This is your best so far.']
    ],
    [
      'a slip kindly',
      { ...SMOKING, clean: clean(TODAY, 1, 30), period: today(1) },
      ['A new count starts today', 'It happens. Your best is still 30 days.']
    ]
  ])('%s', (_, goal, words) => {
    expect(card(goal)).toEqual([`(${words[0]})`, ...words])
  })
})

test('the history has no "not yet" once the limit is broken', { tags: 'D-153' }, () => {
  const past = { ...today(2), from: '2026-03-03', to: '2026-03-03', is_met: true, is_paused: false }
  const history = { periods: [{ ...today(4), is_met: false, is_paused: false }, past], met_before: 1 }
  show(<PeriodHistory goal={{ ...COFFEE, period: today(3) }} history={history} />)
  expect(screen.getByText('Streak: 1. Today still counts.')).toBeTruthy()
  expect(screen.getAllByRole('cell').map(cell => cell.textContent)).toEqual([
    '3 coffees',
    'Not yet',
    '2 coffees',
    'Yes'
  ])
  cleanup()
  show(<PeriodHistory goal={{ ...COFFEE, period: today(4) }} history={history} />)
  expect(screen.queryByText(/Streak|still counts/)).toBeNull()
  expect(screen.getAllByRole('cell')[1]?.textContent).toBe('No')
})

test('Today lists limits apart from what is due', { tags: ['D-153', 'D-143'] }, () => {
  show(<GoalsOfToday goals={[COFFEE, { ...SMOKING, clean: clean('2026-02-20', 0, 0) }]} />)
  const below = within(screen.getByRole('list', { name: 'To stay below' }))
  expect(below.getAllByRole('link').map(link => link.textContent)).toEqual(['At most 3 coffees', 'No smoking'])
  expect(below.getByText('3 of 3 coffees left today')).toBeTruthy()
  expect(below.getByText('12 days since you started')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Due today' })).toBeNull()
})

test('a typed limit becomes a goal, and the form corrects it', { tags: 'D-153' }, async () => {
  const stored = () => json({ goal: COFFEE, goals: [COFFEE], error: null, error_code: null })
  const sent = respond({ 'POST /api/goals/store': stored })
  show(<CreateGoal onCreated={() => {}} />)
  const say = (value: string) =>
    fireEvent.change(screen.getByLabelText('What do you want to do?'), { target: { value } })
  say('no smoking')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change None' })).toBeTruthy())
  say('at most 2 coffees a day')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change At most 2 coffees' })).toBeTruthy())
  fireEvent.click(screen.getByRole('button', { name: 'Create goal' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    challenge: {
      tasks: [{ title: 'At most 2 coffees', is_limit: 1, amount: 2, unit: 'coffees', repeats: { every: 'day' } }]
    }
  })
})

test('a limit by hand starts again every day, and needs a number', { tags: 'D-153' }, async () => {
  const sent = respond({})
  show(<CreateGoal onCreated={() => {}} />)
  const field = (label: string | RegExp) => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement
  fireEvent.change(field(/^Title/), { target: { value: 'Sugar' } })
  fireEvent.click(field('Stay at or below this'))
  expect(field('Repeats').value).toBe('day')
  fireEvent.change(field('Amount'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create goal' }))
  await waitFor(() => expect(screen.getByText('Enter the most you allow, or 0 for none.')).toBeTruthy())
  expect(sent).toHaveLength(0)
})
