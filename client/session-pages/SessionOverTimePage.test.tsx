import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OverTime, sessionOverTimePage } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import { FOCUS, roomOf, START, WATER } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { SessionOverTimePage } from './SessionOverTimePage.tsx'

const PATH = '/sessions/study-hall/over-time'
const HOUR = 3_600_000
const nothing = { amount: 0, distance: 0, duration: 0 }
const OVER_TIME: OverTime = {
  from: new Date(START).toISOString(),
  slice_seconds: 120,
  slice_count: 30,
  slices: [
    { slice: 0, logs: 2, people: 2 },
    { slice: 12, logs: 5, people: 1 }
  ],
  people: [
    {
      username: 'ada',
      logs: 6,
      tasks: { [FOCUS]: { ...nothing, duration: 1500 }, [WATER]: { ...nothing, amount: 3 }, gone: nothing },
      slices: [
        { slice: 0, logs: 1 },
        { slice: 12, logs: 5 }
      ]
    },
    { username: 'grace', logs: 1, tasks: { [WATER]: { ...nothing, amount: 1 } }, slices: [{ slice: 0, logs: 1 }] }
  ]
}
const ended = roomOf({ status: 2, ended_at: new Date(START + HOUR).toISOString() })
const text = (ms: number) => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(START + ms)

beforeEach(() => {
  FakeSocket.all = []
  setUser(ADA)
  vi.useFakeTimers({ toFake: ['Date'], now: START + 2 * HOUR })
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(forget)

function open(over_time: OverTime | null, data = ended): void {
  putPage(sessionOverTimePage, PATH, { ...data, over_time })
  show(<SessionOverTimePage />, PATH)
}

test('a table lists what each person did in an ended session, and when', () => {
  open(OVER_TIME)
  const rows = within(screen.getByRole('table', { name: /^Who did what, and when/ })).getAllByRole('row')
  expect(rows.map(row => [...row.children].map(cell => cell.textContent))).toEqual([
    ['Who', 'Did', 'When'],
    ['ada', 'Drink water: 3 glassesFocus: 25 minSomething else', `6 logs, ${text(0)} to ${text(26 * 60_000)}`],
    ['grace', 'Drink water: 1 glass', `1 log, ${text(0)} to ${text(2 * 60_000)}`]
  ])
})

test('the chart of logs can be read slice by slice with the keyboard', async () => {
  open(OVER_TIME)
  const busiest = `${text(24 * 60_000)} to ${text(26 * 60_000)}: 5 logs by 1 person`
  const picture = await screen.findByRole('img', { name: /^Logs over time/ })
  expect(picture.getAttribute('aria-label')).toBe(`Logs over time. The most came from ${busiest}.`)
  const slider = screen.getByRole('slider', { name: 'Go through the time' })
  fireEvent.change(slider, { target: { value: '12' } })
  expect(slider.getAttribute('aria-valuetext')).toBe(busiest)
  fireEvent.change(slider, { target: { value: '13' } })
  expect(slider.getAttribute('aria-valuetext')).toMatch(/: nothing logged$/)
  expect(picture.querySelectorAll('rect')).toHaveLength(30)
})

test('a session without a log says so', () => {
  open({ ...OVER_TIME, slices: [], people: [] })
  expect(screen.getByText('Nobody has logged anything in this session.')).toBeTruthy()
})

test('the page reloads its data when the session ends while it is open', async () => {
  const sent = respond({
    'GET /api/sessions/study-hall/over-time': () => json({ serverData: { ...ended, over_time: OVER_TIME } })
  })
  open(null)
  expect(screen.getByText(/^Once the session ends/)).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('rowheader', { name: 'grace' })).toBeTruthy())
  expect(sent).toHaveLength(1)
})
