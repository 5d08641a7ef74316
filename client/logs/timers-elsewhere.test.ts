/** Timers that were started on another device. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { myGoalsPage } from '../../domain/goals/api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { noteOwnTimerChange, readTimers } from './running-timers.ts'
import { timersChanged, watchTimers } from './timers-elsewhere.ts'

const TIMERS = 'GET /api/my/timers'
const NOW = Date.UTC(2026, 4, 1, 12)
const GRACE = { ...ADA, id: 2, username: 'grace' }
const running = (id: number) => ({
  id,
  goal_id: 5,
  title: 'Read',
  due_at: new Date(NOW + 600_000).toISOString()
})

let reload: ReturnType<typeof vi.spyOn>
let visibility: DocumentVisibilityState
/** The start of the test as `performance.now()`, which never goes back while a page lives. */
let began = 0

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  began += 3_600_000
  vi.spyOn(performance, 'now').mockImplementation(() => began + Date.now() - NOW)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  localStorage.clear()
  setUser(ADA)
  putPage(myGoalsPage, '/my/goals', { my_goals: [] })
})
afterEach(forget)

const known = () => readTimers(localStorage.getItem('timers')).map(({ id }) => id)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const serverHas = (...ids: number[]): Sent[] => respond({ [TIMERS]: () => json({ timers: ids.map(running) }) })

async function look(state: DocumentVisibilityState): Promise<void> {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
}

test('loads the timers of other devices when the page opens and whenever it becomes visible', {
  tags: 'LOG-16'
}, async () => {
  const sent = serverHas(1)
  const stop = watchTimers()
  await pass(0)
  expect(known()).toEqual([1])
  await look('hidden')
  expect(sent).toHaveLength(1)
  serverHas(2)
  await look('visible')
  expect(known()).toEqual([2])
  stop()
  const after = serverHas(3)
  await look('visible')
  expect([after, known()]).toEqual([[], [2]])
})

test('a page that opens in the background loads them when it becomes visible', async () => {
  visibility = 'hidden'
  const sent = serverHas(1)
  const stop = watchTimers()
  await pass(60_000)
  expect(sent).toEqual([])
  await look('visible')
  expect(known()).toEqual([1])
  stop()
})

test('loads no timers for a visitor', async () => {
  setUser(null)
  const sent = serverHas(1)
  watchTimers()()
  await pass(0)
  expect(sent).toEqual([])
})

test('ignores a response that arrives after someone else has signed in', async () => {
  let finish: (response: Response) => void = () => {}
  respond({ [TIMERS]: () => new Promise(resolve => (finish = resolve)) })
  const stop = watchTimers()
  setUser(GRACE)
  finish(json({ timers: [running(1)] }))
  await pass(0)
  expect(known()).toEqual([])
  stop()
})

test('keeps the known timers without a connection', async () => {
  serverHas(1)
  watchTimers()()
  await pass(0)
  respond({ [TIMERS]: () => Promise.reject(new TypeError('Failed to fetch')) })
  watchTimers()()
  await pass(0)
  expect(known()).toEqual([1])
})

test('a socket message loads the timers and the goals again', async () => {
  const sent = serverHas(1)
  timersChanged()
  await pass(1499)
  expect(sent).toEqual([])
  await pass(1)
  expect([known(), reload.mock.calls.length]).toEqual([[1], 1])
})

test.each([
  ['just before', -200],
  ['during the wait after', 700]
])("ignores a socket message about this tab's own change, when its response came %s it", async (_, at) => {
  const sent = serverHas(1)
  await pass(10_000)
  if (at < 0) {
    noteOwnTimerChange()
    await pass(-at)
  }
  timersChanged()
  if (at > 0) {
    await pass(at)
    noteOwnTimerChange()
  }
  await pass(5000)
  expect([sent, reload.mock.calls.length]).toEqual([[], 0])
})

test('an old response does not make it ignore a new socket message', async () => {
  const sent = serverHas(1)
  noteOwnTimerChange()
  await pass(2000)
  timersChanged()
  await pass(1500)
  expect(sent).toHaveLength(1)
})
