import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Role } from '../../domain/accounts/user.ts'
import { type GroupData, groupPage } from '../../domain/groups/api.ts'
import { activityCard, sessionCard } from '../../testing/page/cards.ts'
import { groupDataOf, groupOf } from '../../testing/page/groups.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn } from '../accounts/sign-in.ts'
import { changePages, queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { GroupPage } from './GroupPage.tsx'
import { GroupSessionsPage } from './GroupSessionsPage.tsx'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  sessionStorage.setItem('visitor-warning', '1')
})
afterEach(() => {
  queryClient.setQueryDefaults(['page'], {})
  forget()
})

function open(data: GroupData, Page = GroupPage, at = '/group/runners') {
  queryClient.setQueryDefaults(['page'], { initialData: data })
  return show(<Page />, at)
}

const IN = groupOf({ is_joined: 1 })
const button = (name: string) => screen.getByRole('button', { name })
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const shows = (name: string) => screen.queryByRole('button', { name }) !== null

test('a visitor sees the group, its activities and its members', {
  tags: ['ACT-006', 'ACT-054', 'ACT-055', 'ACT-056', 'GRP-08', 'GRP-28', 'SEC-04']
}, () => {
  open(groupDataOf(groupOf(), [activityCard()]))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Runners')
  expect(screen.getByRole('searchbox', { name: 'Search activities' })).toBeTruthy()
  expect(href('Pomodoro')).toBe('/activities/pomodoro')
  expect(screen.getByText('early').tagName).toBe('STRONG')
  expect(screen.getByText('2 members')).toBeTruthy()
  expect(href('Create a New Activity')).toBe('/challenges/create?hut=runners')
  expect([href('Activities'), href('Sessions')]).toEqual(expect.arrayContaining(['/group/runners/sessions']))
})

test('its sessions have their own tab', { tags: 'GRP-10' }, () => {
  open(groupDataOf(groupOf(), [sessionCard()]), GroupSessionsPage, '/group/runners/sessions')
  expect(href('Focus together')).toBe('/sessions/focus-abcde')
  expect(screen.getByRole('link', { name: 'Sessions', current: 'page' })).toBeTruthy()
})

test('a group shows faces, its next session and the logs of the week', () => {
  const together = {
    members: ['ada', 'bob'],
    next_session: sessionCard({ title: 'Dawn pages', path: '/sessions/dawn', status: 0 }),
    week_logs: 23,
    week_people: 4,
    shared_goals: [],
    series: [],
    programmes: [],
    has_sessions: 1 as const
  }
  open(groupDataOf(groupOf(), [], { together }))
  expect(document.querySelectorAll('aside [data-letter]')).toHaveLength(2)
  expect(screen.getByText('Next session')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Dawn pages/ }).getAttribute('href')).toBe('/sessions/dawn')
  expect(screen.getByText(/by 4 people in the last 7 days/).textContent).toBe('23 logs by 4 people in the last 7 days')
})

const NO_SESSIONS = {
  ...{
    members: ['ada'],
    next_session: null,
    week_logs: 0,
    week_people: 0,
    shared_goals: [],
    series: [],
    programmes: []
  },
  has_sessions: 0 as const
}
const START = 'Start your first session together'

test('a group without sessions offers its members the first one in place of a search', () => {
  open(groupDataOf(IN, [], { together: NO_SESSIONS }))
  expect(href(START)).toBe('/challenges/events/create?hut=runners')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a group without sessions still lists its activities, with the offer beside them', () => {
  const challenges = [{ slug: 'pomodoro', title: 'Pomodoro', path: '/activities/pomodoro' }]
  open(groupDataOf({ ...IN, challenges }, [activityCard()], { together: NO_SESSIONS }))
  expect(href(START)).toBe('/challenges/events/create?hut=runners')
  expect(href('Pomodoro')).toBe('/activities/pomodoro')
})

test('people outside a group without sessions see neither an empty list nor an offer', () => {
  open(groupDataOf(groupOf(), [], { together: NO_SESSIONS }), GroupSessionsPage, '/group/runners/sessions')
  expect(screen.queryByRole('link', { name: START })).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getByText('No sessions yet. Join Runners and start the first one together.')).toBeTruthy()
})

