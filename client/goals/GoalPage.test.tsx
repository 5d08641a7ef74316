import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Goal, goalLogsPage, goalPage, type Sharing } from '../../domain/goals/api.ts'
import type { Log } from '../../domain/logs/api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { EXAMPLE_GOAL } from './example-goal.ts'
import { GoalLogsPage } from './GoalLogsPage.tsx'
import { GoalPage } from './GoalPage.tsx'

const GOAL: Goal = { ...EXAMPLE_GOAL, id: 5, title: 'Swim', unit: 'lengths', link: 'https://example.com/swim' }
const NOW = Date.parse('2026-03-01T12:00:00Z')
/** Ten of its twenty-five minutes have passed. */
const RUNNING: Log = {
  ...EXAMPLE_LOG,
  id: 9,
  goal_id: 5,
  title: '',
  ql_button_uuid: GOAL.quick_log_buttons[1]?.uuid ?? null,
  amount: null,
  duration: 1500,
  status: 1,
  started_at: new Date(NOW - 600_000).toISOString(),
  ended_at: new Date(NOW + 900_000).toISOString(),
  elapsed_duration: 600,
  remaining_duration: 900
}
const TOTALS = {
  id: 5,
  amount_elapsed: 6,
  distance_elapsed: 0,
  duration_elapsed: 0,
  amount_remaining: 6,
  distance_remaining: null
}
const logged = (log: Partial<Log>) => () =>
  json({ log: { ...RUNNING, ...log }, goal: TOTALS, error: null, error_code: null })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(forget)

const ALONE: Sharing = { everyone: 0, shared_with: [], groups: [], cheers: 0 }

function open(goal: Goal, logs: Log[] = [], at = '/my/goals/5', sharing = ALONE) {
  setUser(ADA)
  const history = { periods: [], met_before: 0 }
  const data = { goal, session: null, group: null, logs, notes: [] }
  if (at.endsWith('/logs')) putPage(goalLogsPage, at, data)
  else putPage(goalPage, at, { ...data, history, sharing })
  return show(at.endsWith('/logs') ? <GoalLogsPage /> : <GoalPage />, at)
}
const withTimer = (log: Log): Goal => ({
  ...GOAL,
  activeLog: log,
  active_log_id: log.id,
  quick_log_buttons: GOAL.quick_log_buttons.map(button => (button.duration ? { ...button, activeLog: log } : button))
})
const button = (name: string) => screen.getByRole('button', { name })

test('shows breadcrumb, heading and the tabs Details, Logs and Notes', { tags: 'GOAL-33..GOAL-38' }, () => {
  open(GOAL)
  expect(screen.getByRole('heading', { level: 1, name: 'Goal: Swim' })).toBeTruthy()
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')
  expect(crumbs.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['My Goals', '/my/goals']
  ])
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' })).getAllByRole('link')
  expect(tabs.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Details', '/my/goals/5'],
    ['Logs', '/my/goals/5/logs'],
    ['Notes', '/my/goals/5/notes']
  ])
})

test('shows its owner the buttons, the link and the menu of a goal without progress', {
  tags: ['GOAL-39', 'GOAL-41', 'GOAL-42', 'GOAL-45', 'GOAL-46', 'GOAL-47']
}, () => {
  open({ ...GOAL, amount_elapsed: 0, distance_elapsed: 0, duration_elapsed: 0, list: [] })
  const empty =
    "You don't have any active progress for this goal. Click the Log Progress button to start tracking some progress."
  expect(screen.getByText(empty)).toBeTruthy()
  for (const name of ['Finished a book', 'Start 25 min', 'Edit', 'Complete Goal']) expect(button(name)).toBeTruthy()
  expect(screen.getByRole('link', { name: /example.com/ }).getAttribute('href')).toBe('https://example.com/swim')
})

test('renders without warnings about keys', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  setUser(ADA)
  const progress = { from: '2026-02-01', step: 1, points: [{ day: '2026-02-20', amount: 5, distance: 0, duration: 0 }] }
  const data = { goal: GOAL, session: null, group: null, logs: [], notes: [], history: { periods: [], met_before: 0 } }
  putPage(goalPage, '/my/goals/5', { ...data, progress })
  show(<GoalPage />, '/my/goals/5')
  expect(screen.getByRole('heading', { name: 'Over time' })).toBeTruthy()
  expect(error).not.toHaveBeenCalled()
})

