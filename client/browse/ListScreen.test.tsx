import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Card, homePage, type ListData } from '../../domain/browse/api.ts'
import { activityCard, listOf, sessionCard } from '../../testing/page/cards.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn } from '../accounts/sign-in.ts'
import { ActivitiesPage } from '../activities/ActivitiesPage.tsx'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { HomePage } from '../home/HomePage.tsx'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { SessionsPage } from '../session-pages/SessionsPage.tsx'

type Router = ReturnType<typeof show>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  sessionStorage.setItem('visitor-warning', '1')
  localStorage.clear()
})
afterEach(() => {
  queryClient.setQueryDefaults(['page'], {})
  forget()
})

/** Every address returns this data. */
function open(Page: () => ReactNode, at: string, data: ListData): Router {
  queryClient.setQueryDefaults(['page'], { initialData: data })
  return show(<Page />, at)
}

const address = (router: Router): string => router.state.location.pathname + router.state.location.search
const cards = (count: number): Card[] =>
  Array.from({ length: count }, (_, index) => sessionCard({ slug: `s-${index}`, title: `Session ${index}` }))
const button = (name: RegExp | string) => screen.getByRole('button', { name })

async function choose(field: string, value: string): Promise<void> {
  fireEvent.click(button(/^Filter/))
  fireEvent.change(await screen.findByLabelText(field), { target: { value } })
}

test('a toast invites visitors to sign in, once per visit', { tags: ['ACT-053', 'SEC-09'] }, async () => {
  sessionStorage.clear()
  respond({})
  putPage(homePage, '/', listOf([sessionCard()]))
  show(<HomePage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Login or create an account' }))
  expect(getSignIn().open).toBe(true)
  expect(sessionStorage.getItem('visitor-warning')).toBe('1')
})

test.each([
  ['home', HomePage, '/', 'Search sessions'],
  ['the sessions list', SessionsPage, '/events', 'Search sessions'],
  ['the activities list', ActivitiesPage, '/activities', 'Search activities']
])(
  '%s shows the list screen, also to visitors',
  { tags: ['ACT-003', 'SEC-01', 'ACT-004', 'ACT-005'] },
  (_, Page, at, label) => {
    open(Page, at, listOf([sessionCard()]))
    expect(screen.getByRole('searchbox', { name: label })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Focus together' })).toBeTruthy()
  }
)

test.each([
  ['/events', SessionsPage, 'All sessions', 'My sessions'],
  ['/activities', ActivitiesPage, 'All activities', 'My activities']
])(
  'the title at %s switches between all and mine',
  {
    tags: ['ACT-007', 'ACT-008', 'ACT-017']
  },
  async (at, Page, all, mine) => {
    setUser(ADA)
    // happy-dom has no popovers. e2e/first-load.spec.ts checks in a browser that they open and close.
    HTMLElement.prototype.hidePopover ??= () => {}
    const router = open(Page, at, listOf([sessionCard()]))
    fireEvent.click(button(all))
    fireEvent.click(await screen.findByRole('link', { name: mine }))
    await waitFor(() => expect(address(router)).toBe(`${at}?joined=1`))
    fireEvent.click(button(mine))
    fireEvent.click(await screen.findByRole('link', { name: all }))
    await waitFor(() => expect(address(router)).toBe(at))
  }
)

test('the search waits 350 ms after the last letter', { tags: ['ACT-010', 'ACT-021', 'ACT-022'] }, async () => {
  vi.useFakeTimers()
  const router = open(SessionsPage, '/events', listOf([sessionCard()]))
  const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  type('fo')
  await pass(300)
  type('foc')
  await pass(349)
  expect(address(router)).toBe('/events')
  await pass(1)
  expect(address(router)).toBe('/events?q=foc')
})

test('a filter pressed while a search loads keeps the search', { tags: 'ACT-022' }, async () => {
  vi.useFakeTimers()
  const router = open(SessionsPage, '/events', listOf([sessionCard()]))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'focus' } })
  await act(async () => {
    await vi.advanceTimersByTimeAsync(350)
    // The page has not rendered the search yet, so the pressed link lacks it.
    void router.navigate('/events?difficulty=3')
  })
  expect(address(router)).toBe('/events?difficulty=3&q=focus')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('focus')
})

test('announces the number of results, and an empty search offers to show all', {
  tags: 'ACT-021'
}, async () => {
  const router = open(SessionsPage, '/events', listOf([sessionCard()], { challengesCount: 1 }))
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('')
  await act(() => router.navigate('/events?q=run'))
  expect(said()).toBe('1 session found for “run”')
  cleanup()
  const empty = open(SessionsPage, '/events?q=xyz&difficulty=3', listOf([], { challengesCount: 0 }))
  expect(said()).toBe('No sessions found for “xyz”')
  fireEvent.click(screen.getByRole('link', { name: 'Show them all' }))
  await waitFor(() => expect(address(empty)).toBe('/events'))
  cleanup()
  open(ActivitiesPage, '/activities?difficulty=3', listOf(cards(10), { challengesCount: 100 }))
  expect(said()).toBe('100 and more activities found')
})

