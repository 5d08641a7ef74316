import { expect, test, vi } from 'vitest'
import { type PageHandle, type PageRoute, pageRoutes } from './page-route.ts'

const page = (path: string, more: Partial<PageRoute> = {}): PageRoute => ({
  paths: [path],
  module: `${path}.tsx`,
  load: async () => () => null,
  ...more
})

const ROOM = page('/s/:event', { paths: ['/s/:event', '/a/:activity/events/:event'], noScroll: 'room' })
const CHAT = page('/s/:event/chat', { noScroll: 'room' })
const OVER_TIME = page('/s/:event/over-time', { noScroll: 'room', onRequest: true })
const GOALS = page('/my/goals', { noScroll: 'my', personal: true })
const TERMS = page('/terms', { fixed: true })
const ALL = [ROOM, CHAT, OVER_TIME, GOALS, TERMS]

/** Loaders that return the path they load. */
const loaderOf = vi.fn(
  (path: string, { personal = false }) =>
    () =>
      `${path} ${personal}`
)
const routesOf = (one: PageRoute) => pageRoutes(one, ALL, loaderOf as never)
const loadedBy = (one: PageRoute) => routesOf(one).map(({ loader }) => (loader as () => string)())

test("each address of a page is a route, and all load the page's own path", { tags: 'D-39' }, () => {
  expect(routesOf(ROOM).map(({ path }) => path)).toEqual(['/s/:event', '/a/:activity/events/:event'])
  expect(loadedBy(ROOM)).toEqual(['/s/:event false', '/s/:event false'])
})

test('each route has its own lazy object, because the router changes it', () => {
  const [own, alias] = routesOf(ROOM)
  expect(own?.lazy).not.toBe(alias?.lazy)
})

test('loads a personal page as personal', { tags: 'MYS-09' }, () => {
  expect(loadedBy(GOALS)).toEqual(['/my/goals true'])
})

test('a page without data has no loader', () => {
  loaderOf.mockClear()
  expect(routesOf(TERMS)[0]?.loader).toBeUndefined()
  expect(loaderOf).not.toHaveBeenCalled()
})

test.each<[string, PageRoute, PageRoute[]]>([
  ['of a room, except one with much data', ROOM, [ROOM, CHAT]],
  ['of My area', GOALS, [GOALS]],
  ['of a page without tabs', TERMS, []]
])('the tabs to preload are those %s', { tags: 'D-44' }, (_, one, tabs) => {
  for (const { handle } of routesOf(one)) {
    expect((handle as PageHandle).tabs).toEqual(tabs)
    expect((handle as PageHandle).noScroll).toBe(one.noScroll)
  }
})
