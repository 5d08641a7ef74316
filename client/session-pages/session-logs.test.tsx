import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../../domain/logs/api.ts'
import { type SessionData, sessionLogsPage, sessionPage } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { stored } from '../../testing/page/outbox.ts'
import { putPage } from '../../testing/page/pages.ts'
import { FOCUS, HOST_ADA, roomOf, START, taskOf, WATER } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { SessionLogsPage } from './SessionLogsPage.tsx'
import { SessionPage } from './SessionPage.tsx'

const PATH = '/sessions/study-hall/logs'
const OK = { error: null, error_code: null }
let id = 900

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

function open(data: SessionData, logs: Log[] | null): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const path = logs ? PATH : '/sessions/study-hall'
  putPage(logs ? sessionLogsPage : sessionPage, path, { ...data, challengeEvent: { ...data.challengeEvent, id }, logs })
  show(logs ? <SessionLogsPage /> : <SessionPage />, path)
}

function logOf(more: Partial<Log> = {}): Log {
  const created_at = new Date(START).toISOString()
  return {
    id: 1,
    uuid: 'u',
    goal_id: null,
    challenge_event_id: id,
    task_uuid: WATER,
    ql_button_uuid: null,
    title: '',
    content: '',
    action: '',
    amount: 2,
    distance: null,
    duration: null,
    status: 1,
    is_timed: 0,
    started_at: created_at,
    ended_at: null,
    paused_at: null,
    elapsed_duration: 0,
    remaining_duration: null,
    completions_required: null,
    username: 'ada',
    day: created_at.slice(0, 10),
    created_at,
    updated_at: created_at,
    goal: null,
    ...more
  }
}

const focus = () => within(screen.getByRole('article', { name: 'Focus' }))

const waiting = () => within(screen.getByRole('region', { name: 'Logs' })).findByText(/Waiting to send/)

const timed = (more: Partial<Log> = {}): Log =>
  logOf({ task_uuid: FOCUS, amount: null, duration: 600, is_timed: 1, remaining_duration: 540, ...more })

test('the logs page lists the session’s logs', { tags: ['SES-024', 'SES-057'] }, () => {
  open(roomOf(), [
    logOf({ content: 'From the well' }),
    logOf({ id: 2, username: 'grace', distance: 1.5, amount: null })
  ])
  expect(screen.getByText('From the well')).toBeTruthy()
  expect(screen.getByText(/2 glasses/)).toBeTruthy()
  expect(screen.getByText(/1.5 miles/)).toBeTruthy()
})

test('without logs it says "No one has logged any goal progress in this session."', {
  tags: ['SES-057', 'SGL-17']
}, () => {
  open(roomOf(), [])
  expect(screen.getByText('No one has logged any goal progress in this session.')).toBeTruthy()
})

test('people edit and delete their own logs in the list, but not those of others', {
  tags: ['D-51', 'D-131']
}, async () => {
  const sent = respond({
    'PATCH /api/challenge-logs/1/update': () => json({ log: logOf({ amount: 5 }), goal: null, ...OK }),
    'DELETE /api/challenge-logs/1': () => json({ goal: null })
  })
  open(roomOf(), [logOf(), logOf({ id: 2, username: 'grace', amount: 4 }), timed({ id: 3 })])
  const logs = within(screen.getByRole('region', { name: 'Logs' }))
  fireEvent.click(logs.getByRole('button', { name: 'Edit Drink water' }))
  const form = within(screen.getByRole('form', { name: 'Edit this log' }))
  fireEvent.change(form.getByLabelText('Amount'), { target: { value: '5' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/5 glasses/)).toBeTruthy()
  fireEvent.click(logs.getByRole('button', { name: 'Delete Drink water' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText(/5 glasses/)).toBeNull())
  expect(screen.getByText(/4 glasses/)).toBeTruthy()
  expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'DELETE'])
})

