import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { forget } from '../testing/show.tsx'
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
  ['what is not a filter stays', '?from=mail&page=2', { q: 'run' }, '?from=mail&q=run'],
  ['letters that mean something in an address', '', { q: 'a&b=c ü' }, '?q=a%26b%3Dc+%C3%BC']
])('the address of a changed filter: %s', { tags: ['ACT-014', 'ACT-015'] }, (_, before, change, after) => {
  expect(changedSearch(new URLSearchParams(before), change)).toBe(after)
})

/** A list at an address whose next data is still on its way. */
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

test('the filters are those of the address; only "1" is yes', { tags: ['ACT-014', 'ACT-018'] }, async () => {
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

test('a choice shows at once, while its list is still loading, and the next one is added to it', {
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

test('the filters of a page that one is going to are not those of this list', { tags: 'ACT-014' }, async () => {
  const list = open('/activities?q=run')
  await settled()
  await act(async () => void list.router.navigate('/events?q=swim&slow'))
  expect([list.filters().q, list.filters().isLoading]).toEqual(['run', false])
  await list.arrive()
})

test('a search whose pause ends after another page was asked for lets that page come', {
  tags: 'ACT-022'
}, async () => {
  const list = open('/activities')
  await settled()
  await act(async () => {
    void list.router.navigate('/events?slow')
    // Before the page has heard of it.
    list.search({ q: 'run' })
  })
  await list.arrive()
  expect(list.router.state.location.pathname).toBe('/events')
})

test('a search whose pause ends when another page has come, and this one is still on screen, is not for that page', {
  tags: 'ACT-022'
}, async () => {
  const list = open('/activities')
  await settled()
  const unsubscribe = list.router.subscribe(({ location }) => {
    if (location.pathname !== '/about') return
    unsubscribe()
    // React has not rendered it yet.
    list.search({ q: 'run' })
  })
  await act(async () => void list.router.navigate('/about'))
  await settled()
  expect(list.router.state.location).toMatchObject({ pathname: '/about', search: '' })
})

test('the letters of one search are one step back, each choice is a step of its own', { tags: 'ACT-022' }, async () => {
  const list = open('/activities')
  await settled()
  for (const q of ['r', 'ru', 'run']) await list.filterBy({ q })
  await list.filterBy({ category: 'health' })
  await act(async () => void list.router.navigate(-1))
  expect(list.router.state.location.search).toBe('?q=run')
  await act(async () => void list.router.navigate(-1))
  expect(list.router.state.location.search).toBe('')
})

test('categories are a tree: parents before their children, in the order of the server', { tags: 'D-59' }, () => {
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

test('a search whose pause ends while another page is on its way does not call it back', {
  tags: 'ACT-022'
}, async () => {
  const list = open('/activities')
  await settled()
  await act(async () => void list.router.navigate('/about?slow'))
  await list.filterBy({ q: 'run' })
  await list.arrive()
  expect(list.router.state.location.pathname).toBe('/about')
})
