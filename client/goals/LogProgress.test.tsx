import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Goal, goalLogsPage, goalPage } from '../../domain/goals/api.ts'
import { stored } from '../../testing/page/outbox.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../testing/page/show.tsx'
import { addTimeSample } from '../lib/dates/server-clock.ts'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { OutboxStatus } from '../outbox/OutboxStatus.tsx'
import { EXAMPLE_GOAL } from './example-goal.ts'
import { GoalLogsPage } from './GoalLogsPage.tsx'
import { GoalPage } from './GoalPage.tsx'
import { pressGoal } from './goal-presses.ts'

const GOAL: Goal = { ...EXAMPLE_GOAL, id: 5, title: 'Swim', unit: 'lengths', amount: 12, amount_elapsed: 0 }
const PATH = 'POST /api/logs/store-quick-log'
const COMPLETED = 'This goal is completed. Reopen it to log more.'
const TOTALS = { amount_elapsed: 4, distance_elapsed: 0, duration_elapsed: 0 }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.clear()
  setUser(ADA)
})
afterEach(forget)

const logged = ({ body }: Sent) =>
  json({
    log: { ...EXAMPLE_LOG, id: 9, goal_id: 5, title: '', duration: null, is_timed: 0, ...body, status: 1 },
    goal: { id: 5, ...TOTALS, amount_remaining: 8, distance_remaining: null },
    error: null,
    error_code: null
  })
const refusedWith =
  (message: string, errors: Record<string, string> = {}, status = 422) =>
  () =>
    json({ message, error: message, errors }, status)

function line(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

function open(tab: '' | '/logs' = '', change: Partial<Goal> = {}): void {
  const at = `/my/goals/5${tab}`
  putPage(tab ? goalLogsPage : goalPage, at, {
    goal: { ...GOAL, ...change },
    session: null,
    group: null,
    logs: [],
    notes: []
  })
  show(tab ? <GoalLogsPage /> : <GoalPage />, at)
}

const form = () => within(screen.getByRole('form', { name: 'Log progress', hidden: true }))
const field = (name: string) => form().getByLabelText(name) as HTMLInputElement
const isOpen = (): boolean => screen.queryByRole('form', { name: 'Log progress' }) !== null

function log(fields: Record<string, string>, button = 'Log it'): void {
  if (!isOpen()) fireEvent.click(screen.getByRole('button', { name: 'Log Progress' }))
  for (const [name, value] of Object.entries(fields)) fireEvent.change(field(name), { target: { value } })
  fireEvent.click(form().getByRole('button', { name: button }))
}

test.each<[string, Partial<Goal>, string]>([
  ['an amount', {}, 'Amount (lengths)'],
  ['a distance', { amount: 1, amount_per_log: null, unit: '', distance: 10 }, 'Distance in miles'],
  ['a time', { amount: null, amount_per_log: null, unit: '', duration: 3600 }, 'Duration']
])(
  'a goal that counts %s asks only for that, and sends the fields behind More too',
  { tags: 'LOG-28' },
  async (_, goal, asked) => {
    const sent = respond({ [PATH]: logged })
    open('', goal)
    fireEvent.click(screen.getByRole('button', { name: 'Log Progress' }))
    const visible = () =>
      form()
        .getAllByRole('textbox')
        .map(input => (input as HTMLInputElement).labels?.[0]?.textContent)
    expect(visible()).toEqual([asked])
    const more = form().getByRole('button', { name: 'More' })
    fireEvent.click(more)
    await waitFor(() => expect(visible().length).toBeGreaterThan(3))
    fireEvent.change(field('Content'), { target: { value: 'Cold water.' } })
    fireEvent.click(more)
    await waitFor(() => expect(visible()).toEqual([asked]))
    expect(field('Content').value).toBe('Cold water.')
    log({ [asked]: asked === 'Duration' ? '2m' : '2' }, asked === 'Duration' ? 'Already done' : 'Log it')
    await waitFor(() => expect(sent[0]?.body?.content).toBe('Cold water.'))
  }
)

test('opens More when a field behind it has an error', { tags: 'LOG-28' }, async () => {
  respond({ [PATH]: refusedWith('Too long.', { title: 'Too long.' }) })
  open()
  log({ 'Amount (lengths)': '4', Title: 'Swim' })
  await screen.findByText('Too long.')
  await waitFor(() => expect(form().getByRole('textbox', { name: 'Title' })).toBeTruthy())
})

test('a log without a connection counts at once, waits, and is sent once with its time', {
  tags: 'LOG-28'
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 1, 10) })
  const sent = respond({ [PATH]: logged })
  open()
  line(false)
  log({ 'Amount (lengths)': '4', Content: 'Cold water.' })
  expect(await screen.findByText('4 of 12 lengths')).toBeTruthy()
  expect(screen.getByText('Waiting to send')).toBeTruthy()
  // The form is ready for another log.
  expect([isOpen(), field('Content').value, sent.length]).toEqual([false, '', 0])
  expect(stored()).toMatchObject([{ body: { amount: 4, content: 'Cold water.' } }])
  vi.setSystemTime(Date.UTC(2026, 4, 1, 12))
  line(true)
  await waitFor(() => expect(stored()).toEqual([]))
  expect(sent.map(({ headers }) => headers['x-done-at'])).toEqual(['2026-05-01T10:00:00.000Z'])
  expect(screen.getByText('4 of 12 lengths')).toBeTruthy()
})

