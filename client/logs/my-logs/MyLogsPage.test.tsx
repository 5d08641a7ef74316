import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../../../domain/logs/api.ts'
import { type MyLogs, myLogsPage } from '../../../domain/logs/my-logs-api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { EXAMPLE_LOG } from '../example-log.ts'
import { MyLogsPage } from './MyLogsPage.tsx'

const LOG: Log = {
  ...EXAMPLE_LOG,
  id: 3,
  goal_id: 5,
  title: 'Lake',
  amount: 2,
  distance: 1,
  goal: { id: 5, title: 'Swim', action: '', unit: '' }
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const NO_CHOICES: MyLogs['choices'] = { goals: [], actions: [], sessions: [] }

function open(logs: Log[], more: Partial<MyLogs> = {}, at = '/my/logs') {
  setUser(ADA)
  putPage(myLogsPage, at, { logs, days: [], choices: NO_CHOICES, ...more })
  return show(<MyLogsPage />, at)
}

/** The bodies of the updates that were sent, without the reloads. */
const changes = (sent: Sent[]) =>
  sent.filter(({ method }) => method === 'PATCH').map(({ body }) => ({ ...body, client_uuid: undefined }))

test('shows logs as cards with their measures and goals', { tags: ['LOG-02', 'TMR-18', 'TMR-19'] }, () => {
  open([LOG])
  expect(screen.getByRole('heading', { name: 'Lake' })).toBeTruthy()
  expect(screen.getByText('2 times, 1 mile, 1:30:00')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Swim' }).getAttribute('href')).toBe('/my/goals/5')
  expect(screen.getByRole('button', { name: 'Edit Lake' })).toBeTruthy()
})

test('folds repeated presses of a goal into one row that opens', () => {
  const press = { ...LOG, title: '', content: '', is_timed: 0 as const, duration: null }
  const squats = { id: 6, title: 'Squats', action: '', unit: 'squats' }
  const of = (id: number) => ({ ...press, id, goal_id: 6, goal: squats, amount: 10, distance: null })
  open([of(14), of(13), of(12), { ...press, id: 11 }, of(10)])
  const row = screen.getByRole('heading', { name: 'Squats ×3' }).closest('details')
  expect(row?.open).toBe(false)
  expect(within(row as HTMLElement).getByText(/^30 squats/)).toBeTruthy()
  expect(within(row as HTMLElement).getAllByRole('heading', { name: '10 squats' })).toHaveLength(3)
  // The press before the swim is not part of the row.
  expect(screen.getAllByRole('heading', { name: '10 squats' })).toHaveLength(4)
})

test('explains what to do when there are no logs', { tags: 'LOG-03' }, () => {
  open([])
  expect(screen.getByText(/You haven't logged any progress yet/)).toBeTruthy()
})

test('a visitor sees a labelled example that cannot be changed, without a fetch', {
  tags: ['LOG-04', 'SEC-06', 'MYS-10']
}, () => {
  const sent = respond({})
  putPage(myLogsPage, '/my/logs', null)
  show(<MyLogsPage />, '/my/logs')
  expect(screen.getByText('Example')).toBeTruthy()
  expect(screen.getByText(/The Summer Book/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  expect(sent).toEqual([])
})

test('edits a log in place', { tags: ['LOG-05', 'LOG-06', 'LOG-07'] }, async () => {
  const saved = { ...LOG, title: 'Sea' }
  respond({
    'PATCH /api/challenge-logs/3/update': () => json({ log: saved, goal: null, error: null, error_code: null })
  })
  open([LOG])
  fireEvent.click(screen.getByRole('button', { name: 'Edit Lake' }))
  const form = within(screen.getByRole('form', { name: 'Edit this log' }))
  expect(document.activeElement).toBe(form.getByLabelText('Amount'))
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Sea' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'Sea' })).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Sea' }))
})

test("sends only the changed fields of a log, so that other tabs' changes stay", {
  tags: 'D-140'
}, async () => {
  const sent = respond({
    'PATCH /api/challenge-logs/3/update': () => json({ log: LOG, goal: null, error: null, error_code: null })
  })
  open([LOG])
  const edit = (amount: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Edit Lake' }))
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: amount } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    return waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  }
  await edit('3')
  await edit('2')
  expect(changes(sent)).toEqual([{ amount: 3 }])
})

test('one press moves a log to yesterday, and the card shows that day', { tags: 'D-51' }, async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const sent = respond({
    'PATCH /api/challenge-logs/3/update': () =>
      json({ log: { ...LOG, username: ADA.username, day: yesterday }, goal: null, error: null, error_code: null })
  })
  open([LOG])
  fireEvent.click(screen.getByRole('button', { name: 'Edit Lake' }))
  fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe(yesterday)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.querySelector(`time[datetime="${yesterday}"]`)).not.toBeNull())
  expect(changes(sent)).toEqual([{ day: yesterday }])
})

