import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { myListPage } from '../domain/lists/api.ts'
import { putPage } from '../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../testing/page/show.tsx'
import { queryClient, reloadAllPages } from './lib/page-cache.ts'
import { setUser } from './lib/user.ts'
import { MyListPage } from './lists/MyListPage.tsx'
import { routeTable } from './route-table.ts'
import { createRoutes } from './routes.tsx'
import { theme } from './theme.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  sessionStorage.setItem('visitor-warning', '1')
})
afterEach(forget)

const personal = routeTable.filter(route => route.personal).map(({ paths: [path] }) => path.replace(/:\w+/, '1'))

test.each(personal)(
  'a visitor at %s sees a sign-in prompt or an example, and nothing is fetched',
  { tags: 'MYS-12' },
  async path => {
    const sent = respond({})
    render(
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={createMemoryRouter(createRoutes(), { initialEntries: [path] })} />
        </QueryClientProvider>
      </MantineProvider>
    )
    const main = within(await screen.findByRole('main'))
    expect(await main.findByText(/^(Sign in or register to|Example$)/)).toBeTruthy()
    expect(sent).toEqual([])
  }
)

/** Pages with lists. A page about a single entry has nothing else to show if its data is broken. */
const lists = routeTable
  .filter(({ personal, paths: [path] }) => personal && /^\/(my|account)/.test(path) && !path.includes(':'))
  .map(({ paths: [path] }) => path)

test.each(lists)('at %s a part that throws leaves the heading and the menu', async path => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => json({ serverData: { notes: 1 } }))
  setUser(ADA)
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(createRoutes(), { initialEntries: [path] })} />
      </QueryClientProvider>
    </MantineProvider>
  )
  const main = within(await screen.findByRole('main'))
  expect((await main.findAllByText(/^We couldn't show /)).length).toBeGreaterThan(0)
  expect(main.getByRole('heading', { level: 1 }).textContent).not.toMatch(/stopped|couldn’t be loaded/)
  expect(main.getByRole('navigation', { name: /^(My pages|Account)$/ })).toBeTruthy()
})

test.each([
  [
    'the list, when it is theirs',
    () => json({ serverData: { list: { id: 4, title: 'Rainy days', count: 0 }, challenges: [] } }),
    'Rainy days'
  ],
  ['an error, when it is not', () => json({ message: 'No', error: 'No' }, 404), 'Unexpected Application Error!']
])('a visitor who signs in at the address of a list sees %s', { tags: 'MYS-12' }, async (_, response, heading) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  respond({ 'GET /api/my/lists/4': response })
  putPage(myListPage, '/my/lists/4', null)
  show(<MyListPage />, '/my/lists/4')
  expect(screen.getByText('Sign in or register to keep lists of activities.')).toBeTruthy()
  await act(async () => {
    setUser(ADA)
    await reloadAllPages()
  })
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
})