test('the heading shows the title of the parent group in brackets', { tags: 'GRP-40' }, () => {
  open(groupDataOf(groupOf({ parents_title: 'Health' })))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Runners (Health)')
})

test('cards and templates omit the tag of the group whose page shows them', () => {
  const tagged = { hut_slug: 'runners', hut_title: 'Runners' }
  const template = activityCard({ id: 9, slug: 'laps', title: 'Laps', is_preset: 1, ...tagged })
  open(groupDataOf(groupOf(), [activityCard(tagged)], { templates: [template] }))
  expect(screen.getByRole('link', { name: 'Laps' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Runners' })).toBeNull()
})

test('a person who is not a member may join, and everyone sees Update', {
  tags: ['GRP-21', 'GRP-22', 'GRP-23', 'ACT-057']
}, () => {
  open(groupDataOf(groupOf()))
  expect([shows('Join'), shows('Join Hut'), shows('Leave')]).toEqual([true, true, false])
  expect(href('Update')).toBe('/groups/runners/update')
})

test('a member may leave', { tags: ['GRP-21', 'GRP-24', 'ACT-057'] }, () => {
  setUser(ADA)
  open(groupDataOf(IN))
  expect([shows('Join'), shows('Join Hut'), shows('Leave')]).toEqual([false, false, true])
})

test('joining and leaving show a message and change the page at once', {
  tags: ['GRP-03', 'GRP-25', 'GRP-26', 'SEC-19', 'SEC-20']
}, async () => {
  setUser(ADA)
  const sent = respond({
    'POST /api/groups/runners/join': () => json({ is_joined: 1, user_count: 3 }),
    'DELETE /api/groups/runners/leave': () => json({ is_joined: 0, user_count: 2 })
  })
  open(groupDataOf(groupOf()))
  fireEvent.click(button('Join Hut'))
  expect(await screen.findByText('You have successfully joined this hut.')).toBeTruthy()
  expect(screen.getByText('3 members')).toBeTruthy()
  fireEvent.click(button('Leave'))
  expect(await screen.findByText('You have successfully left the hut.')).toBeTruthy()
  expect(screen.getByText('2 members')).toBeTruthy()
  expect(shows('Join Hut')).toBe(true)
  const calls = sent.filter(({ method }) => method !== 'GET').map(({ method }) => method)
  expect(calls).toEqual(['POST', 'DELETE'])
})

test.each(['Join', 'Join Hut'])(
  'a visitor who presses %s is asked to sign in to join a hut',
  { tags: ['HDR-49', 'SEC-51'] },
  name => {
    open(groupDataOf(groupOf()))
    fireEvent.click(button(name))
    expect(getSignIn()).toMatchObject({ open: true, actionText: 'to join a hut' })
  }
)

test('only permitted activities can be removed, and Undo adds them again', { tags: 'D-134' }, async () => {
  setUser(ADA)
  const done = () => json({ hut_id: null, hut_slug: null, is_proposed: 0, error: null, error_code: null })
  const sent = respond({
    'PATCH /api/groups/runners/pomodoro/detach-challenge': done,
    'PATCH /api/groups/runners/pomodoro/attach-challenge': done
  })
  const other = activityCard({ id: 8, slug: 'tabata', title: 'Tabata', path: '/activities/tabata' })
  open(groupDataOf(IN, [activityCard(), other], { detachable: ['pomodoro'] }))
  expect(shows('Remove Tabata from this group')).toBe(false)
  fireEvent.click(button('Remove Pomodoro from this group'))
  expect(await screen.findByText('“Pomodoro” is no longer in this group.')).toBeTruthy()
  fireEvent.click(button('Undo'))
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/attach-challenge'))).toBe(true))
})

test('a member finds one of their activities and adds it', { tags: 'D-134' }, async () => {
  setUser(ADA)
  const sent = respond({
    'GET /api/groups/runners/attachable': () =>
      json({ serverData: { challenges: [{ slug: 'dawn', title: 'Dawn run' }] } }),
    'PATCH /api/groups/runners/dawn/attach-challenge': () =>
      json({ hut_id: 4, hut_slug: 'runners', is_proposed: 0, error: null, error_code: null })
  })
  open(groupDataOf(IN))
  fireEvent.click(button('Add an Activity'))
  const form = await screen.findByRole('dialog')
  const activity = await screen.findByRole('combobox', { name: 'Activity' })
  fireEvent.submit(form.querySelector('form') as HTMLFormElement)
  expect(await screen.findByText('Choose an activity.')).toBeTruthy()
  fireEvent.click(activity)
  fireEvent.click(await screen.findByRole('option', { name: 'Dawn run' }))
  fireEvent.submit(form.querySelector('form') as HTMLFormElement)
  expect(await screen.findByText('“Dawn run” is in this group now.')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('the focus stays near a removed entry', { tags: 'D-134' }, async () => {
  setUser(ADA)
  const laps = { slug: 'laps', title: 'Laps', path: '/activities/laps', host: 'grace' }
  open(groupDataOf(IN, [activityCard()], { isOwner: true, proposals: [laps], detachable: ['pomodoro'] }))
  const taken: [string, Partial<GroupData>][] = [
    ['Withdraw Laps', { proposals: [] }],
    ['Remove Pomodoro from this group', { challenges: [] }]
  ]
  for (const [name, left] of taken) {
    button(name).focus()
    act(() => changePages(groupPage, data => ({ ...data, ...left })))
    await waitFor(() => expect(shows(name)).toBe(false))
    await waitFor(() => expect([name, document.activeElement?.tagName]).not.toEqual([name, 'BODY']))
  }
})

test.each([
  ['a site admin', { ...ADA, role_id: Role.Admin }, { isOwner: true }, 'Any activity.'],
  ['the creator', ADA, { isOwner: true }, 'For anyone else’s, we ask the host.'],
  ['a member', ADA, {}, 'One of your own.']
] as const)('the dialog tells %s what happens to an activity', { tags: 'D-134' }, async (_, user, more, words) => {
  setUser(user)
  respond({ 'GET /api/groups/runners/attachable': () => json({ serverData: { challenges: [] } }) })
  open(groupDataOf(IN, [], more))
  fireEvent.click(button('Add an Activity'))
  expect((await screen.findByRole('dialog')).textContent).toContain(words)
})

test('a person who is not a member cannot add activities', { tags: 'D-134' }, () => {
  setUser(ADA)
  open(groupDataOf(groupOf()))
  expect(shows('Add an Activity')).toBe(false)
})

test('a proposal of the creator waits for the host, and can be taken back', { tags: 'D-134' }, async () => {
  setUser(ADA)
  const response = { hut_id: null, hut_slug: null, error: null, error_code: null }
  const sent = respond({
    'GET /api/groups/runners/attachable': () =>
      json({ serverData: { challenges: [{ slug: 'dawn', title: 'Dawn run' }] } }),
    'PATCH /api/groups/runners/dawn/attach-challenge': () => json({ ...response, is_proposed: 1 }),
    'PATCH /api/groups/runners/laps/detach-challenge': () => json(response)
  })
  const laps = { slug: 'laps', title: 'Laps', path: '/activities/laps', host: 'grace' }
  open(groupDataOf(IN, [], { isOwner: true, proposals: [laps] }))
  expect(screen.getByText('Waiting for grace')).toBeTruthy()
  fireEvent.click(button('Add an Activity'))
  const form = await screen.findByRole('dialog')
  fireEvent.click(screen.getByRole('combobox', { name: 'Activity' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Dawn run' }))
  fireEvent.submit(form.querySelector('form') as HTMLFormElement)
  expect(await screen.findByText('Proposed. “Dawn run” moves here once its host accepts.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  button('Withdraw Laps').focus()
  fireEvent.click(button('Withdraw Laps'))
  expect(await screen.findByText('“Laps” is no longer proposed.')).toBeTruthy()
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/laps/detach-challenge'))).toBe(true))
})
