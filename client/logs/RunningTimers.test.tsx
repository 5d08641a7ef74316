import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../../domain/logs/api.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { config } from '../lib/embedded.ts'
import { setHead } from '../lib/head.ts'
import { setUser } from '../lib/user.ts'
import { applyLog, dropLog } from './apply-log.ts'
import { EXAMPLE_LOG } from './example-log.ts'
import { RunningTimers } from './RunningTimers.tsx'
import { readTimers } from './running-timers.ts'
import { timersChanged, watchTimers } from './timers-elsewhere.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const RUNNING: Log = {
  ...EXAMPLE_LOG,
  id: 3,
  goal_id: 5,
  duration: 600,
  status: 1,
  started_at: new Date(NOW).toISOString(),
  ended_at: new Date(NOW + 600_000).toISOString(),
  elapsed_duration: 0,
  remaining_duration: 600,
  goal: { id: 5, title: 'Swim', action: '', unit: '' }
}
const DONE: Log = { ...RUNNING, status: 2, elapsed_duration: 600, remaining_duration: 0 }
const GOAL = 'GET /api/my/goals/5'
const logs = (log: Log) => ({ [GOAL]: () => json({ serverData: { logs: [log] } }) })
const tones: number[] = []

beforeEach(() => {
  localStorage.clear()
  tones.length = 0
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('AudioContext', FakeAudio)
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true })
  setUser(ADA)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userActivation')
  forget()
})

class FakeAudio {
  currentTime = 0
  destination = {}
  createOscillator() {
    const frequency = { value: 0 }
    return { frequency, connect: (next: unknown) => next, start: () => tones.push(frequency.value), stop: () => {} }
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
    return { gain, connect: (next: unknown) => next }
  }
  close() {
    return Promise.resolve()
  }
}

/** Advances the time. Becoming visible makes a page read the clock again. */
const pass = (ms: number) =>
  act(() => {
    vi.setSystemTime(Date.now() + ms)
    document.dispatchEvent(new Event('visibilitychange'))
  })
const line = () => screen.queryByRole('navigation', { name: 'Running timers' })

test('shows a running timer on every page with its time and a link, until it is paused', {
  tags: 'LOG-16'
}, () => {
  show(<RunningTimers />, '/activities')
  expect(line()).toBeNull()
  act(() => applyLog(RUNNING, null))
  const link = screen.getByRole('link', { name: /Swim/ })
  expect([link.getAttribute('href'), link.textContent]).toEqual(['/my/goals/5', 'Swim10:0010 minutes left'])
  pass(60_000)
  expect(link.textContent).toContain('09:00')
  act(() => applyLog({ ...RUNNING, status: 3 }, null))
  expect(line()).toBeNull()
  act(() => applyLog(RUNNING, null))
  act(() => dropLog(RUNNING, null))
  expect(line()).toBeNull()
})

test('the title shows the timer that ends first, also on its own page', { tags: 'LOG-16' }, () => {
  setHead({ title: 'My Goals' })
  const own = document.title
  act(() => applyLog({ ...RUNNING, id: 4, duration: 1200, goal: { id: 5, title: 'Row', action: '', unit: '' } }, null))
  applyLog(RUNNING, null)
  show(<RunningTimers />, '/my/goals')
  expect(document.title).toBe(`10:00 Swim · ${own}`)
  pass(60_000)
  expect(document.title).toBe(`09:00 Swim · ${own}`)
  act(() => applyLog({ ...RUNNING, status: 3 }, null))
  expect(document.title).toBe(`19:00 Row · ${own}`)
  act(() => dropLog({ ...RUNNING, id: 4 }, null))
  expect(document.title).toBe(own)
})

test.each(['/my/goals', '/my/goals/5', '/my/logs'])('omits a timer on %s, which shows it itself', path => {
  applyLog(RUNNING, null)
  show(<RunningTimers />, path)
  expect(line()).toBeNull()
})

test("does not show another person's timer", { tags: 'SEC-11' }, () => {
  applyLog(RUNNING, null)
  setUser({ ...ADA, id: 2 })
  show(<RunningTimers />, '/activities')
  expect(line()).toBeNull()
})

test('the end of a timer shows a toast and plays a tone once, on any page', { tags: 'TMR-12' }, async () => {
  respond(logs(DONE))
  applyLog(RUNNING, null)
  show(<RunningTimers />, '/activities')
  pass(600_000)
  expect(await screen.findByText('Time is up: Swim.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Goal' }).getAttribute('href')).toBe('/my/goals/5')
  pass(5000)
  expect([tones, line(), readTimers(localStorage.getItem('timers'))]).toEqual([[1320], null, []])
})