test('the bar offers to undo a press, or to hide it from the others', {
  tags: ['LOG-28', 'D-131', 'D-135', 'D-138']
}, async () => {
  const path = 'POST /api/challenge-events/study-hall/store-quick-log'
  const sent = respond({
    [path]: () => json({ id: 1, log: logOf({ amount: 1 }), challenge_user: HOST_ADA, ...OK }),
    'PATCH /api/challenge-logs/1/update': () => json({ log: logOf({ amount: 1, status: 2 }), goal: null, ...OK }),
    'DELETE /api/challenge-logs/1': () => json({ goal: null })
  })
  open(roomOf(), null)
  const card = within(screen.getByRole('article', { name: 'Drink water' }))
  fireEvent.click(card.getByRole('button', { name: /Drink water/ }))
  const bar = within(screen.getByRole('region', { name: 'Quick log' }))
  fireEvent.click(await bar.findByRole('button', { name: 'Only for me' }))
  expect(await bar.findByText(/Logged 1 glass, only for you/)).toBeTruthy()
  const undo = bar.getByRole('button', { name: 'Undo' })
  undo.focus()
  fireEvent.click(undo)
  await waitFor(() => expect(bar.queryByText(/Logged/)).toBeNull())
  // The focus moves to the log buttons.
  await waitFor(() => expect(document.activeElement).toBe(bar.getByRole('button', { name: 'Start 10 min: Focus' })))
  expect(sent.slice(1).map(({ method, body }) => [method, body?.status])).toEqual([
    ['PATCH', 2],
    ['DELETE', undefined]
  ])
})

test('undoing a press that started a timer removes the timer', {
  tags: ['D-131', 'D-135']
}, async () => {
  const none = { status: 4 as const, started_at: null, ended_at: null, paused_at: null, elapsed_duration: 0 }
  const sent = respond({
    'POST /api/challenge-events/study-hall/store-quick-log': () =>
      json({ id: 1, log: timed(), challenge_user: HOST_ADA, ...OK }),
    'POST /api/challenge-events/logs/1/reset': () => json({ log: timed(none), goal: null, ...OK }),
    'DELETE /api/challenge-logs/1': () => json({ goal: null })
  })
  open(roomOf(), null)
  const bar = within(screen.getByRole('region', { name: 'Quick log' }))
  fireEvent.click(bar.getByRole('button', { name: 'Start 10 min: Focus' }))
  expect(await bar.findByText(/^Started /)).toBeTruthy()
  expect(bar.getByRole('button', { name: 'Done: Focus' })).toBeTruthy()
  // Done is the filled button now.
  expect(bar.getByRole('button', { name: /: Drink water$/ }).dataset.variant).toBe('light')
  expect(bar.queryByRole('button', { name: 'Only for me' })).toBeNull()
  fireEvent.click(bar.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(bar.queryByText(/^Started /)).toBeNull())
  expect(bar.queryByRole('button', { name: 'Done: Focus' })).toBeNull()
  expect(bar.getByRole('button', { name: 'Start 10 min: Focus' })).toBeTruthy()
  expect(sent.map(({ method, url }) => `${method} ${url}`).slice(1, 3)).toEqual([
    'POST /api/challenge-events/logs/1/reset',
    'DELETE /api/challenge-logs/1'
  ])
})

test('the bar offers to take a press back for 30 s', { tags: ['D-131', 'D-135'] }, async () => {
  respond({
    'POST /api/challenge-events/study-hall/store-quick-log': () =>
      json({ id: 1, log: logOf({ amount: 1 }), challenge_user: HOST_ADA, ...OK })
  })
  open(roomOf(), null)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START + 60_000 })
  const card = within(screen.getByRole('article', { name: 'Drink water' }))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  fireEvent.click(card.getByRole('button', { name: /Drink water/ }))
  await pass(0)
  const bar = within(screen.getByRole('region', { name: 'Quick log' }))
  await pass(29_000)
  expect(bar.queryByRole('button', { name: 'Undo' })).not.toBeNull()
  await pass(1100)
  expect(bar.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the form adds a log and shows it', { tags: 'SES-056' }, async () => {
  const sent = respond({
    'POST /api/challenge-events/study-hall/logs': () =>
      json({ id: 5, log: logOf({ id: 5, amount: 3 }), challenge_user: HOST_ADA, ...OK })
  })
  open(roomOf(), [])
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '3' } })
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '1h 30m' } })
  fireEvent.click(screen.getByRole('button', { name: 'Start the timer' }))
  expect(await screen.findByText(/3 glasses/)).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ task_uuid: WATER, amount: 3, duration: 5400 })
  expect(sent[0]?.body).not.toHaveProperty('status')
  expect((screen.getByLabelText('Duration') as HTMLInputElement).value).toBe('')
})