test('corrects start and end of a log, and its duration follows', { tags: 'D-51' }, async () => {
  const own = { ...LOG, username: ADA.username }
  const sent = respond({
    'PATCH /api/challenge-logs/3/update': () => json({ log: own, goal: null, error: null, error_code: null })
  })
  open([own])
  fireEvent.click(screen.getByRole('button', { name: 'Edit Lake' }))
  const [from, to] = ['From', 'To'].map(label => screen.getByLabelText<HTMLInputElement>(label))
  expect([from?.value, to?.value]).toEqual(['18:30', '20:00'])
  fireEvent.change(to as HTMLElement, { target: { value: '01:15' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(changes(sent)).toEqual([{ started_at: '2026-01-10T18:30:00.000Z', ended_at: '2026-01-11T01:15:00.000Z' }])
})

test('shows a wrong start or end under its field', { tags: 'D-51' }, async () => {
  const errors = { ended_at: 'This time is in the future.' }
  const sent = respond({ 'PATCH /api/challenge-logs/3/update': () => json({ message: 'm', error: 'm', errors }, 422) })
  open([{ ...LOG, username: ADA.username }])
  fireEvent.click(screen.getByRole('button', { name: 'Edit Lake' }))
  const save = (value: string) => {
    fireEvent.change(screen.getByLabelText('To'), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  }
  save('')
  expect(await screen.findByText('Enter a time such as 18:30.')).toBeTruthy()
  expect(sent).toEqual([])
  save('23:59')
  expect(await screen.findByText('This time is in the future.')).toBeTruthy()
})

test('groups logs by day, each with its sum', { tags: 'LOG-02' }, () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-10T23:00:00Z'), toFake: ['Date'] })
  const before = { ...LOG, username: ADA.username, id: 4, title: 'Pool', day: '2026-01-09' }
  const sum = { day: '2026-01-10', logs: 3, distance: 2, duration: 5400, amounts: [{ unit: 'laps', amount: 40 }] }
  open([LOG, before], { days: [sum, { ...sum, day: '2026-01-09', logs: 1, distance: 0, duration: 0, amounts: [] }] })
  const [today, yesterday] = screen.getAllByRole('region').map(region => within(region))
  expect(today?.getByRole('heading', { level: 2 }).textContent).toMatch(/^Today, .*10/)
  expect(today?.getByText('3 logs: 40 laps, 2 miles, 1 h 30 min')).toBeTruthy()
  expect(today?.getByRole('heading', { level: 3, name: 'Lake' })).toBeTruthy()
  expect(yesterday?.getByRole('heading', { level: 2 }).textContent).toMatch(/^Yesterday, /)
  expect(yesterday?.getByText('1 log')).toBeTruthy()
  // It was entered later for that day, so its time does not belong to the day.
  expect(document.querySelectorAll('time[datetime*="T"]')).toHaveLength(1)
})

test('the address filters logs by goal, action and session, from the first page', {
  tags: 'API-07'
}, async () => {
  const choices = { goals: [{ id: 5, title: 'Swim' }], actions: ['Read', 'Swim'], sessions: [] }
  respond({
    'GET /api/my/logs?goal=5': () => json({ serverData: { logs: [], days: [], choices } }),
    'GET /api/my/logs': () => json({ serverData: { logs: [LOG], days: [], choices } })
  })
  const router = open([LOG], { choices }, '/my/logs?page=2')
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const names = screen.getAllByRole('combobox', { hidden: true }).map(select => select.textContent)
  expect(names).toEqual(['All goalsSwim', 'All actionsReadSwim'])
  fireEvent.change(screen.getByLabelText('Goal'), { target: { value: '5' } })
  expect(router.state.location.search).toBe('?goal=5')
  expect(await screen.findByText('No logs match your filters.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Filter (1)' })).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Show all logs' }).at(-1) as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'Lake' })).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('a refused change keeps the typed text and shows the reason under its field', async () => {
  const errors = { amount: 'Enter a number that isn’t negative.' }
  respond({ 'PATCH /api/challenge-logs/3/update': () => json({ message: 'm', error: 'm', errors }, 422) })
  open([LOG])
  fireEvent.click(screen.getByRole('button', { name: 'Edit Lake' }))
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '-2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a number that isn’t negative.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('-2')
})

test('deletes a log after a confirmation, but not while it runs', async () => {
  respond({ 'DELETE /api/challenge-logs/3': () => json({ goal: null }) })
  const started_at = new Date(Date.now() - 1000).toISOString()
  open([LOG, { ...LOG, id: 4, title: 'Now', status: 1, started_at, elapsed_duration: 1 }])
  const [button, ...others] = screen.getAllByRole('button', { name: /^Delete/ })
  expect(others).toHaveLength(0)
  fireEvent.click(button as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this log?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Lake' })).toBeNull())
})

test('Undo restores a deleted log', { tags: 'D-131' }, async () => {
  const sent = respond({
    'DELETE /api/challenge-logs/3': () => json({ goal: null }),
    'POST /api/challenge-logs/3/restore': () => json({ log: LOG, goal: null }),
    'GET /api/my/logs': () => json({ serverData: { logs: isRestored() ? [LOG] : [], days: [], choices: NO_CHOICES } })
  })
  const isRestored = () => sent.some(({ url }) => url.endsWith('/restore'))
  open([LOG])
  fireEvent.click(screen.getByRole('button', { name: 'Delete Lake' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this log?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/Deleted the log/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Lake' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'Lake' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/Deleted the log/)).toBeNull())
})

test('offers the next page when there is one log more than fits on a page', () => {
  open(Array.from({ length: 11 }, (_, id) => ({ ...LOG, id, title: `Log ${id}` })))
  expect(screen.queryByText('Log 10')).toBeNull()
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/my/logs?page=2')
})

test.each([
  [7260, '3 hours'],
  [90_000, '2 days']
])('%i seconds left read "%s"', { tags: ['TMR-16', 'TMR-17'] }, (left, text) => {
  open([{ ...LOG, status: 3, duration: left, elapsed_duration: 0, paused_at: LOG.started_at }])
  expect(screen.getByRole('timer').textContent).toContain(text)
})
