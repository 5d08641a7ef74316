import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Card } from '../../domain/browse/api.ts'
import type { Goal } from '../../domain/goals/api.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { setUser } from '../lib/user.ts'
import { Today } from './Today.tsx'

afterEach(forget)

const card = (id: number, title: string, more: Partial<Card> = {}): Card => ({
  kind: 'session',
  id,
  slug: `s-${id}`,
  title,
  path: `/sessions/s-${id}`,
  status: 1,
  is_preset: 0,
  is_joined: 1,
  needs_code: 0,
  is_manually_started: 0,
  participant_limit: null,
  participants_count: 2,
  started_at: '2026-03-02T18:00:00.000Z',
  ended_at: null,
  paused_since: null,
  duration: 3600,
  difficulty: null,
  category_name: null,
  hut_slug: null,
  hut_title: null,
  remaining: null,
  ...more
})

const NOTHING = { sessions: [], my_goals: [], group_sessions: [], shared_goals: [], away_until: null, streak: 0 }

const GOAL = { ...EXAMPLE_GOAL, id: 7, title: 'Read' }

function open(data: object, running?: Card, blocked: string[] = []): { settled: () => number } {
  setUser({ ...ADA, blocked })
  let count = 0
  respond({
    'GET /api/my/today': () => json({ serverData: { ...NOTHING, ...data } })
  })
  show(<Today running={running} onSettled={() => count++} />)
  return { settled: () => count }
}

test('shows running sessions, my goals, upcoming sessions, then sessions of my groups', async () => {
  const { settled } = open({
    sessions: [card(1, 'Runs'), card(2, 'Tomorrow', { status: 0 })],
    my_goals: [GOAL],
    group_sessions: [card(3, 'Of friends', { is_joined: 0 })]
  })
  expect(settled()).toBe(0)
  await screen.findByRole('region', { name: 'Your sessions' })
  expect(settled()).toBe(1)
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Your sessions', 'Your goals', 'Next for you', 'In your groups'])
  const goals = within(screen.getByRole('region', { name: 'Your goals' }))
  expect(goals.getByRole('link', { name: 'Read' }).getAttribute('href')).toBe('/my/goals/7')
  expect(screen.queryByText('What would you like to do first?')).toBeNull()
})

test('offers a first step to a user without anything, with a running session to join', async () => {
  open({}, card(4, 'Open house', { is_joined: 0 }))
  const first = within(await screen.findByRole('region', { name: 'What would you like to do first?' }))
  expect(first.getByRole('link', { name: 'Set a goal' }).getAttribute('href')).toBe('/my/goals?create=1')
  const sent = respond({ 'POST /api/challenge-events/s-4/join': () => json({ message: 'Full', error: 'Full' }, 409) })
  fireEvent.click(first.getByRole('button', { name: 'Join Open house' }))
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/api/challenge-events/s-4/join'))
})

test('one press starts a template for its planned length, and several presses start one session', async () => {
  setUser(ADA)
  respond({
    'GET /api/my/today': () => json({ serverData: NOTHING })
  })
  const router = show(<Today plan={card(5, 'Pomodoro', { kind: 'activity', slug: 'pomodoro', duration: 8100 })} />)
  const button = await screen.findByRole('button', { name: 'Start Pomodoro' })
  let isLost = true
  const sent = respond({
    'POST /api/challenge-events': () => {
      if (!isLost) return json({ event: { path: '/sessions/mine' }, error: null, error_code: null })
      isLost = false
      return json({ message: 'Later', error: 'Later' }, 503)
    }
  })
  fireEvent.click(button)
  await screen.findByText('Later')
  fireEvent.click(button)
  await waitFor(() => expect(router.state.location.pathname).toBe('/sessions/mine'))
  const calls = sent.filter(({ url }) => url === '/api/challenge-events')
  expect(calls).toHaveLength(2)
  expect(calls[0]?.body).toMatchObject({ activity: 'pomodoro', challenge: { duration: 8100 } })
  expect(calls[0]?.headers).toEqual(calls[1]?.headers)
})

