import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Activity, activityPage } from '../../domain/activities/api.ts'
import { partGroup, taskGroup } from '../../domain/activities/plan.ts'
import type { Card } from '../../domain/browse/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { activityCard, NOW, sessionCard } from '../../testing/page/cards.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../testing/page/show.tsx'
import { partOf } from '../../testing/plans.ts'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { ActivityPage } from './ActivityPage.tsx'
import { ActivitySessionsPage } from './ActivitySessionsPage.tsx'

const CREATE = 'POST /api/challenge-events'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  queryClient.setQueryDefaults(['page'], {})
  forget()
})

test('the page invites visitors with a bar, but not signed-in users', { tags: ['D-33', 'D-135'] }, () => {
  setUser(null)
  open()
  const bar = within(screen.getByRole('region', { name: 'Next step' }))
  expect(bar.getByText('10 tokens are free.')).toBeTruthy()
  fireEvent.click(bar.getByRole('button', { name: 'Sign in or register' }))
  expect(getSignIn().open).toBe(true)
  cleanup()
  setUser(ADA)
  open()
  expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()
})

test('warns before the start when the plan is longer than a session can be', { tags: 'D-84' }, () => {
  setUser(ADA)
  const parts = [
    partGroup.parse({
      uuid: '00000000-0000-4000-8000-000000000001',
      parts: [20, 15].map(days => partOf({ duration: days * 86_400 }))
    })
  ]
  open({ parts, duration: 30 * 86_400 })
  expect(
    screen.getByText('The plan lasts 35 days. A session lasts at most 30 days, so it ends before the plan does.')
  ).toBeTruthy()
})

test('does not warn when the plan fits', { tags: 'D-84' }, () => {
  open()
  expect(screen.queryByText(/^The plan lasts/)).toBeNull()
})

function activityOf(change: Partial<Activity> = {}): Activity {
  return {
    ...activityCard({ duration: 1800, participants_count: 0 }),
    content: '<p>Work <strong>until the bell</strong>.</p>',
    hut_id: null,
    group_id: null,
    can_join: 1,
    unlisted: 0,
    term_id: null,
    term_id_0: null,
    term_id_1: null,
    term_id_2: null,
    term_id_3: null,
    parts: [],
    tasks: [],
    timers: [],
    quick_log_buttons: [],
    active_logs: [],
    relative_dates: 1,
    linked: 1,
    revision: 0,
    ...change
  }
}

function open(
  change: Partial<Activity> = {},
  sessions: Card[] = [],
  Page = ActivityPage,
  isOwner = false,
  proposals: DataOf<typeof activityPage>['proposals'] = [],
  { source = null, copies = [] }: Partial<Pick<DataOf<typeof activityPage>, 'source' | 'copies'>> = {}
) {
  const challenge = activityOf(change)
  const data: DataOf<typeof activityPage> = {
    challenge,
    hut: null,
    challengeEvents: sessions,
    breadcrumbs: [
      { title: 'Home', path: '/' },
      { title: 'Deep workers', path: '/group/deep' },
      { title: challenge.title, path: challenge.path },
      { title: 'Sessions', path: `${challenge.path}/sessions` }
    ],
    isOwner,
    source,
    copies,
    proposals
  }
  queryClient.setQueryDefaults(['page'], { initialData: data })
  return show(<Page />, Page === ActivityPage ? challenge.path : `${challenge.path}/sessions`)
}

function respondToStart(): Sent[] {
  return respond({ [CREATE]: () => json({ event: { path: '/sessions/new' }, error: null, error_code: null }) })
}

const started = (sent: Sent[]) => sent[0]?.body?.challenge as Record<string, unknown>
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const select = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a visitor can read the activity', { tags: ['ACT-063', 'SEC-02'] }, () => {
  open()
  expect(screen.getByRole('heading', { level: 1, name: 'Pomodoro' })).toBeTruthy()
  expect(screen.getByText('until the bell').tagName).toBe('STRONG')
  for (const text of ['Focus', 'Easy']) expect(screen.getByText(text)).toBeTruthy()
})