test('the search box follows the address after Back', { tags: 'ACT-014' }, async () => {
  const router = open(SessionsPage, '/events', listOf([sessionCard()]))
  await act(() => router.navigate('/events?q=run'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('run')
  await act(() => router.navigate(-1))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test("chooses a category from the server's tree", { tags: ['ACT-011', 'ACT-012', 'ACT-019'] }, async () => {
  const router = open(ActivitiesPage, '/activities', listOf([activityCard()]))
  await choose('Category', 'running')
  const options = within(screen.getByLabelText('Category')).getAllByRole('option')
  expect(options.map(option => option.textContent)).toEqual(['All categories', 'Health', '\u2003Running', 'Mind'])
  expect(address(router)).toBe('/activities?category=running')
})

test('chooses a difficulty', { tags: ['ACT-013', 'ACT-020', 'ACT-076', 'ACT-077', 'ACT-078'] }, async () => {
  const router = open(ActivitiesPage, '/activities', listOf([activityCard()]))
  await choose('Difficulty', '6')
  const options = within(screen.getByLabelText('Difficulty')).getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
    ['', 'Any difficulty'],
    ['3', 'Easy'],
    ['4', 'Normal'],
    ['6', 'Difficult']
  ])
  expect(address(router)).toBe('/activities?difficulty=6')
})

test('shows only templates, for activities', { tags: 'ACT-018' }, async () => {
  const router = open(ActivitiesPage, '/activities', listOf([activityCard()]))
  fireEvent.click(button(/^Filter/))
  fireEvent.click(await screen.findByRole('switch', { name: 'Templates only' }))
  expect(address(router)).toBe('/activities?templates=1')
})

test('filters combine, start at page 1, and can be removed one by one', { tags: ['ACT-014', 'ACT-015'] }, async () => {
  const at = '/activities?category=running&q=run&page=2'
  const router = open(ActivitiesPage, at, listOf([activityCard()]))
  await choose('Difficulty', '3')
  expect(address(router)).toBe('/activities?category=running&q=run&difficulty=3')
  fireEvent.click(await screen.findByRole('link', { name: 'Remove the filter Running' }))
  await waitFor(() => expect(address(router)).toBe('/activities?q=run&difficulty=3'))
})

test('offers the next page when the data has one row more than per_page', {
  tags: ['ACT-015', 'ACT-049', 'ACT-050', 'ACT-051']
}, async () => {
  const router = open(SessionsPage, '/events?page=2', listOf(cards(11)))
  expect(screen.getAllByRole('article')).toHaveLength(10)
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/events')
  fireEvent.click(screen.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(address(router)).toBe('/events?page=3'))
})

test('a page behind the last one links back and keeps the filters', { tags: 'ACT-015' }, async () => {
  open(ActivitiesPage, '/activities?q=run&page=99', listOf([]))
  expect(screen.getByText('That’s the end of the list.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the start' }).getAttribute('href')).toBe('/activities?q=run')
})

test('treats a page below 1 as the first; ten rows fit on one page', {
  tags: ['ACT-016', 'ACT-051', 'ACT-052']
}, () => {
  open(SessionsPage, '/events?page=-3', listOf(cards(10)))
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

test('offers a visitor to sign in instead of showing their sessions', { tags: ['ACT-024', 'SEC-07'] }, () => {
  open(SessionsPage, '/events?joined=1', listOf([]))
  const sentence = screen.getByText(
    (_, element) => element?.textContent === 'Sign In or Sign Up to join some sessions' && element.tagName === 'P'
  )
  fireEvent.click(within(sentence).getByRole('button', { name: 'Sign Up' }))
  expect(getSignIn()).toMatchObject({ open: true, tab: 'register' })
})

test('offers templates when there are no sessions', { tags: ['ACT-025', 'ACT-026'] }, () => {
  open(HomePage, '/', listOf([], { templates: [activityCard({ is_preset: 1 })] }))
  const text = "We couldn't find any active sessions. Create a session using a template below!"
  expect(screen.getByText(text)).toBeTruthy()
  const use = screen.getByRole('link', { name: 'Use Pomodoro' })
  expect(use.getAttribute('href')).toBe('/challenges/create?template=pomodoro')
})

test('a member’s home shows a session of their day once, and explains nothing after the first goal', async () => {
  setUser(ADA)
  const mine = sessionCard({ id: 1, slug: 'mine', title: 'Mine', path: '/sessions/mine', is_joined: 1 })
  const day = { sessions: [mine], group_sessions: [], shared_goals: [], streak: 0 }
  let my_goals = [EXAMPLE_GOAL]
  respond({ 'GET /api/my/today': () => json({ serverData: { ...day, my_goals } }) })
  const list = listOf([mine, sessionCard({ id: 2, slug: 'other', title: 'Other', path: '/sessions/other' })])
  putPage(homePage, '/', list)
  show(<HomePage />)
  await screen.findByRole('region', { name: 'Your sessions' })
  expect(screen.getAllByRole('link', { name: 'Mine' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Other' })).toBeTruthy()
  expect(screen.queryByText('How it works')).toBeNull()
  cleanup()
  queryClient.clear()
  my_goals = []
  putPage(homePage, '/', list)
  show(<HomePage />)
  expect(await screen.findByText('How it works')).toBeTruthy()
})

test('links to all sessions when the user has none', { tags: 'ACT-027' }, () => {
  setUser(ADA)
  open(SessionsPage, '/events?joined=1', listOf([]))
  expect(screen.getByText("You don't have any active sessions. Look for some active sessions to join.")).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look for sessions' }).getAttribute('href')).toBe('/events')
})

test('a search of activities without results links to all of them', () => {
  open(ActivitiesPage, '/activities?q=zzzz&joined=0', listOf([]))
  expect(screen.getByRole('link', { name: 'Show them all' }).getAttribute('href')).toBe('/activities?joined=0')
})

test('the sidebar says what the product is, what it costs and that it is in development', {
  tags: ['ACT-058', 'D-01', 'D-125']
}, () => {
  open(HomePage, '/', listOf([sessionCard()]))
  const sidebar = screen.getByRole('complementary')
  expect(sidebar.textContent).toContain('10 free tokens, good for up to ten goals or sessions')
  expect(sidebar.textContent).toContain('still in development')
  const start = within(sidebar).getByRole('link', { name: 'Pick an activity to start' })
  expect(start.getAttribute('href')).toBe('/activities')
})

test('the sidebar links to the Welcome Tour', { tags: 'ACT-059' }, () => {
  open(HomePage, '/', listOf([sessionCard()]))
  const tour = screen.getByRole('link', { name: 'Welcome Tour' })
  expect(tour.getAttribute('href')).toBe('/activities/challenge-hut-tour/events/10')
})

test('requests a random activity from the chosen categories and opens it', {
  tags: ['ACT-101', 'D-65']
}, async () => {
  const sent = respond({ 'POST /api/challenges/random': () => json({ path: '/activities/pomodoro' }) })
  const router = open(ActivitiesPage, '/activities', listOf([activityCard()]))
  for (const category of ['health', 'mind', 'health']) {
    await choose('Category', category)
    fireEvent.keyDown(screen.getByLabelText('Category'), { key: 'Escape' })
  }
  fireEvent.click(button('Random Activity'))
  await waitFor(() => expect(address(router)).toBe('/activities/pomodoro'))
  expect(sent[0]?.body).toMatchObject({ interests: [1, 3] })
})

test('clearing the filters clears the interests for a random activity', { tags: 'D-65' }, async () => {
  const sent = respond({ 'POST /api/challenges/random': () => json({ path: '/activities/pomodoro' }) })
  open(ActivitiesPage, '/activities', listOf([activityCard()]))
  await choose('Category', 'health')
  fireEvent.click(await screen.findByRole('button', { name: 'Clear the filters' }))
  fireEvent.click(button('Random Activity'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).not.toHaveProperty('interests')
})

test('sends no interests when there are none, and stays on the page after a refusal', {
  tags: ['ACT-101', 'D-65']
}, async () => {
  const refused = { message: 'There are no activities yet.', error: 'There are no activities yet.' }
  const sent = respond({ 'POST /api/challenges/random': () => json(refused, 404) })
  const router = open(HomePage, '/', listOf([sessionCard()]))
  fireEvent.click(button('Random Activity'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).not.toHaveProperty('interests')
  await waitFor(() => expect(console.warn).toHaveBeenCalled())
  expect(address(router)).toBe('/')
  expect(screen.queryByText(refused.message)).toBeNull()
})

test('the sidebar links to creating a session or an activity, as the list shows', {
  tags: ['ACT-060', 'ACT-061', 'ACT-062']
}, () => {
  open(HomePage, '/', listOf([sessionCard()]))
  expect(screen.getByRole('link', { name: 'Create a Session' }).getAttribute('href')).toBe('/challenges/events/create')
  expect(screen.queryByRole('link', { name: 'Create an Activity' })).toBeNull()
  cleanup()
  open(ActivitiesPage, '/activities', listOf([]))
  expect(screen.getByRole('link', { name: 'Create an Activity' }).getAttribute('href')).toBe('/challenges/create')
  expect(screen.queryByRole('link', { name: 'Create a Session' })).toBeNull()
})
