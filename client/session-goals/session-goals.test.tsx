import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Goal } from '../../domain/goals/api.ts'
import {
  type MemberGoal,
  sessionGoalsPage,
  sessionMemberGoalsPage,
  type Template
} from '../../domain/session-goals/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import { roomOf, START, strangersRoom, taskOf, WATER } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn } from '../accounts/sign-in.ts'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { SessionGoalsPage } from '../session-pages/SessionGoalsPage.tsx'
import { SessionMemberGoalsPage } from '../session-pages/SessionMemberGoalsPage.tsx'

const BASE = '/sessions/study-hall'
const OK = { error: null, error_code: null }
let id = 600

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

const goalOf = (number: number, title: string): Goal => ({
  ...EXAMPLE_GOAL,
  id: number,
  title,
  list: [],
  is_list: 0,
  challenge_event: { id, title: 'Study hall', path: BASE }
})
const template: Template = {
  ...taskOf(WATER, 'Drink water', { amount: 6, unit: 'glasses', content: 'A sip counts.' }),
  my_goal_id: null
}

function open(tab: 'goals' | 'member-goals', more: object, data: SessionData = roomOf()): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const path = `${BASE}/${tab}`
  const own = { ...data, challengeEvent: { ...data.challengeEvent, id } }
  putPage(tab === 'goals' ? sessionGoalsPage : sessionMemberGoalsPage, path, { ...own, ...more })
  show(tab === 'goals' ? <SessionGoalsPage /> : <SessionMemberGoalsPage />, path)
}

const mine = () => within(screen.getByRole('region', { name: 'My Goals' }))
const templates = () => within(screen.getByRole('region', { name: 'Goal Templates' }))

test('the page shows my goals, the templates, and tabs for the goals’ pages', {
  tags: ['SES-027', 'SES-037', 'SES-038', 'SES-039', 'SGL-01', 'SGL-03']
}, () => {
  open('goals', { my_goals: [goalOf(1, 'Read a book')], goals: [template] })
  expect(mine().getByRole('link', { name: 'Read a book' })).toBeTruthy()
  expect(templates().getByText('6 glasses')).toBeTruthy()
  expect(templates().getByText('A sip counts.')).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: 'Goals' })).getAllByRole('link')
  expect(tabs.map(tab => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['My Goals', `${BASE}/goals`],
    ['Member Goals', `${BASE}/member-goals`],
    ['Logs', `${BASE}/logs`]
  ])
})