test('"Already done" logs the whole time and starts no timer', { tags: ['SES-056', 'D-52'] }, async () => {
  const sent = respond({ [FORM]: () => added(3) })
  open(roomOf(), [])
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '90m' } })
  const done = screen.getByRole('button', { name: 'Already done' })
  fireEvent.click(done)
  expect(done).toHaveProperty('disabled', false)
  fireEvent.click(done)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ duration: 5400, status: 2 })
})

test('after the end the form logs a time and starts no timer', { tags: ['SES-056', 'D-86'] }, async () => {
  const sent = respond({ [FORM]: () => added(3) })
  open(roomOf({ status: 2, ended_at: new Date(START + 30_000).toISOString() }), [])
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '90m' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Log' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ duration: 5400, status: 2 })
})

test('after the end a member can still press "+1", but not start a timer', { tags: ['SGL-25', 'D-86'] }, () => {
  open(roomOf({ status: 2, ended_at: new Date(START + 30_000).toISOString() }), null)
  expect(screen.getByRole('button', { name: '+1 glass: Drink water' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
})

test('after the end non-members have no log buttons and no form', { tags: 'D-86' }, () => {
  setUser({ ...ADA, username: 'grace' })
  const ended = roomOf({ status: 2, ended_at: new Date(START + 30_000).toISOString() })
  open({ ...ended, me: null }, null)
  expect(screen.getByRole('article', { name: 'Drink water' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^\+1 glass/ })).toBeNull()
  cleanup()
  open({ ...ended, me: null }, [])
  expect(screen.queryByRole('button', { name: 'Add Log' })).toBeNull()
})

test('a checklist shows how many items are done, and no count of times', { tags: 'SES-049' }, () => {
  const list = [{ uuid: FOCUS, title: 'Towel', link: '' }] as never
  const [group] = roomOf().challengeEvent.tasks
  const tasks = group ? [{ ...group, parts: [taskOf(WATER, 'Bring along', { amount: 1, is_list: 1, list })] }] : []
  open(roomOf({ tasks }), null)
  expect(screen.getByText('0 of 1 done')).toBeTruthy()
  expect(screen.queryByText(/0 of 1 time/)).toBeNull()
})

test('a log marked "Only for me" is sent as done, and the mark is cleared', { tags: ['D-138', 'SGL-15'] }, async () => {
  const sent = respond({ [FORM]: () => added(3) })
  open(roomOf(), [])
  fireEvent.click(screen.getByLabelText('Only for me'))
  addLog('3')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ amount: 3, status: 2 })
  await waitFor(() => expect((screen.getByLabelText('Only for me') as HTMLInputElement).checked).toBe(false))
})

test('a refused log keeps the typed values and shows the error under its field', {
  tags: ['SES-056', 'API-48']
}, async () => {
  const errors = { amount: 'Enter a number.' }
  respond({
    'POST /api/challenge-events/study-hall/logs': () => json({ message: 'Check', error: 'Check', errors }, 422)
  })
  open(roomOf(), [])
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Log' }))
  expect(await screen.findByText('Enter a number.')).toBeTruthy()
  expect((screen.getByLabelText('Amount') as HTMLInputElement).value).toBe('3')
})

const FORM = 'POST /api/challenge-events/study-hall/logs'

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

function addLog(amount: string, note = ''): void {
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: amount } })
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: note } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Log' }))
}

const added = (amount: number) =>
  json({
    id: 5,
    log: logOf({ id: 5, amount, content: 'From the well' }),
    challenge_user: {
      ...HOST_ADA,
      task_totals: { [WATER]: { amount, distance: 0, duration: 0, list_progress: [] } }
    },
    ...OK
  })

test('a log added offline is listed as waiting, then sent once with its time', {
  tags: 'SES-056'
}, async () => {
  const sent = respond({ [FORM]: () => added(3) })
  open(roomOf(), [])
  setOnline(false)
  addLog('3', 'From the well')
  expect((await waiting()).closest('li')?.textContent).toMatch(/3 glasses.*From the well/)
  // The form is empty again, ready for another log.
  expect([(screen.getByLabelText('Amount') as HTMLInputElement).value, stored().length]).toEqual(['', 1])
  vi.setSystemTime(START + 600_000)
  setOnline(true)
  await waitFor(() => expect(screen.queryByText(/Waiting to send/)).toBeNull())
  expect(screen.getByText('From the well')).toBeTruthy()
  await waitFor(() => expect(stored()).toEqual([]))
  expect(sent.map(({ headers }) => headers['x-done-at'])).toEqual([new Date(START + 60_000).toISOString()])
})