test("lists waiting logs among the goal's logs until the server has them", { tags: 'LOG-28' }, async () => {
  const sent = respond({ [PATH]: logged })
  open('/logs')
  line(false)
  log({ 'Amount (lengths)': '4', Content: 'Cold water.' })
  const waiting = within(await screen.findByRole('list', { name: 'Waiting to send' }))
  expect(waiting.getByRole('heading', { name: '4 lengths' })).toBeTruthy()
  expect(waiting.getByText('Cold water.')).toBeTruthy()
  line(true)
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Waiting to send' })).toBeNull())
  expect(screen.getByText('Cold water.')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a later visit sends a waiting log from another page, with its key', {
  tags: 'LOG-28'
}, async () => {
  respond({})
  open()
  line(false)
  log({ 'Amount (lengths)': '4' })
  await waitFor(() => expect(isOpen()).toBe(false))
  const [kept] = stored()
  cleanup()
  const sent = respond({ [PATH]: logged })
  show(<OutboxStatus />, '/about')
  line(true)
  await waitFor(() => expect(stored()).toEqual([]))
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([kept?.key])
})

test.each([
  ['a timer', 'Start the timer', 1],
  ['time that is over', 'Already done', 2]
])('%s logged without a connection is sent with the chosen status', { tags: 'D-52' }, async (_, button, status) => {
  const sent = respond({ [PATH]: logged })
  open()
  line(false)
  log({ Duration: '25m' }, button)
  await waitFor(() => expect(isOpen()).toBe(false))
  line(true)
  await waitFor(() => expect(sent.map(({ body }) => [body?.duration, body?.status])).toEqual([[1500, status]]))
})

test('a refusal while the form is open appears in the form only, and can be corrected there', {
  tags: 'API-48'
}, async () => {
  const responses = [refusedWith('Too much.', { amount: 'Too much.' }), logged]
  const sent = respond({ [PATH]: one => (responses.shift() as typeof logged)(one) })
  open()
  log({ 'Amount (lengths)': '4', Content: 'Cold water.' })
  expect(await screen.findByText('Too much.')).toBeTruthy()
  expect([isOpen(), field('Content').value, stored()]).toEqual([true, 'Cold water.', []])
  log({ 'Amount (lengths)': '3' })
  expect(await screen.findByText('Progress logged.')).toBeTruthy()
  expect(screen.queryByText('Too much.')).toBeNull()
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
})

test('a refusal that concerns no field appears below the form', async () => {
  respond({ [PATH]: refusedWith(COMPLETED, {}, 409) })
  open()
  log({ 'Amount (lengths)': '4' })
  expect((await screen.findByText(COMPLETED)).closest('form')).toBeTruthy()
  expect([isOpen(), field('Amount (lengths)').value, stored()]).toEqual([true, '4', []])
})

test('a refusal after the form was closed is listed with the log, which can be tried again', async () => {
  let isCompleted = true
  const sent = respond({ [PATH]: one => (isCompleted ? refusedWith(COMPLETED, {}, 409)() : logged(one)) })
  open()
  line(false)
  log({ 'Amount (lengths)': '4', Content: 'Cold water.' })
  await waitFor(() => expect(isOpen()).toBe(false))
  cleanup()
  show(<OutboxStatus />, '/about')
  line(true)
  const list = within(await screen.findByRole('list', { name: 'Not sent' }))
  expect(list.getByRole('listitem').textContent).toContain('Swim · 4 lengths · Cold water.')
  expect(list.getByText(COMPLETED)).toBeTruthy()
  isCompleted = false
  fireEvent.click(list.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(stored()).toEqual([]))
  expect(sent).toHaveLength(2)
})

test('shows errors of the contract at once, also without a connection', async () => {
  respond({})
  open()
  line(false)
  log({ 'Amount (lengths)': '-3' })
  expect(await screen.findByText('Enter a number that isn’t negative.')).toBeTruthy()
  expect([isOpen(), stored()]).toEqual([true, []])
})

test.each([
  ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['401', refusedWith('Please sign in to use that feature.', {}, 401)],
  ['429', refusedWith('Slow', {}, 429)],
  ['503', refusedWith('Busy', {}, 503)]
])('after %s the form is ready again and the log waits', async (_, failure) => {
  respond({ [PATH]: failure })
  open()
  log({ 'Amount (lengths)': '4' })
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(screen.getByText('4 of 12 lengths')).toBeTruthy()
  expect(stored()).toMatchObject([{ body: { amount: 4 }, refused: null }])
})

test('a log behind an unsent press waits too, and both are listed', async () => {
  respond({ [PATH]: () => Promise.reject(new TypeError('Failed to fetch')) })
  open('/logs')
  act(() => pressGoal({ goal_id: 5, amount: 1 }, '1 length'))
  expect(await screen.findByRole('heading', { name: '1 length' })).toBeTruthy()
  log({ 'Amount (lengths)': '4' })
  await waitFor(() => expect(isOpen()).toBe(false))
  const waiting = within(screen.getByRole('list', { name: 'Waiting to send' }))
  expect(waiting.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['4 lengths', '1 length'])
})

test("sends the server's time from a phone whose clock is five hours ahead", {
  tags: 'LOG-28'
}, async () => {
  const server = Date.UTC(2026, 4, 1, 10)
  const phone = server + 5 * 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: phone })
  addTimeSample(server, phone, phone)
  const sent = respond({ [PATH]: logged })
  open()
  line(false)
  log({ 'Amount (lengths)': '4' })
  await waitFor(() => expect(isOpen()).toBe(false))
  vi.setSystemTime(phone + 600_000)
  line(true)
  await waitFor(() => expect(sent.map(({ headers }) => headers['x-done-at'])).toEqual(['2026-05-01T10:00:00.000Z']))
})