test('a goal with progress does not say that it has none', { tags: 'GOAL-39' }, () => {
  open({ ...GOAL, amount_elapsed: 3.3 })
  expect(screen.queryByText(/You don't have any active progress/)).toBeNull()
})

test('a ticked item counts as progress, and the last one hides the days left', {
  tags: ['GOAL-39', 'GOAL-66']
}, () => {
  const list = [{ uuid: crypto.randomUUID(), title: 'Towel', link: '', done: 0 as const }]
  const ended_at = '2026-03-03T23:59:59.000Z'
  const none = {
    amount: null,
    amount_elapsed: 0,
    distance: null,
    distance_elapsed: 0,
    duration: 0,
    duration_elapsed: 0
  }
  open({ ...GOAL, ...none, list, ended_at })
  expect(screen.getByText(/You don't have any active progress/)).toBeTruthy()
  expect(screen.getByText('By March 3, 2026 · 3 days left')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Towel' }))
  expect(screen.queryByText(/You don't have any active progress/)).toBeNull()
  expect(screen.getByText('By March 3, 2026')).toBeTruthy()
})

test('shows the deadline and the days left until the goal is reached', { tags: ['GOAL-65', 'GOAL-66'] }, () => {
  open({ ...GOAL, ended_at: '2026-03-03T23:59:59.000Z' })
  expect(screen.getByText('By March 3, 2026 · 3 days left')).toBeTruthy()
  cleanup()
  open({ ...GOAL, ended_at: '2026-02-27T23:59:59.000Z' })
  expect(screen.getByText('By February 27, 2026 · overdue by 2 days')).toBeTruthy()
  cleanup()
  open({ ...GOAL, amount_elapsed: 12, ended_at: '2026-02-27T23:59:59.000Z' })
  expect(screen.getByText('By February 27, 2026')).toBeTruthy()
})

test('one press starts the intervals; their player shows the current step and the next', {
  tags: ['D-56', 'GOAL-07', 'GOAL-08', 'GOAL-77', 'TMR-12']
}, async () => {
  const timer = (title: string, duration: number): Goal['timers'][number] => ({
    uuid: `timer-${title}`,
    title,
    duration,
    is_interval: 0,
    sets: 1,
    nested: []
  })
  const goal: Goal = {
    ...GOAL,
    unit: '',
    amount: 10,
    quick_log_buttons: [],
    timers: [timer('Work', 20), timer('Rest', 10)],
    sets: 8,
    is_interval: 1
  }
  const startedAt = new Date(NOW - 45_000).toISOString()
  const run: Partial<Log> = { ql_button_uuid: null, amount: 1, duration: 240, started_at: startedAt }
  const sent = respond({ 'POST /api/logs/store-quick-log': logged(run) })
  open(goal)
  fireEvent.click(button('Start 4 min'))
  const player = within(await screen.findByRole('timer', { name: 'Work' }))
  expect(sent[0]?.body).toMatchObject({ goal_id: 5, ql_button_uuid: null, amount: 1, duration: 240, status: 1 })
  expect(player.getByText('2 of 8')).toBeTruthy()
  expect(player.getByText('00:05')).toBeTruthy()
  expect(screen.getByText('Rest · 00:10')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Sound' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByRole('timer', { name: 'Rest' })).toBeTruthy()
})

test.each([
  [18, '50% over your goal'],
  [12, null],
  [6, null]
])('a goal of 12 with %i done shows %s', (amount_elapsed, words) => {
  open({ ...GOAL, amount_elapsed })
  expect(screen.queryByText(/over your goal/)?.textContent ?? null).toBe(words)
})

test('Log Progress opens a form and sends its fields', { tags: ['GOAL-40', 'LOG-01', 'LOG-28'] }, async () => {
  const sent = respond({ 'POST /api/logs/store-quick-log': logged({ duration: null, is_timed: 0 }) })
  open(GOAL)
  fireEvent.click(button('Log Progress'))
  const form = within(screen.getByRole('form', { name: 'Log progress' }))
  const fill = (name: string, value: string) => fireEvent.change(form.getByLabelText(name), { target: { value } })
  fill('Amount (lengths)', '4')
  fill('Distance in miles', '0.5')
  fill('Title', 'Morning')
  fill('Content', 'Cold water.')
  fireEvent.click(form.getByRole('button', { name: 'Log it' }))
  expect(await screen.findByText('Progress logged.')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({
    goal_id: 5,
    amount: 4,
    distance: 0.5,
    title: 'Morning',
    content: 'Cold water.',
    status: 1
  })
  expect(screen.getByText('6 of 12 lengths')).toBeTruthy()
})

test('time that is already over is logged as done, without a timer', async () => {
  const sent = respond({ 'POST /api/logs/store-quick-log': logged({ status: 2 }) })
  open(GOAL)
  fireEvent.click(button('Log Progress'))
  const form = within(screen.getByRole('form', { name: 'Log progress' }))
  fireEvent.change(form.getByLabelText('Duration'), { target: { value: '25m' } })
  fireEvent.click(form.getByRole('button', { name: 'Already done' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ duration: 1500, status: 2 }))
})

test('pauses and resumes a running timer', { tags: ['GOAL-43', 'LOG-13', 'LOG-12'] }, async () => {
  const sent = respond({
    'POST /api/challenge-logs/9/stop': logged({ status: 3, paused_at: new Date(NOW).toISOString() }),
    'POST /api/challenge-logs/9/start': logged({ status: 1 })
  })
  open(withTimer(RUNNING))
  expect(screen.getByRole('timer').textContent).toContain('15:00')
  expect(screen.queryByText(/You don't have any active progress/)).toBeNull()
  act(() => button('Pause').focus())
  fireEvent.click(button('Pause'))
  const resume = await screen.findByRole('button', { name: 'Resume' })
  expect(document.activeElement).toBe(resume)
  fireEvent.click(resume)
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(sent[0]?.body?.status).toBe(3)
})

test('Done ends the timer and brings its button back', { tags: ['GOAL-44', 'LOG-14', 'LOG-15'] }, async () => {
  respond({ 'POST /api/challenge-logs/9/complete': logged({ status: 2, remaining_duration: 0 }) })
  open(withTimer(RUNNING))
  act(() => button('Done').focus())
  fireEvent.click(button('Done'))
  expect(await screen.findByRole('button', { name: 'Start 25 min' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(screen.queryByRole('timer')).toBeNull()
})

test('Stop ends the timer for good', { tags: ['LOG-17', 'LOG-22'] }, async () => {
  const sent = respond({ 'POST /api/challenge-logs/9/stop': logged({ status: 4 }) })
  open(withTimer(RUNNING))
  fireEvent.click(button('Stop'))
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
  expect(sent[0]?.body?.status).toBe(4)
})

test('Reset discards the time; Start begins from zero', {
  tags: ['LOG-19', 'LOG-20', 'LOG-21', 'LOG-24']
}, async () => {
  respond({
    'POST /api/challenge-events/logs/9/reset': logged({
      status: 4,
      started_at: null,
      ended_at: null,
      elapsed_duration: 0
    }),
    'POST /api/challenge-logs/9/start': logged({ started_at: new Date(NOW).toISOString(), elapsed_duration: 0 })
  })
  open(withTimer(RUNNING))
  fireEvent.click(button('Reset'))
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toContain('25:00')
})

test('a timer that runs out is done without a call to the server', async () => {
  const sent = respond({})
  open(withTimer({ ...RUNNING, started_at: new Date(NOW - 1_499_900).toISOString(), elapsed_duration: 1499 }))
  expect(screen.queryByText(/Time is up/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1100))
  expect(screen.getByText(/Time is up/)).toBeTruthy()
  expect(button('Start 25 min')).toBeTruthy()
  expect(sent).toEqual([])
})

test('completing congratulates once; the goal can be reopened', { tags: 'GOAL-31' }, async () => {
  const completed = { ...GOAL, status: 2, completed_at: '2026-03-01T12:00:00.000Z' }
  const sent = respond({
    'POST /api/goals/5/complete': () => json({ goal: completed }),
    'GET /api/my/goals/5': () =>
      json({ serverData: { goal: completed, session: null, group: null, logs: [], notes: [] } }),
    'PATCH /api/goals/update/5': () => json({ goal: GOAL, error: null, error_code: null })
  })
  open(GOAL)
  fireEvent.click(button('Complete Goal'))
  expect(await screen.findByText('Success!')).toBeTruthy()
  expect(screen.getByText(/Congratulations on completing Swim!/)).toBeTruthy()
  expect(screen.getByText('Completed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Log Progress' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
  expect(await screen.findByRole('button', { name: 'Complete Goal' })).toBeTruthy()
  const body = sent.at(-1)?.body as { challenge: { tasks: object[] } }
  expect(body.challenge.tasks[0]).toEqual({ status: 1 })
})

test('the Logs tab lists the logs of this goal', () => {
  open(GOAL, [{ ...EXAMPLE_LOG, id: 3, goal_id: 5, title: 'Lake' }], '/my/goals/5/logs')
  expect(screen.getByRole('heading', { name: 'Lake' })).toBeTruthy()
  expect(screen.getByText('1 book, 1:30:00')).toBeTruthy()
})

test('asks a visitor to sign in', { tags: 'MYS-12' }, () => {
  putPage(goalPage, '/my/goals/5', null)
  show(<GoalPage />, '/my/goals/5')
  expect(screen.getByText('Sign in or register to see your goals.')).toBeTruthy()
})

test('shows the periods of a repeating goal; a press updates the current one', async () => {
  const none = { logs: 0, amount: 0, distance: 0, duration: 0 }
  const at = (day: string) => ({ from: day, to: day })
  const goal: Goal = {
    ...EXAMPLE_GOAL,
    id: 5,
    amount: 10,
    unit: 'pages',
    amount_elapsed: 500,
    repeats: { every: 'day', weekdays: [] },
    period: { ...none, ...at('2026-11-22'), logs: 1, amount: 12 }
  }
  const history = {
    periods: [
      { ...none, ...at('2026-11-22'), is_met: false, is_paused: false },
      { ...none, ...at('2026-11-21'), logs: 2, amount: 10, is_met: true, is_paused: true },
      { ...none, ...at('2026-11-20'), is_met: false, is_paused: true },
      { ...none, ...at('2026-11-19'), is_met: false, is_paused: false }
    ],
    met_before: 1
  }
  setUser(ADA)
  putPage(goalPage, '/my/goals/5', { goal, session: null, group: null, logs: [], notes: [], history })
  show(<GoalPage />, '/my/goals/5')
  expect(screen.getByText('12 of 10 pages')).toBeTruthy()
  expect(screen.getByText(/^Streak: 2\./)).toBeTruthy()
  const rows = within(screen.getByRole('region', { name: 'History' })).getAllByRole('row')
  expect(rows.map(row => row.textContent)).toEqual([
    'DayDoneMet',
    'Sunday, November 22, 202612 pagesYes',
    'Saturday, November 21, 202610 pagesYes',
    'Friday, November 20, 2026NothingPaused',
    'Thursday, November 19, 2026NothingNo'
  ])
  const slider = await screen.findByRole('slider', { name: 'Go through the periods' })
  expect(slider.getAttribute('aria-valuetext')).toBe('Sunday, November 22, 2026: 12 pages. Met.')
  fireEvent.change(slider, { target: { value: '0' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Thursday, November 19, 2026: Nothing. Not met.')
  const bars = screen.getByRole('img', { name: '2 periods met of 4.' }).querySelectorAll('rect')
  expect([...bars].map(bar => bar.hasAttribute('data-hollow'))).toEqual([true, true, false, false])
})

test.each([
  ['2026-12-01T12:00:00Z', 50, ['On track. 5 pages a day gets you there.', /^Your pace: 5 pages a day/]],
  [
    '2026-12-01T12:00:00Z',
    10,
    ['7 days behind. 9 pages a day gets you there.', /Your pace: 1 page a day · At this pace you’ll finish on/]
  ],
  ['2026-12-01T12:00:00Z', 4, [/ 9\.6 pages a day gets you there\.$/, /^Your pace: 0\.4 pages a day/]],
  ['2026-11-30T12:00:00Z', 2, [/ 11 pages a day gets you there\.$/]],
  ['2026-11-20T12:00:00Z', 50, ['50 pages to go.', /overdue by 2 days$/]]
])(
  'a goal until %s with %i of 100 pages shows its pace',
  { tags: ['GOAL-65', 'GOAL-66'] },
  (ended_at, amount_elapsed, texts) => {
    vi.setSystemTime('2026-11-22T12:00:00Z')
    const goal = { ...EXAMPLE_GOAL, id: 5, amount: 100, unit: 'pages', started_at: '2026-11-13T12:00:00Z', ended_at }
    open({ ...goal, amount_elapsed })
    for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
  }
)

test('a shared goal names who sees it, and one press ends that', { tags: 'D-163' }, async () => {
  const groups = [{ id: 3, title: 'Readers', is_shared: 1 as const }]
  const sharing = { everyone: 0 as const, shared_with: ['bob'], groups, cheers: 2 }
  const nobody = { everyone: 0, shared_with: [], groups: [{ ...groups[0], is_shared: 0 }], cheers: 2 }
  const sent = respond({
    'GET /api/goals/5/sharing': () => json({ sharing, error: null, error_code: null }),
    'POST /api/goals/5/unshare': () => json({ sharing: nobody, error: null, error_code: null })
  })
  open(GOAL, [], '/my/goals/5', sharing)
  expect(screen.getByText(/^Shared with/).textContent).toContain('Shared with bob, Readers. 2 cheers today.')
  fireEvent.click(screen.getByRole('button', { name: 'Change who sees it' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Stop sharing' }))
  await waitFor(() => expect(screen.queryByText(/^Shared with/)).toBeNull())
  expect(sent.at(-1)?.url).toBe('/api/goals/5/unshare')
})