test('a log and a press made offline add up on their goal and are sent in order', {
  tags: ['SES-056', 'SGL-25']
}, async () => {
  const sent = respond({
    [FORM]: () => added(3),
    'POST /api/challenge-events/study-hall/store-quick-log': () => added(4)
  })
  open(roomOf(), [])
  setOnline(false)
  addLog('3')
  await waiting()
  cleanup()
  open(roomOf(), null)
  const card = within(screen.getByRole('article', { name: 'Drink water' }))
  fireEvent.click(card.getByRole('button'))
  expect(card.getByText('4 of 6 glasses')).toBeTruthy()
  setOnline(true)
  await waitFor(() => expect(stored()).toEqual([]))
  expect(card.getByText('4 of 6 glasses')).toBeTruthy()
  const posts = sent.filter(({ method }) => method === 'POST')
  expect(posts.map(({ url }) => url.split('/').at(-1))).toEqual(['logs', 'store-quick-log'])
})

test('a person who has left is asked to join, then the same log is sent', { tags: 'SES-056' }, async () => {
  let isIn = false
  const sent = respond({
    [FORM]: () => (isIn ? added(3) : json({ message: 'Join first.', error: 'Join first.' }, 403)),
    'POST /api/challenge-events/study-hall/join': () => {
      isIn = true
      return json({ participant: HOST_ADA, ...OK })
    }
  })
  open(roomOf(), [])
  addLog('3')
  expect(await screen.findByText('Join first.')).toBeTruthy()
  expect([(screen.getByLabelText('Amount') as HTMLInputElement).value, stored()]).toEqual(['3', []])
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('From the well')).toBeTruthy()
  expect(sent.filter(({ url }) => url.endsWith('/logs')).map(({ body }) => body?.amount)).toEqual([3, 3])
  expect(screen.queryByText('Join first.')).toBeNull()
})

test('a removed person cannot add a log, and the form says why', { tags: 'D-72' }, async () => {
  const sent = respond({})
  open(roomOf({}, { me: null, isOwner: false, isRemoved: true }), [])
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Log' }))
  expect((await screen.findAllByText('You were removed from this session.'))[0]).toBeTruthy()
  expect(sent).toHaveLength(0)
})

test('an unreadable duration shows an error under its field', { tags: 'SES-056' }, async () => {
  respond({})
  open(roomOf(), [])
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: 'soon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Log' }))
  expect(await screen.findByText('The value [soon] could not be parsed')).toBeTruthy()
})

