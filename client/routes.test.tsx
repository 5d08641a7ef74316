import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activityCard, listOf, sessionCard } from '../testing/page/cards.ts'
import { ADA, forget, json, respond } from '../testing/page/show.tsx'
import { EXAMPLE_GOAL } from './goals/example-goal.ts'
import { queryClient } from './lib/page-cache.ts'
import { setUser } from './lib/user.ts'
import { createRoutes } from './routes.tsx'
import { theme } from './theme.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  sessionStorage.setItem('visitor-warning', '1')
})
afterEach(forget)

/** Renders the whole app at an address. */
function openApp(at: string): void {
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(createRoutes(), { initialEntries: [at] })} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The requested URLs, without those of the header. */
const ofPages = (sent: { url: string }[]): string[] =>
  sent.map(({ url }) => url).filter(url => url !== '/api/my/timers')

const goal = { ...EXAMPLE_GOAL, id: 5, title: 'Swim' }
const goalData = { goal, session: null, group: null, logs: [], notes: [] }

test('a page with tabs takes the focus when a link of another page opens it', async () => {
  setUser(ADA)
  respond({
    'GET /api/my/goals': () => json({ serverData: { my_goals: [goal] } }),
    'GET /api/my/goals/5': () => json({ serverData: goalData })
  })
  openApp('/my/goals')
  const link = await screen.findByRole('link', { name: 'Swim' })
  act(() => link.focus())
  fireEvent.click(link)
  await screen.findByRole('heading', { level: 1, name: 'Goal: Swim' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test.each([
  ['/my/sessions?page=2', { sessions: [sessionCard()] }, 'Focus together'],
  ['/my/lists', { activity_lists: [{ id: 4, title: 'Rainy days', count: 0 }] }, 'Rainy days'],
  ['/my/goals/5', goalData, 'Goal: Swim'],
  ['/my/goals/5/logs', goalData, 'Goal: Swim'],
  ['/activities?q=pomo', listOf([activityCard()]), 'Pomodoro'],
  ['/', listOf([sessionCard()]), 'Focus together']
])(
  'the page %s shows the data of its own path under /api',
  {
    tags: ['API-14', 'API-15', 'API-16']
  },
  async (path, serverData, shown) => {
    setUser(ADA)
    const sent = respond({ [`GET /api${path === '/' ? '' : path}`]: () => json({ serverData }) })
    openApp(path)
    expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
    const isHome = path === '/'
    const own = `/api${isHome ? '' : path}`
    // A member's home then loads Today.
    await waitFor(() => expect(ofPages(sent)).toEqual(isHome ? [own, '/api/my/today'] : [own]))
  }
)

test('a press on a tab loads its page', { tags: 'API-14' }, async () => {
  setUser(ADA)
  const sent = respond({
    'GET /api/my/groups': () => json({ serverData: { groups: [] } }),
    'GET /api/my/logs': () =>
      json({ serverData: { logs: [], days: [], choices: { goals: [], actions: [], sessions: [] } } })
  })
  openApp('/my/groups')
  const tabs = within(await screen.findByRole('navigation', { name: 'My pages' }))
  fireEvent.click(tabs.getByRole('link', { name: 'Logs' }))
  expect(await screen.findByText(/You haven't logged any progress yet/)).toBeTruthy()
  expect(ofPages(sent)).toEqual(['/api/my/groups', '/api/my/logs'])
})

test.each([
  ['the page that sends a link', '/password/reset', 'Send the link'],
  ['the page that takes a new password', '/password/reset/t0ken', 'Save the password']
])('%s is also at %s', { tags: ['PWD-02', 'PWD-08'] }, async (_, path, button) => {
  const sent = respond({
    'GET /api/forgot-password': () => json({ serverData: {} }),
    'POST /api/password/reset': () => json({})
  })
  openApp(path)
  fireEvent.click(await screen.findByRole('button', { name: button }))
  if (path.endsWith('t0ken')) {
    for (const [label, value] of [
      [/Email/, 'ada@example.com'],
      [/New password/, 'a new one'],
      [/Repeat the/, 'a new one']
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    }
    fireEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(/Your password is reset, and/)).toBeTruthy()
    expect(sent.at(-1)?.body).toMatchObject({ token: 't0ken' })
  }
})

test('an address for signed-in people prompts a visitor, and opens after the sign-in', {
  tags: 'API-14'
}, async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const refusal = { message: 'Please sign in.', error: 'Please sign in.' }
  respond({ 'GET /api/events/study/update': () => json(refusal, 401) })
  openApp('/events/study/update')
  expect(await screen.findByText('Sign in or register to open this page.')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  act(() => setUser(ADA))
  expect(reload).toHaveBeenCalledTimes(1)
})

const noLine = () => Promise.reject(new TypeError('Failed to fetch'))
const lists = (title: string) => json({ serverData: { activity_lists: [{ id: 4, title, count: 0 }] } })

test('a page that never loaded shows that it waits, and opens when the connection is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setUser(ADA)
  let isOnline = false
  respond({ 'GET /api/my/lists': () => (isOnline ? lists('Rainy days') : noLine()) })
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  openApp('/my/lists')
  expect(await screen.findByRole('heading', { name: 'You’re offline' })).toBeTruthy()
  expect(screen.getByText(/We’ll load this when you reconnect/)).toBeTruthy()
  isOnline = true
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Rainy days')).toBeTruthy()
})

test('a page loaded before shows its old data, and new data when the connection is back', async () => {
  setUser(ADA)
  let response: () => Response | Promise<Response> = () => lists('Rainy days')
  respond({
    'GET /api/my/lists': () => response(),
    'GET /api/my/groups': () => json({ serverData: { groups: [] } })
  })
  openApp('/my/lists')
  const tab = (name: string) => within(screen.getByRole('navigation', { name: 'My pages' })).getByRole('link', { name })
  await screen.findByText('Rainy days')
  fireEvent.click(tab('Groups'))
  await screen.findByRole('heading', { name: 'My Groups' })
  response = noLine
  fireEvent.click(tab('Lists'))
  expect(await screen.findByText('Rainy days')).toBeTruthy()
  response = () => lists('Sunny days')
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Sunny days')).toBeTruthy()
})

test('a page loaded before appears after three seconds without a response', async () => {
  setUser(ADA)
  let response: () => Response | Promise<Response> = () => lists('Rainy days')
  respond({
    'GET /api/my/lists': () => response(),
    'GET /api/my/groups': () => json({ serverData: { groups: [] } })
  })
  openApp('/my/lists')
  await screen.findByText('Rainy days')
  fireEvent.click(screen.getByRole('link', { name: 'Groups' }))
  await screen.findByRole('heading', { name: 'My Groups' })
  let arrive = (_: Response): void => {}
  response = () => new Promise(resolve => (arrive = resolve))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(screen.getByRole('link', { name: 'Lists' }))
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(await screen.findByText('Rainy days')).toBeTruthy()
  await act(async () => arrive(lists('Sunny days')))
  expect(await screen.findByText('Sunny days')).toBeTruthy()
})