test('a timer that ended long ago shows a toast without a tone, and sound can be off', { tags: 'TMR-12' }, async () => {
  respond(logs(DONE))
  applyLog(RUNNING, null)
  vi.setSystemTime(NOW + 3_600_000)
  show(<RunningTimers />, '/activities')
  expect(await screen.findByText('Time is up: Swim.')).toBeTruthy()
  expect(tones).toEqual([])
  vi.setSystemTime(NOW)
  localStorage.setItem('sound', 'off')
  act(() => applyLog({ ...RUNNING, id: 4, goal: { id: 5, title: 'Row', action: '', unit: '' } }, null))
  respond(logs({ ...DONE, id: 4 }))
  pass(600_000)
  expect(await screen.findByText('Time is up: Row.')).toBeTruthy()
  expect(tones).toEqual([])
})

test('the end of a timer that another device paused shows nothing', async () => {
  const sent = respond(logs({ ...RUNNING, status: 3 }))
  applyLog(RUNNING, null)
  show(<RunningTimers />, '/activities')
  pass(600_000)
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => {})
  expect([screen.queryByText('Time is up: Swim.'), tones]).toEqual([null, []])
})

/** The server's response for the goal when the timer's time is up. */
async function timeIsUp(response: () => Response | Promise<Response>): Promise<void> {
  const sent = respond({ [GOAL]: response })
  applyLog(RUNNING, null)
  show(<RunningTimers />, '/activities')
  pass(600_000)
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => {})
}
const isTold = () => screen.queryByText('Time is up: Swim.') !== null
const later = (count: number): Log[] => Array.from({ length: count }, (_, index) => ({ ...DONE, id: 100 - index }))
const listed = (all: Log[]) => () => json({ serverData: { logs: all } })

test('the end of a timer or goal deleted on another device shows nothing', async () => {
  await timeIsUp(listed(later(3)))
  expect([isTold(), tones]).toEqual([false, []])
  cleanup()
  await timeIsUp(() => json({ message: 'Not found', error: 'Not found' }, 404))
  expect([isTold(), tones]).toEqual([false, []])
})

test("shows the end of a timer that has moved to a later page of its goal's logs", {
  tags: 'TMR-12'
}, async () => {
  await timeIsUp(listed(later(config.per_page + 1)))
  expect([isTold(), tones]).toEqual([true, [1320]])
})

test('shows the end of a timer without a connection', { tags: 'TMR-12' }, async () => {
  await timeIsUp(() => Promise.reject(new TypeError('Failed to fetch')))
  expect([isTold(), tones]).toEqual([true, [1320]])
})

test('stops a timer from the list and shows the time that ran', { tags: 'LOG-17' }, async () => {
  const sent = respond({
    'POST /api/challenge-logs/3/stop': () => json({ log: { ...DONE, status: 4, elapsed_duration: 60 }, goal: null })
  })
  show(<RunningTimers />, '/activities')
  act(() => applyLog(RUNNING, null))
  fireEvent.click(screen.getByRole('button', { name: 'Stop: Swim' }))
  expect(await screen.findByText('Stopped: Swim, 1 min.')).toBeTruthy()
  expect([line(), sent[0]?.body]).toMatchObject([null, { status: 4 }])
})

test('shows timers that another device started, and hides those it stopped', { tags: 'LOG-16' }, async () => {
  const timers = [{ id: 3, goal_id: 5, title: 'Swim', due_at: new Date(NOW + 600_000).toISOString() }]
  respond({ 'GET /api/my/timers': () => json({ timers }) })
  show(<RunningTimers />, '/activities')
  const stop = watchTimers()
  expect(await screen.findByRole('link', { name: /Swim/ })).toBeTruthy()
  timers.length = 0
  await pass(0)
  await waitFor(() => expect(line()).toBeNull())
  timers.push({ id: 4, goal_id: 6, title: 'Read', due_at: new Date(NOW + 900_000).toISOString() })
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout'] })
  // Long after this tab has changed a timer itself.
  vi.spyOn(performance, 'now').mockReturnValue(1e9)
  timersChanged()
  await act(() => vi.advanceTimersByTimeAsync(1600))
  expect(screen.getByRole('link', { name: /Read/ })).toBeTruthy()
  stop()
})