test('lists the goals of a plan with their targets', { tags: 'ACT-001' }, () => {
  const uuid = '00000000-0000-4000-8000-000000000001'
  const group = z.parse(taskGroup, {
    uuid,
    type: 'task',
    parts: [{ uuid, title: 'Four pomodoros', action: 'Focus', amount: 4, unit: 'rounds' }]
  })
  open({ tasks: [group] })
  expect(screen.getByText('Four pomodoros')).toBeTruthy()
  expect(screen.getByText('Focus 4 rounds')).toBeTruthy()
})

test('the breadcrumb reads Home > Group > Activity > Sessions', { tags: 'ACT-072' }, () => {
  open()
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect([...crumbs.querySelectorAll('li')].map(item => item.textContent)).toEqual([
    'Home',
    'Deep workers',
    'Pomodoro',
    'Sessions'
  ])
  expect([...crumbs.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
    '/',
    '/group/deep',
    '/activities/pomodoro'
  ])
})

test('links to the page with its sessions', { tags: 'ACT-065' }, () => {
  open()
  const link = screen.getByRole('navigation', { name: 'Parts of this page' }).querySelectorAll('a')[1]
  expect(link?.getAttribute('href')).toBe('/activities/pomodoro/sessions')
})

test('lists the live sessions', { tags: 'ACT-070' }, () => {
  open({}, [sessionCard()])
  expect(screen.getByRole('link', { name: 'Focus together' }).getAttribute('href')).toBe('/sessions/focus-abcde')
})

test('says so when there are no live sessions', { tags: 'ACT-071' }, () => {
  open()
  expect(screen.getByText('There are no live sessions for this activity.')).toBeTruthy()
})

test('the sessions page also lists ended sessions', { tags: 'ACT-064' }, () => {
  open({}, [sessionCard({ status: 2 })], ActivitySessionsPage)
  expect(screen.getByText('Ended')).toBeTruthy()
})

test('one press starts a session of an hour now, and opens it', {
  tags: ['ACT-066', 'SES-001', 'SES-010']
}, async () => {
  setUser(ADA)
  const sent = respondToStart()
  const router = open({ duration: 3600 })
  press('Start Session')
  await waitFor(() => expect(router.state.location.pathname).toBe('/sessions/new'))
  expect(sent[0]?.body).toMatchObject({
    activity: 'pomodoro',
    challenge: { title: '', duration: 3600, started_at: null, status: 1, is_manually_started: 0 }
  })
})

test('starts with the planned length; one press takes an hour, another the plan again', {
  tags: ['D-132', 'SES-010']
}, async () => {
  setUser(ADA)
  const sent = respondToStart()
  open({ duration: 2700 })
  expect(screen.getByText('45 minutes, starting now')).toBeTruthy()
  press('Take 1 hour instead')
  expect(screen.getByText('1 hour, starting now')).toBeTruthy()
  press('As planned: 45 min')
  press('Start Session')
  await waitFor(() => expect(started(sent).duration).toBe(2700))
})

test.each([0, 3600])(
  'a plan of %i seconds takes an hour, and offers no other length',
  { tags: ['D-132', 'SES-010'] },
  duration => {
    open({ duration })
    expect(screen.getByText('1 hour, starting now')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /As planned|instead/ })).toBeNull()
  }
)

test('Enter in the title does not start a session', { tags: 'D-136' }, () => {
  setUser(ADA)
  const sent = respondToStart()
  open({ duration: 2700 })
  press('Choose time and title')
  const title = screen.getByRole('textbox', { name: 'Session title' })
  expect(fireEvent.keyDown(title, { key: 'Enter' })).toBe(false)
  expect(sent).toEqual([])
})

test('offers the fixed lengths and the planned one', {
  tags: ['ACT-067', 'SES-004', 'SES-005', 'SES-006', 'SES-007', 'SES-008', 'SES-009']
}, async () => {
  setUser(ADA)
  const sent = respondToStart()
  open({ duration: 2700 })
  press('Choose time and title')
  const options = [...screen.getByLabelText<HTMLSelectElement>('Duration').options]
  expect(options.map(({ value, text }) => [Number(value), text])).toEqual([
    [300, '5 minutes'],
    [1800, '30 minutes'],
    [2700, '45 minutes, as planned'],
    [3600, '1 hour'],
    [86_400, '1 day'],
    [604_800, '1 week'],
    [2_592_000, '1 month']
  ])
  select('Duration', '604800')
  press('Start Session')
  await waitFor(() => expect(started(sent).duration).toBe(604_800))
})