test('my timer counts down and can be paused, resumed and completed', {
  tags: ['LOG-13', 'LOG-14', 'SGL-19']
}, async () => {
  const sent = respond({
    'POST /api/challenge-logs/1/stop': () =>
      json({
        log: timed({ status: 3, elapsed_duration: 60, paused_at: new Date(START).toISOString() }),
        goal: null,
        ...OK
      }),
    'POST /api/challenge-logs/1/start': () => json({ log: timed(), goal: null, ...OK }),
    'POST /api/challenge-logs/1/complete': () => json({ log: timed({ status: 2 }), goal: null, ...OK })
  })
  const tasks = roomOf().challengeEvent.tasks.map(group => ({
    ...group,
    parts: [taskOf(FOCUS, 'Focus', { duration: 600, activeLog: timed(), active_log_id: 1 })]
  }))
  open(roomOf({ tasks }), null)
  expect(focus().getByText('09:00')).toBeTruthy()
  fireEvent.click(focus().getByRole('button', { name: 'Pause' }))
  expect(await focus().findByText('paused')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ status: 3 })
  fireEvent.click(focus().getByRole('button', { name: 'Resume' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  expect(sent.map(({ url }) => url)).toEqual([
    '/api/challenge-logs/1/stop',
    '/api/challenge-logs/1/start',
    '/api/challenge-logs/1/complete'
  ])
})

test('a press on a goal with a duration starts its timer', { tags: 'SGL-09' }, async () => {
  const path = 'POST /api/challenge-events/study-hall/store-quick-log'
  const sent = respond({ [path]: () => json({ id: 1, log: timed(), challenge_user: HOST_ADA, ...OK }) })
  open(roomOf(), null)
  const start = within(screen.getByRole('article', { name: 'Focus' })).getByRole('button', { name: /Focus/ })
  act(() => start.focus())
  fireEvent.click(start)
  expect(await focus().findByText('09:00')).toBeTruthy()
  const card = screen.getByRole('article', { name: 'Focus' })
  await waitFor(() => expect(card.contains(document.activeElement)).toBe(true))
  expect(focus().getByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ task_uuid: FOCUS, duration: 600 })
})

test('a reset timer waits to be started again, and Start continues the same log', {
  tags: ['SGL-12', 'LOG-19', 'LOG-24', 'D-100']
}, async () => {
  const none = { status: 4 as const, started_at: null, ended_at: null, paused_at: null, elapsed_duration: 0 }
  const sent = respond({
    'POST /api/challenge-events/logs/1/reset': () => json({ log: timed(none), goal: null, ...OK }),
    'POST /api/challenge-logs/1/start': () => json({ log: timed(), goal: null, ...OK })
  })
  const tasks = roomOf().challengeEvent.tasks.map(group => ({
    ...group,
    parts: [taskOf(FOCUS, 'Focus', { duration: 600, activeLog: timed(), active_log_id: 1 })]
  }))
  open(roomOf({ tasks }), null)
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(await focus().findByText('10:00')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(sent.map(({ url }) => url)).toEqual(['/api/challenge-events/logs/1/reset', '/api/challenge-logs/1/start'])
})

test('a reset subtracts the timer’s time from the goal', { tags: ['SGL-12', 'LOG-19', 'TMR-18'] }, async () => {
  const none = { status: 4 as const, started_at: null, ended_at: null, paused_at: null, elapsed_duration: 0 }
  respond({ 'POST /api/challenge-events/logs/1/reset': () => json({ log: timed(none), goal: null, ...OK }) })
  const log = timed({ status: 3, paused_at: new Date(START + 60_000).toISOString(), elapsed_duration: 90 })
  const shown = taskOf(FOCUS, 'Focus', { duration: 600, duration_elapsed: 120, activeLog: log, active_log_id: 1 })
  const tasks = roomOf().challengeEvent.tasks.map(group => ({ ...group, parts: [shown] }))
  open(roomOf({ tasks }), null)
  const goal = within(screen.getByRole('article', { name: 'Focus' }))
  expect(goal.getByText('02:00 of 10:00')).toBeTruthy()
  fireEvent.click(goal.getByRole('button', { name: 'Reset' }))
  expect(await goal.findByText('00:30 of 10:00')).toBeTruthy()
})

test('an interval goal runs as long as its timers and shows the current step', {
  tags: ['TMR-09', 'D-56']
}, async () => {
  const round = {
    uuid: WATER,
    title: '',
    duration: 0,
    is_interval: 1 as const,
    sets: 4,
    setsRemaining: 4,
    active: 0 as const
  }
  const nested = [
    { title: 'Work', duration: 40 },
    { title: 'Rest', duration: 20 }
  ]
  const interval = { is_interval: 1 as const, sets: 2, timers: [{ ...round, nested }] }
  const path = 'POST /api/challenge-events/study-hall/store-quick-log'
  const sent = respond({
    [path]: () => json({ id: 1, log: timed({ duration: 480 }), challenge_user: HOST_ADA, ...OK })
  })
  const parts = [taskOf(FOCUS, 'Row', interval)]
  open(roomOf({ tasks: roomOf().challengeEvent.tasks.map(group => ({ ...group, parts })) }), null)
  const goal = within(screen.getByRole('article', { name: 'Row' }))
  fireEvent.click(goal.getByRole('button', { name: 'Start 8 min: Row' }))
  expect(await goal.findByText('07:00')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ duration: 480 })
  expect(goal.getByText('Work · 2 of 8 · 00:40')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Press to turn sound on' })).toBeTruthy()
})

test('a goal with a duration offers Start', { tags: 'SGL-12' }, () => {
  open(roomOf(), null)
  expect(within(screen.getByRole('article', { name: 'Focus' })).getByRole('button', { name: /^Start / })).toBeTruthy()
})

test('a goal with several completions shows how many are done', { tags: ['SGL-51', 'D-104'] }, () => {
  const water = taskOf(WATER, 'Drink water', { amount: 1, completions_required: 3, unit: 'glasses' })
  const tasks = roomOf().challengeEvent.tasks.map(group => ({ ...group, parts: [water] }))
  const totals = { [WATER]: { amount: 2, distance: 0, duration: 0, list_progress: [] } }
  open(roomOf({ tasks }, { me: { ...HOST_ADA, task_totals: totals } }), null)
  expect(screen.getByText('2 of 3 glasses')).toBeTruthy()
})
