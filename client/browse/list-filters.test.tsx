import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { forget } from '../../testing/page/show.tsx'
import { changedSearch, useFilterBy, useListFilters } from './list-filters.ts'
import { termTree } from './term-tree.ts'

afterEach(forget)

test.each<[string, string, Parameters<typeof changedSearch>[1], string]>([
  ['the first filter', '', { category: 'health' }, '?category=health'],
  ['another value', '?category=health', { category: 'mind' }, '?category=mind'],
  ['one more', '?category=health', { q: 'run' }, '?category=health&q=run'],
  ['none again', '?category=health', { category: null }, ''],
  ['an empty text', '?q=run', { q: '' }, ''],
  ['back to the first page', '?q=run&page=3', { difficulty: '3' }, '?q=run&difficulty=3'],
  ['several at once', '?category=health&difficulty=3&joined=1', { category: null, difficulty: null }, '?joined=1'],
  ['a parameter that is no filter stays', '?from=mail&page=2', { q: 'run' }, '?from=mail&q=run'],
  ['letters that mean something in an address', '', { q: 'a&b=c ü' }, '?q=a%26b%3Dc+%C3%BC']
])('builds the address of a changed filter: %s', { tags: ['ACT-014', 'ACT-015'] }, (_, before, change, after) => {
  expect(changedSearch(new URLSearchParams(before), change)).toBe(after)
})

/** Renders a list. Addresses with `slow` load until `arrive`. */
function open(at: string) {
  let filters = {} as ReturnType<typeof useListFilters>
  let filterBy: ReturnType<typeof useFilterBy> = () => {}
  let arrive = (): void => {}
  const List = () => {
    filters = useListFilters()
    filterBy = useFilterBy()
    return null
  }
  const loader = ({ request }: { request: Request }) =>
    new URL(request.url).searchParams.has('slow')
      ? new Promise<null>(resolve => {
          arrive = () => resolve(null)
        })
      : null
  const router = createMemoryRouter([{ path: '*', element: <List />, loader, HydrateFallback: () => null }], {
    initialEntries: [at]
  })
  render(<RouterProvider router={router} />)
  return {
    router,
    filters: () => filters,
    search: (...change: Parameters<typeof filterBy>) => filterBy(...change),
    filterBy: (...change: Parameters<typeof filterBy>) => act(async () => filterBy(...change)),
    arrive: () => act(async () => arrive())
  }
}
const settled = () => act(async () => {})

test('reads the filters from the address; only "1" means yes', { tags: ['ACT-014', 'ACT-018'] }, async () => {
  const list = open('/activities?joined=1&templates=yes&category=health&difficulty=3&q=run')
  await settled()
  expect(list.filters()).toMatchObject({
    joined: true,
    templates: false,
    category: 'health',
    difficulty: '3',
    q: 'run',
    isLoading: false
  })
})

test('shows a choice while its list still loads, and adds the next choice to it', {
  tags: 'ACT-014'
}, async () => {
  const list = open('/activities')
  await settled()
  await act(async () => void list.router.navigate('/activities?category=health&slow'))
  expect([list.filters().category, list.filters().isLoading]).toEqual(['health', true])
  await list.filterBy({ difficulty: '3' })
  await list.arrive()
  expect(list.router.state.location.search).toBe('?category=health&slow=&difficulty=3')
  expect(list.filters().isLoading).toBe(false)
})

test('ignores the filters of another page that is loading', { tags: 'ACT-014' }, async () => {
  const list = open('/activities?q=run')
  await settled()
  await act(async () => void list.router.navigate('/events?q=swim&slow'))
  expect([list.filters().q, list.filters().isLoading]).toEqual(['run', false])
  await list.arrive()
})

test('a delayed search does not stop a navigation that has begun', {
  tags: 'ACT-022'
}, async () => {
  const list = open('/activities')
  await settled()
  await act(async () => {
    void list.router.navigate('/events?slow')
    // Before the page has rendered the navigation.
    list.search({ q: 'run' })
  })
  await list.arrive()
  expect(list.router.state.location.pathname).toBe('/events')
})

test('a delayed search does not change a new page that is not rendered yet', {
  tags: 'ACT-022'
}, async () => {
  const list = open('/activities')
  await settled()
  const unsubscribe = list.router.subscribe(({ location }) => {
    if (location.pathname !== '/about') return
    unsubscribe()
    // React has not rendered the new page yet.
    list.search({ q: 'run' })
  })
  await act(async () => void list.router.navigate('/about'))
  await settled()
  expect(list.router.state.location).toMatchObject({ pathname: '/about', search: '' })
})

test('a delayed search keeps a filter that was pressed and is not rendered yet', { tags: 'ACT-022' }, async () => {
  const list = open('/activities')
  await settled()
  await act(async () => {
    void list.router.navigate('/activities?category=health&slow')
    list.search({ q: 'run' })
  })
  await list.arrive()
  expect(list.router.state.location.search).toBe('?category=health&slow=&q=run')
})

test('typing a search adds one history entry, each choice its own', { tags: 'ACT-022' }, async () => {
  const list = open('/activities')
  await settled()
  for (const q of ['r', 'ru', 'run']) await list.filterBy({ q })
  await list.filterBy({ category: 'health' })
  await act(async () => void list.router.navigate(-1))
  expect(list.router.state.location.search).toBe('?q=run')
  await act(async () => void list.router.navigate(-1))
  expect(list.router.state.location.search).toBe('')
})

test('orders categories as a tree, parents before children', { tags: 'D-59' }, () => {
  const term = (id: number, parent_id: number | null) => ({ id, parent_id, slug: `s${id}`, title: `T${id}` })
  const tree = termTree([term(4, 2), term(1, null), term(3, 1), term(5, null), term(2, 1)])
  expect(tree.map(({ id, depth }) => [id, depth])).toEqual([
    [1, 0],
    [3, 1],
    [2, 1],
    [4, 2],
    [5, 0]
  ])
})

test('a delayed search does not stop the load of another page', {
  tags: 'ACT-022'
}, async () => {
  const list = open('/activities')
  await settled()
  await act(async () => void list.router.navigate('/about?slow'))
  await list.filterBy({ q: 'run' })
  await list.arrive()
  expect(list.router.state.location.pathname).toBe('/about')
})
