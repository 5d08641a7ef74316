import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { part } from '../../../domain/activities/plan.ts'
import { UTC } from '../../../domain/lib/day.ts'
import { sessionPage } from '../../../domain/sessions/api.ts'
import { readClock } from '../../../domain/sessions/clock.ts'
import { dayPlace, planDays } from '../../../domain/sessions/days.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { roomOf, START, sessionOf, uuid, WATER } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { SessionPage } from '../../session-pages/SessionPage.tsx'
import { daysOfPlan } from './days-of-plan.ts'

const DAY = 86_400_000
const PATH = '/sessions/study-hall'

beforeEach(() => setUser(ADA))
afterEach(forget)

const weeks = (...lengths: number[]) =>
  sessionOf().parts.map(group => ({
    ...group,
    parts: lengths.map((days, index) => ({
      ...part.parse({ uuid: uuid(50 + index), order: index, title: `Part ${index + 1}`, duration: days * 86_400 }),
      active: 0 as const
    }))
  }))
const monthOf = (days: number, ...parts: number[]) => ({
  duration: days * 86_400,
  ended_at: new Date(START + days * DAY).toISOString(),
  parts: weeks(...parts)
})
const today = {
  ...{ day: '2026-05-12', done_by: ['grace', 'ada'], done_count: 2 },
  ...{ days: ['2026-05-10', '2026-05-11', '2026-05-12'], my_days: ['2026-05-12'], my_tasks: [WATER] }
}

test('a month-long session shows the day, today’s goals, who has logged, and the streak', {
  tags: 'D-128'
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 11 * DAY })
  vi.stubGlobal('WebSocket', FakeSocket)
  const data = roomOf(monthOf(30, 7, 7, 16), { me: null, isOwner: false })
  putPage(sessionPage, PATH, { ...data, today })
  const sent = respond({
    [`GET /api${PATH}`]: () => json({ serverData: { ...data, today: { ...today, day: '2026-05-13' } } })
  })
  show(<SessionPage />, PATH)
  const panel = () => within(screen.getByRole('region', { name: 'Today' }))
  expect(screen.queryByRole('region', { name: 'Now' })).toBeNull()
  expect(panel().getByRole('heading', { name: 'Day 12 of 30' })).toBeTruthy()
  expect(panel().getAllByText('Part 2')).toHaveLength(2)
  expect(panel().getByRole('list', { name: 'Asked today' }).textContent).toBe('Drink waterFocus')
  expect(panel().getByText(/logged today:/).textContent).toBe('2 of 1 logged today: grace and ada')
  expect(panel().getByText(/in a row, together/).textContent).toBe('3 days in a row, together')
  expect(panel().getByText(/^The room logged on 3 of 12 days\.$|, the room on 3\.$/)).toBeTruthy()
  expect(sent).toHaveLength(0)
  // At midnight the page resets who has logged, and loads the new day.
  vi.setSystemTime(START + 12 * DAY)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await panel().findByRole('heading', { name: 'Day 13 of 30' })).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test.each([
  ['each week has its own line', [7, 7, 16], ['Part 1: 7', 'Part 2: 7', 'Part 3: 16']],
  ['parts of one day each share a line', Array.from({ length: 30 }, () => 1), [': 30']],
  ['a plan without parts has one line', [], [': 30']]
])('daysOfPlan groups days: %s', (_, lengths, lines) => {
  const session = sessionOf(monthOf(30, ...lengths))
  const clock = readClock({ ...session, plan: session }, START + 11 * DAY)
  const place = dayPlace(clock, START + 11 * DAY)
  if (!place) throw new Error('no days')
  const days = planDays(place, { days: [], my_days: [] })
  expect(daysOfPlan(session, clock, days, UTC).map(({ title, days }) => `${title}: ${days.length}`)).toEqual(lines)
})