test('shows the list below when today cannot be loaded', async () => {
  setUser(ADA)
  let count = 0
  respond({ 'GET /api/my/today': () => json({ message: 'No', error: 'No' }, 500) })
  show(<Today onSettled={() => count++} />)
  await waitFor(() => expect(count).toBe(1))
})

const DAILY: Goal = {
  ...GOAL,
  amount: 2,
  unit: 'glasses',
  started_at: null,
  ended_at: null,
  quick_log_buttons: [],
  repeats: { every: 'day', weekdays: [] },
  period: { from: '2026-05-06', to: '2026-05-06', logs: 0, amount: 0, distance: 0, duration: 0 }
}
const daily = (id: number, title: string, amount: number): Goal => ({
  ...DAILY,
  id,
  title,
  period: { ...(DAILY.period as NonNullable<Goal['period']>), amount, logs: amount }
})
const rows = (label: string) => within(screen.getByRole('list', { name: label }))

test('lists due goals first, folds what is met, and shows the day with the streak', { tags: 'D-143' }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-06T12:00:00Z') })
  open({
    my_goals: [daily(1, 'Met before', 2), daily(2, 'Water', 1), { ...GOAL, id: 3, title: 'Ever' }],
    streak: 81
  })
  expect(await screen.findByText('Wednesday, May 6')).toBeTruthy()
  expect(screen.getByRole('link', { name: '81 days in a row' }).getAttribute('href')).toBe('/my/days')
  expect(rows('Due today').getByRole('link', { name: 'Water' })).toBeTruthy()
  expect(screen.getByText('1 done')).toBeTruthy()
  expect(rows('Any time').getByRole('link', { name: 'Ever' })).toBeTruthy()
  expect(screen.queryByText('That’s today.')).toBeNull()
})

test('one press on the round button logs; the goal keeps its place, and the hut turns to night', {
  tags: 'D-143'
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-06T12:00:00Z') })
  open({ my_goals: [daily(2, 'Water', 1)] })
  fireEvent.click(await screen.findByRole('button', { name: 'Log 1 glass: Water' }))
  expect(await screen.findByText('That’s today.')).toBeTruthy()
  expect(rows('Due today').getByText('2 of 2 glasses')).toBeTruthy()
})

test('shows the faces of a session, without people I block', { tags: 'D-164' }, async () => {
  const { settled } = open({ sessions: [card(1, 'Runs', { faces: ['ada', 'bob', 'eve'] })] }, undefined, ['eve'])
  await waitFor(() => expect(settled()).toBe(1))
  const mine = screen.getByRole('region', { name: 'Your sessions' })
  const letters = [...mine.querySelectorAll('[data-letter]')].map(face => face.getAttribute('data-letter'))
  expect(letters).toEqual(['A', 'B'])
})

test('someone who goes away chooses a day, two weeks from now, and everything rests', async () => {
  open({ my_goals: [GOAL] })
  fireEvent.click(await screen.findByRole('button', { name: 'Going away?' }))
  const day = await screen.findByLabelText<HTMLInputElement>(/^Back on/)
  expect(Date.parse(day.value) - Date.parse(new Date().toISOString().slice(0, 10))).toBe(14 * 86_400_000)
  const sent = respond({
    'POST /api/account/away': () => json({ away_until: '2030-01-02', error: null, error_code: null }),
    'GET /api/my/today': () => json({ serverData: { ...NOTHING, my_goals: [GOAL], away_until: '2030-01-02' } })
  })
  fireEvent.change(day, { target: { value: '2030-01-02' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pause everything' }))
  expect(await screen.findByText(/You’re away until Wednesday, January 2, 2030/)).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ back_on: '2030-01-02' })
  fireEvent.click(screen.getByRole('button', { name: 'I’m back' }))
  await waitFor(() => expect(sent.some(({ body }) => (body as { back_on?: null })?.back_on === null)).toBe(true))
})