test('shows the planned length with its seconds', { tags: 'ACT-067' }, () => {
  open({ duration: 370 })
  expect(screen.getByText('6 min 10 s, starting now')).toBeTruthy()
  press('Choose time and title')
  expect(screen.getByRole('option', { name: '6 min 10 s, as planned' })).toBeTruthy()
})

test('offers immediate and later starts', {
  tags: ['ACT-068', 'SES-011', 'SES-012', 'SES-013', 'SES-014', 'SES-015']
}, async () => {
  setUser(ADA)
  const sent = respondToStart()
  open()
  press('Choose time and title')
  const options = [...screen.getByLabelText<HTMLSelectElement>('Start in').options]
  expect(options.map(({ value, text }) => [Number(value), text])).toEqual([
    [0, 'Immediately'],
    [300, '5 minutes'],
    [1800, '30 minutes'],
    [3600, '1 hour'],
    [86_400, '1 day']
  ])
  select('Start in', '1800')
  press('Start Session')
  await waitFor(() => expect(started(sent)).toMatchObject({ started_at: '2030-05-01T10:30:00.000Z', status: 0 }))
})

test('a session can have its own title', { tags: 'ACT-069' }, async () => {
  setUser(ADA)
  const sent = respondToStart()
  open()
  press('Choose time and title')
  fireEvent.change(screen.getByLabelText('Session title'), { target: { value: ' Friday ' } })
  press('Start Session')
  await waitFor(() => expect(started(sent).title).toBe('Friday'))
})

test('a session can wait until its host starts it', async () => {
  setUser(ADA)
  const sent = respondToStart()
  open()
  press('Choose time and title')
  select('Start in', '300')
  fireEvent.click(screen.getByLabelText('Start it myself when everyone’s here'))
  press('Start Session')
  await waitFor(() => expect(started(sent)).toMatchObject({ started_at: null, status: 0, is_manually_started: 1 }))
})

test('after a lost response the next press opens the session made, or offers it if the form has changed', async () => {
  setUser(ADA)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const event = { path: '/sessions/new' }
  const made = () => ({ ...event, event, error: null, error_code: null })
  for (const isSame of [true, false]) {
    const sent = respond({ [CREATE]: keyed(made) })
    const router = open()
    press('Choose time and title')
    select('Start in', '300')
    press('Start Session')
    expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
    if (!isSame) fireEvent.change(screen.getByLabelText('Session title'), { target: { value: 'Friday' } })
    vi.setSystemTime(Date.now() + 1000)
    press('Start Session')
    if (isSame) await waitFor(() => expect(router.state.location.pathname).toBe('/sessions/new'))
    else {
      const link = await screen.findByRole('link', { name: 'Open it' })
      expect(link.getAttribute('href')).toBe('/sessions/new')
      expect(screen.getByLabelText<HTMLInputElement>('Session title').value).toBe('Friday')
    }
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    cleanup()
  }
})

test('the session starts after a visitor signs in', { tags: ['SEC-08', 'SEC-10'] }, async () => {
  const sent = respondToStart()
  const router = open()
  press('Start Session')
  expect(getSignIn().open).toBe(true)
  expect(sent).toHaveLength(0)
  setUser(ADA)
  void signInSucceeded()
  await waitFor(() => expect(router.state.location.pathname).toBe('/sessions/new'))
})

