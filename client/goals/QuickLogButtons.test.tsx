import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Goal, myGoalsPage } from '../../domain/goals/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { itemOf, keep } from '../../testing/page/outbox.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getUser, setUser } from '../lib/user.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { goalTips } from '../tour/messages.ts'
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
    log: {
      ...EXAMPLE_LOG,
      id: amount_elapsed,
      goal_id: 5,
      challenge_event_id: 3,
      title: '',
      duration: null,
      is_timed: 0,
      status: 1
    },
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
  putPage(myGoalsPage, '/my/goals', { my_goals: [GOAL] })
})
afterEach(() => {
  localStorage.clear()
  forget()
})

const isWaiting = (): boolean => Object.keys(localStorage).some(key => key.startsWith('outbox:'))
function line(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Finished a book' }))

test('distances are miles, amounts without a unit are times', { tags: ['TMR-18', 'TMR-19'] }, () => {
  show(<MyGoalsPage />, '/my/goals')
  expect(screen.getByText('0 of 12 times')).toBeTruthy()
  expect(screen.getByText('0 of 3.5 miles')).toBeTruthy()
})

test('two quick presses count at once and are two calls with different keys', {
  tags: ['GOAL-41', 'LOG-28']
}, async () => {
  let responses = 0
  const sent = respond({ [PATH]: () => counted(++responses) })
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

test('the press that reaches the goal is celebrated and announced once, with Complete beside it', {
  tags: ['GOAL-31', 'D-50']
}, async () => {
  const near = { ...GOAL, distance: null, amount_elapsed: 11 }
  putPage(myGoalsPage, '/my/goals', { my_goals: [near], open_count: 1, completed_count: 0 })
  const done = { ...near, amount_elapsed: 12, status: 2 as const }
  const sent = respond({
    [PATH]: () => counted(12),
    'POST /api/goals/5/complete': () => json({ goal: done }),
    'GET /api/my/goals': () => json({ serverData: { my_goals: [done], open_count: 0, completed_count: 1 } })
  })
  show(<MyGoalsPage />, '/my/goals')
  expect(screen.queryByRole('button', { name: 'Complete' })).toBeNull()
  press()
  const said = 'Read 12 books this year: Goal reached!'
  expect(screen.getAllByText(said)).toHaveLength(1)
  await waitFor(() => expect(sent).toHaveLength(1))
  press()
  expect(screen.getAllByText(said)).toHaveLength(1)
  const complete = screen.getByRole('button', { name: 'Complete' })
  complete.focus()
  fireEvent.click(complete)
  expect(await screen.findByText('Congratulations on completing Read 12 books this year!')).toBeTruthy()
  const fold = await screen.findByRole('button', { name: 'Completed · 1' })
  expect(document.activeElement).toBe(fold)
  expect(screen.queryByRole('button', { name: 'Complete' })).toBeNull()
})

test('a goal reached earlier offers Complete without a celebration', { tags: 'GOAL-31' }, () => {
  const reached = { ...GOAL, distance: null, amount_elapsed: 12 }
  const today = { from: '2026-01-01', to: '2026-01-01', logs: 1, amount: 12, distance: 0, duration: 0 }
  const daily: Goal = { ...reached, id: 6, title: 'Daily', repeats: { every: 'day', weekdays: [] }, period: today }
  putPage(myGoalsPage, '/my/goals', { my_goals: [reached, daily], open_count: 2, completed_count: 0 })
  show(<MyGoalsPage />, '/my/goals')
  expect(screen.getAllByRole('button', { name: 'Complete' })).toHaveLength(1)
  expect(screen.getByText('Done for today.')).toBeTruthy()
  expect(screen.queryByText(/: You have reached it/)).toBeNull()
})

test('a refused press is undone with a message; Try again sends the same press', async () => {
  let isOpen = false
  const message = 'This goal is completed. Reopen it to log more.'
  const sent = respond({ [PATH]: () => (isOpen ? counted(1) : json({ message, error: message }, 409)) })
  show(<MyGoalsPage />, '/my/goals')
  press()
  expect(screen.getByText('1 of 12 times')).toBeTruthy()
  expect(await screen.findByText(`Finished a book wasn’t logged. ${message}`)).toBeTruthy()
  expect(screen.getByText('0 of 12 times')).toBeTruthy()
  isOpen = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 of 12 times')).toBeTruthy()
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test('the tip about the first log appears for a saved log, not for a refused one', {
  tags: 'TOUR-36'
}, async () => {
  let isOpen = false
  const message = 'This goal is completed. Reopen it to log more.'
  respond({ [PATH]: () => (isOpen ? counted(1) : json({ message, error: message }, 409)) })
  setUser({ ...ADA, new_messages: { ...ADA.new_messages, newCreateLog: 1 } })
  window.history.replaceState(null, '', '/my/goals')
  show(<MyGoalsPage />, '/my/goals')
  press()
  await screen.findByText(`Finished a book wasn’t logged. ${message}`)
  expect(goalTips.get()).toEqual([])
  isOpen = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(goalTips.get()).toMatchObject([{ key: 'newCreateLog' }]))
  goalTips.set([])
})

test('the tip about the first log explains the goal of the log', { tags: 'TOUR-36' }, async () => {
  respond({ [PATH]: () => counted(1) })
  setUser({ ...ADA, new_messages: { ...ADA.new_messages, newCreateLog: 1 } })
  putPage(myGoalsPage, '/my/goals', { my_goals: [{ ...GOAL, id: 4, title: 'Swim', quick_log_buttons: [] }, GOAL] })
  window.history.replaceState(null, '', '/my/goals')
  show(<MyGoalsPage />, '/my/goals')
  press()
  await waitFor(() => expect(goalTips.get()).toHaveLength(1))
  const targets = document.querySelectorAll(`[data-tour~="${goalTips.get()[0]?.target}"]`)
  expect([...targets].map(card => card.querySelector('h2')?.textContent)).toEqual([GOAL.title])
  goalTips.set([])
})

test.each([
  ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['429', () => json({ message: 'Slow', error: 'Slow' }, 429)],
  ['502', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['503', () => json({ message: 'Busy', error: 'Busy' }, 503)]
])('a press that failed with %s waits, and is sent again with its key', { tags: 'LOG-28' }, async (_, failure) => {
  let isBack = false
  const sent = respond({ [PATH]: () => (isBack ? counted(1) : failure()) })
  show(<MyGoalsPage />, '/my/goals')
  press()
  expect(await screen.findByText('Waiting to send')).toBeTruthy()
  expect(screen.getByText('1 of 12 times')).toBeTruthy()
  expect(isWaiting()).toBe(true)
  isBack = true
  line(true)
  await waitFor(() => expect(isWaiting()).toBe(false))
  expect(screen.getByText('1 of 12 times')).toBeTruthy()
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('undoes an accidental press', async () => {
  const gone = { id: 5, amount_elapsed: 0, distance_elapsed: 0, duration_elapsed: 0 }
  respond({
    [PATH]: () => counted(1),
    'DELETE /api/challenge-logs/1': () =>
      json({ goal: { ...gone, amount_remaining: 12, distance_remaining: 3.5 } }, 200, { 'x-tokens-left': '999' })
  })
  show(<MyGoalsPage />, '/my/goals')
  press()
  const undo = await screen.findByRole('button', { name: 'Undo' })
  // Others in the session see only the total of a press on the goal's own page, so there is nothing to hide.
  expect(screen.queryByRole('button', { name: 'Only for me' })).toBeNull()
  fireEvent.click(undo)
  expect(await screen.findByText('0 of 12 times')).toBeTruthy()
  // Its use came back (D-131).
  expect(getUser()?.all_remaining_tokens).toBe(999)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  // Keyboard users continue at the same place.
  expect(document.activeElement?.getAttribute('role')).toBe('status')
  expect(document.activeElement?.textContent).toBe('Undone.')
  press()
  await screen.findByRole('button', { name: 'Undo' })
  expect(screen.queryByText('Undone.')).toBeNull()
})

test('a press that started a timer can be undone for 30 s', { tags: 'D-131' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const none = { id: 5, amount_elapsed: 0, distance_elapsed: 0, duration_elapsed: 0 }
  const totals = { ...none, amount_remaining: 12, distance_remaining: 3.5 }
  const log = { ...EXAMPLE_LOG, id: 1, goal_id: 5, challenge_event_id: null, ql_button_uuid: null }
  const sent = respond({
    [PATH]: () =>
      json({ log: { ...log, started_at: new Date().toISOString(), elapsed_duration: 0, status: 1 }, goal: totals }),
    'POST /api/challenge-events/logs/1/reset': () => json({ log: { ...log, status: 4 }, goal: totals }),
    'DELETE /api/challenge-logs/1': () => json({ goal: totals })
  })
  const timer = () => screen.queryByRole('group', { name: /^Timer/ })
  putPage(myGoalsPage, '/my/goals', {
    my_goals: [{ ...GOAL, duration: 1500, amount: 0, distance: 0, quick_log_buttons: [], activeLog: null }]
  })
  show(<MyGoalsPage />, '/my/goals')
  const start = () => fireEvent.click(screen.getByRole('button', { name: /^(Start|Log) .*25/ }))
  start()
  await pass(0)
  expect(timer()).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await pass(0)
  expect([timer(), screen.queryByRole('button', { name: 'Undo' })]).toEqual([null, null])
  expect(sent.map(({ method }) => method).slice(0, 3)).toEqual(['POST', 'POST', 'DELETE'])
  start()
  await pass(0)
  await pass(29_000)
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull()
  await pass(1100)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(timer()).not.toBeNull()
})

test('a press without a connection counts at once, waits, and is sent once', {
  tags: ['GOAL-41', 'LOG-28']
}, async () => {
  const sent = respond({ [PATH]: () => counted(1) })
  show(<MyGoalsPage />, '/my/goals')
  line(false)
  press()
  expect(screen.getByText('1 of 12 times')).toBeTruthy()
  expect(await screen.findByText('Waiting to send')).toBeTruthy()
  expect(sent).toHaveLength(0)
  line(true)
  await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
  await waitFor(() => expect(isWaiting()).toBe(false))
  expect(sent).toHaveLength(1)
  expect(screen.getByText('1 of 12 times')).toBeTruthy()
})

test('a press is sent once by the next visit of the same person when the page closes before', {
  tags: 'LOG-28'
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const sent = respond({ [PATH]: () => counted(1) })
  keep(itemOf(storeQuickLog, { person: ADA.id, body: { goal_id: 5, amount: 1 }, scope: 'goal 5' }))
  setUser({ ...ADA, id: 2, username: 'grace' })
  show(<MyGoalsPage />, '/my/goals')
  await pass(60_000)
  expect([sent.length, isWaiting()]).toEqual([0, true])
  act(() => setUser(ADA))
  await pass(0)
  expect(isWaiting()).toBe(false)
  expect(sent.map(({ headers }) => [headers['idempotency-key'], headers['x-person']])).toEqual([['kept-key', '1']])
  cleanup()
  show(<MyGoalsPage />, '/my/goals')
  await pass(60_000)
  expect(sent).toHaveLength(1)
})

test('ticks of a goal are saved 50 s after the last one, or at once when the person leaves', {
  tags: ['TMR-20', 'D-96']
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const SAVE = 'POST /api/challenge-events/logs/save-task-list-progress'
  const sent = respond({ [SAVE]: ({ body }) => json({ items: body?.items, challenge_user: null, error: null }) })
  const list = ['Soil', 'Seeds'].map((title, at) => ({ uuid: `item-${at}`, title, link: '', done: 0 as const }))
  putPage(myGoalsPage, '/my/goals', { my_goals: [{ ...GOAL, is_list: 1, list }] })
  show(<MyGoalsPage />, '/my/goals')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Soil' }))
  await pass(49_999)
  expect(sent).toHaveLength(0)
  await pass(1)
  expect(sent[0]?.body).toMatchObject({ goal_id: 5, items: ['item-0'] })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Seeds' }))
  cleanup()
  await pass(0)
  expect(sent[1]?.body).toMatchObject({ goal_id: 5, items: ['item-0', 'item-1'] })
})