test('without goals both pages say "No goals found :("', { tags: 'SGL-16' }, () => {
  open('goals', { my_goals: [], goals: [] })
  expect(screen.getByText('No goals found :(')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Goal Templates' })).toBeNull()
  open('member-goals', { member_goals: [] })
  expect(screen.getAllByText('No goals found :(')).toHaveLength(2)
})

test('a copied template appears among my goals at once', {
  tags: ['SGL-05', 'SGL-30', 'GOAL-49', 'SEC-25', 'D-102']
}, async () => {
  const sent = respond({ 'POST /api/goals/add-to-my-goals': () => json({ goal: goalOf(8, 'Drink water'), ...OK }) })
  open('goals', { my_goals: [], goals: [template] })
  fireEvent.click(screen.getByRole('button', { name: 'Add to My Goals: Drink water' }))
  expect(await screen.findByText('Goal copied successfully!')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Goal' }).getAttribute('href')).toBe('/my/goals/8')
  expect(sent[0]?.body).toMatchObject({ challengeEventId: id, goalUuid: WATER })
  expect(mine().getByRole('link', { name: 'Drink water' })).toBeTruthy()
  expect(templates().getByRole('link', { name: 'In my goals' }).getAttribute('href')).toBe('/my/goals/8')
})

test('the dropdown offers my goals without a session, and attaches one', {
  tags: ['SGL-02', 'SGL-06', 'SGL-28', 'SGL-29']
}, async () => {
  const sent = respond({
    'GET /api/my/goals?unattached=1': () => json({ serverData: { my_goals: [goalOf(4, 'Learn the harp')] } }),
    'POST /api/challenge-events/study-hall/4/attach-my-goal': () => json({ goal: goalOf(4, 'Learn the harp'), ...OK })
  })
  open('goals', { my_goals: [], goals: [] })
  fireEvent.click(screen.getByRole('button', { name: 'My Available Goals' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Learn the harp' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Bring this goal into the session?' }))
  expect(asked.getByText(/Everyone who sees this session will see “Learn the harp”/)).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(0)
  fireEvent.click(asked.getByRole('button', { name: 'Bring it in' }))
  expect(await mine().findByRole('link', { name: 'Learn the harp' })).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a press on a goal on its session’s page counts in that session', { tags: 'D-138' }, async () => {
  const sent = respond({
    'POST /api/logs/store-activity-quick-log': () => json({ message: 'Later.', error: 'Later.' }, 409)
  })
  const goal = { ...goalOf(1, 'Read'), unit: 'pages', quick_log_buttons: EXAMPLE_GOAL.quick_log_buttons.slice(0, 1) }
  open('goals', { my_goals: [goal], goals: [] })
  fireEvent.click(within(mine().getByRole('group', { name: 'Log progress for Read' })).getByRole('button'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ goal_id: 1, challenge_event_id: id })
})

test('no goal can be brought into an ended session', { tags: 'D-138' }, () => {
  const end = new Date(START + 30_000).toISOString()
  open('goals', { my_goals: [], goals: [template] }, roomOf({ status: 2, ended_at: end }))
  expect(mine().queryByRole('button', { name: 'My Available Goals' })).toBeNull()
  expect(mine().getByText(/This session has ended/)).toBeTruthy()
})

test('a refused attach shows the reason', { tags: 'SGL-06' }, async () => {
  respond({
    'GET /api/my/goals?unattached=1': () => json({ serverData: { my_goals: [goalOf(4, 'Learn the harp')] } }),
    'POST /api/challenge-events/study-hall/4/attach-my-goal': () => json({ message: 'Taken.', error: 'Taken.' }, 409)
  })
  open('goals', { my_goals: [], goals: [] })
  fireEvent.click(screen.getByRole('button', { name: 'My Available Goals' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Learn the harp' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Bring it in' }))
  expect(await screen.findByText('Taken.')).toBeTruthy()
})

test('copying asks a visitor to sign in and a non-member to join', { tags: ['SGL-05', 'SES-082'] }, async () => {
  const sent = respond({})
  open('goals', { my_goals: [], goals: [template] }, strangersRoom())
  fireEvent.click(screen.getByRole('button', { name: 'Add to My Goals: Drink water' }))
  expect(await screen.findByText('Please join the challenge to use that feature.')).toBeTruthy()
  setUser(null)
  fireEvent.click(screen.getByRole('button', { name: 'Add to My Goals: Drink water' }))
  await waitFor(() => expect(getSignIn().open).toBe(true))
  expect(sent).toHaveLength(0)
})

test('member goals show their owners and their progress', { tags: ['SES-028', 'SGL-04', 'D-103'] }, () => {
  const goal: MemberGoal = {
    id: 3,
    uuid: WATER,
    title: 'Swim',
    username: 'bob',
    status: 1,
    action: '',
    unit: 'laps',
    amount: 20,
    distance: null,
    duration: 0,
    amount_elapsed: 5,
    distance_elapsed: 0,
    duration_elapsed: 0,
    completed_at: null,
    logs: []
  }
  open('member-goals', { member_goals: [goal, { ...goal, id: 4, title: 'Rest', amount: null, amount_elapsed: 0 }] })
  const card = within(screen.getByRole('article', { name: 'Swim, bob' }))
  expect(card.getByText('bob')).toBeTruthy()
  expect(card.getByText('5 of 20 laps')).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
  expect(within(screen.getByRole('article', { name: 'Rest, bob' })).getByText('Nothing logged yet')).toBeTruthy()
})

test('my goals have their quick-log buttons and Start', { tags: ['SGL-11', 'SGL-12'] }, () => {
  open('goals', { my_goals: [goalOf(1, 'Read a book')], goals: [] })
  const buttons = within(mine().getByRole('group', { name: 'Log progress for Read a book' })).getAllByRole('button')
  expect(buttons.map(button => button.textContent)).toEqual(['Finished a book', 'Start 25 min'])
})

test('my running timer has Pause and Done', { tags: ['SGL-13', 'SGL-14'] }, () => {
  const activeLog = {
    ...EXAMPLE_LOG,
    id: 5,
    goal_id: 1,
    status: 1 as const,
    started_at: new Date(START).toISOString(),
    ended_at: null,
    elapsed_duration: 60,
    remaining_duration: 5340
  }
  open('goals', { my_goals: [{ ...goalOf(1, 'Read a book'), activeLog, active_log_id: 5 }], goals: [] })
  expect(mine().getByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(mine().getByRole('button', { name: 'Done' })).toBeTruthy()
})

test('I can complete my goal in the session', { tags: 'SES-020' }, async () => {
  const done = { ...goalOf(1, 'Read a book'), status: 2, completed_at: new Date(START).toISOString() }
  const sent = respond({
    'POST /api/goals/1/complete': () => json({ goal: done }),
    [`GET /api${BASE}/goals`]: () => json({}, 500)
  })
  open('goals', { my_goals: [goalOf(1, 'Read a book')], goals: [] })
  fireEvent.click(await mine().findByRole('button', { name: 'Menu of Read a book' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Complete Goal' }))
  expect(await screen.findByText(/Congratulations on completing Read a book!/)).toBeTruthy()
  expect(mine().getByText('Completed')).toBeTruthy()
  expect(sent[0]?.url).toBe('/api/goals/1/complete')
})