test('a refused start shows the reason under its field and keeps the form', async () => {
  setUser(ADA)
  const message = 'The session must last between 5 minutes and 1 month.'
  respond({ [CREATE]: () => json({ message, error: message, errors: { 'challenge.duration': message } }, 422) })
  open()
  press('Choose time and title')
  fireEvent.change(screen.getByLabelText('Session title'), { target: { value: 'Friday' } })
  press('Start Session')
  await waitFor(() => expect(screen.getByLabelText('Duration').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByDisplayValue('Friday')).toBeTruthy()
})

test('shows a toast for each error of a failed start', async () => {
  setUser(ADA)
  respond({ [CREATE]: () => json({ message: 'No', error: 'No', errors: ['First reason.', 'Second reason.'] }, 409) })
  open()
  press('Start Session')
  expect(await screen.findByText('First reason.')).toBeTruthy()
  expect(screen.getByText('Second reason.')).toBeTruthy()
})

test('follows and unfollows an activity', { tags: ['ACT-073', 'ACT-074', 'SEC-21'] }, async () => {
  setUser(ADA)
  const membership = (is_joined: 0 | 1) =>
    json({ is_joined, participants_count: is_joined, error: null, error_code: null })
  respond({
    'POST /api/challenges/pomodoro/join': () => membership(1),
    'POST /api/challenges/pomodoro/leave': () => membership(0)
  })
  open()
  press('Follow')
  expect(await screen.findByText('You have successfully followed this activity.')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Unfollow' }))
  expect(await screen.findByRole('button', { name: 'Follow' })).toBeTruthy()
})

test('a template has no Follow button', { tags: 'ACT-075' }, () => {
  open({ is_preset: 1 })
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
})

test('only people who may change the activity see the link to its update page', { tags: 'D-64' }, () => {
  setUser(ADA)
  open({}, [], ActivityPage, true)
  expect(screen.getByRole('link', { name: 'Update' }).getAttribute('href')).toBe('/challenges/pomodoro/update')
  cleanup()
  queryClient.clear()
  open()
  expect(screen.queryByRole('link', { name: 'Update' })).toBeNull()
})

test('a proposal is not declined while it is being accepted', { tags: 'D-134' }, async () => {
  setUser(ADA)
  const done = () => json({ hut_id: 4, hut_slug: 'deep', error: null, error_code: null })
  const sent = respond({
    'PATCH /api/groups/deep/pomodoro/accept-proposal': done,
    'PATCH /api/groups/deep/pomodoro/decline-proposal': done
  })
  open({}, [], ActivityPage, true, [{ slug: 'deep', title: 'Deep workers', path: '/group/deep' }])
  press('Accept Deep workers')
  press('Decline Deep workers')
  expect(await screen.findByText('The activity is in “Deep workers” now.')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('the host accepts or declines the proposals of groups', { tags: 'D-134' }, async () => {
  setUser(ADA)
  const done = () => json({ hut_id: 4, hut_slug: 'deep', error: null, error_code: null })
  const sent = respond({
    'PATCH /api/groups/deep/pomodoro/accept-proposal': done,
    'PATCH /api/groups/calm/pomodoro/decline-proposal': done,
    'PATCH /api/groups/calm/pomodoro/accept-proposal': done
  })
  open({ hut_title: 'Focus' }, [], ActivityPage, true, [
    { slug: 'deep', title: 'Deep workers', path: '/group/deep' },
    { slug: 'calm', title: 'Calm', path: '/group/calm' }
  ])
  expect(screen.getByText('Deep workers wants to add this activity')).toBeTruthy()
  expect(screen.getAllByText(/It would leave Focus/)).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Accept Deep workers' }))
  expect(await screen.findByText('The activity is in “Deep workers” now.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Decline Calm' }))
  expect(await screen.findByText('Declined. The activity stays where it is.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Accept after all' }))
  expect(await screen.findByText('The activity is in “Calm” now.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Declined. The activity stays where it is.')).toBeNull())
  expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(3)
})

test('the page links to what it was made from, to what was made from it, and to a copy', () => {
  const plan = { parts: [{ ...partGroup.parse({ uuid: '00000000-0000-4000-8000-000000000001' }) }] }
  open(plan, [], ActivityPage, false, [], {
    source: { title: 'Box breathing', path: '/activities/box-breathing' },
    copies: [{ title: 'Long focus', path: '/activities/long-focus' }]
  })
  expect(screen.getByRole('link', { name: 'Box breathing' }).getAttribute('href')).toBe('/activities/box-breathing')
  expect(screen.getByRole('link', { name: 'Long focus' }).getAttribute('href')).toBe('/activities/long-focus')
  const use = screen.getByRole('link', { name: 'Use this plan' })
  expect(use.getAttribute('href')).toBe(`/challenges/create?copy=${activityOf({}).slug}`)
})
