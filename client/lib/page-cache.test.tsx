import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activitiesPage, activityPage } from '../../domain/activities/api.ts'
import { eventsPage, homePage } from '../../domain/browse/api.ts'
import { sessionChatPage } from '../../domain/chat/api.ts'
import { goalLogsPage, goalPage, myGoalsPage } from '../../domain/goals/api.ts'
import { sessionPage } from '../../domain/sessions/api.ts'
import { listOf, sessionCard } from '../../testing/page/cards.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { roomOf } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { usePage, usePersonalPage } from './page.ts'
import { addressOf, changePages, pageQuery, queryClient, readPages, reloadAllPages, reloadPages } from './page-cache.ts'
import { setUser } from './user.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const at = (pathname: string, search = '') => ({ pathname, search })
const goalOf = (id: number, title = `Goal ${id}`) => ({ ...EXAMPLE_GOAL, id, title })
const goalData = (id: number) => ({ goal: goalOf(id), session: null, group: null, logs: [], notes: [] })
const titles = (): string[] => readPages(goalPage).map(({ goal }) => goal.title)

test.each([
  ['/sessions/study-hall', sessionPage, { event: 'study-hall' }],
  ['/activities/study/events/7', sessionPage, { event: '7' }],
  ['/activities/study/events/7/chat', sessionChatPage, { event: '7' }],
  ['/sessions', eventsPage, {}],
  ['/my/goals/5/logs/', goalLogsPage, { goal: '5' }],
  ['/activities/caf%C3%A9', activityPage, { challenge: 'café' }],
  ['/activities/a%2Fb', activityPage, { challenge: 'a/b' }],
  ['/activities/100%', activityPage, { challenge: '100%' }]
])("%s matches its page, with only the parameters of the page's path", (pathname, page, params) => {
  expect(addressOf(page, at(pathname, '?page=2'))).toEqual({ params, search: '?page=2' })
})

test('an address of another page throws, because the routes are wrong', () => {
  expect(() => addressOf(goalPage, at('/sessions/study-hall'))).toThrow('/sessions/study-hall')
})

test('loads a page from its own path at any of its addresses', { tags: 'API-11' }, async () => {
  const sent = respond({ 'GET /api/sessions/caf%C3%A9?page=2': () => json({ serverData: roomOf() }) })
  await queryClient.fetchQuery(
    pageQuery(sessionPage, addressOf(sessionPage, at('/activities/x/events/caf%C3%A9', '?page=2')))
  )
  expect(sent).toHaveLength(1)
})

test('two addresses of one page share their data', { tags: 'D-39' }, () => {
  putPage(sessionPage, '/activities/study/events/study-hall', roomOf())
  expect(pageAt(sessionPage, '/sessions/study-hall')).toEqual(roomOf())
  expect(pageAt(sessionPage, '/sessions/study-hall?page=2')).toBeUndefined()
  expect(pageAt(sessionPage, '/sessions/other')).toBeUndefined()
})

test('reading a path does not include longer paths with the same start', () => {
  putPage(goalPage, '/my/goals/5', goalData(5))
  putPage(goalLogsPage, '/my/goals/5/logs', goalData(5))
  putPage(myGoalsPage, '/my/goals', { my_goals: [goalOf(5)] })
  expect(readPages(goalPage)).toHaveLength(1)
  expect(readPages([goalPage, goalLogsPage])).toHaveLength(2)
})

test('a change updates every loaded page of the contract', () => {
  putPage(goalPage, '/my/goals/5', goalData(5))
  putPage(goalPage, '/my/goals/6?from=list', goalData(6))
  changePages(goalPage, data => ({ ...data, goal: { ...data.goal, title: `${data.goal.title}!` } }))
  expect(titles()).toEqual(['Goal 5!', 'Goal 6!'])
})

test('a change leaves other contracts alone', () => {
  putPage(homePage, '/', listOf([sessionCard()]))
  putPage(eventsPage, '/events', listOf([sessionCard()]))
  putPage(activitiesPage, '/activities', listOf([]))
  changePages([homePage, eventsPage], data => ({ ...data, challenges: [] }))
  expect(readPages([homePage, eventsPage]).map(({ challenges }) => challenges.length)).toEqual([0, 0])
  changePages(activitiesPage, data => ({ ...data, challengesCount: 9 }))
  expect(pageAt(homePage, '/')).toMatchObject({ challengesCount: 1 })
})

test('a change that returns the same object does not touch the page', () => {
  putPage(goalPage, '/my/goals/5', goalData(5))
  const before = pageAt(goalPage, '/my/goals/5')
  changePages(goalPage, data => data)
  expect(pageAt(goalPage, '/my/goals/5')).toBe(before)
})

test('skips personal pages without data in reads and changes', { tags: 'MYS-10' }, () => {
  putPage(myGoalsPage, '/my/goals', null)
  const change = vi.fn()
  changePages(myGoalsPage, change)
  expect(change).not.toHaveBeenCalled()
  expect(readPages(myGoalsPage)).toEqual([])
  expect(pageAt(myGoalsPage, '/my/goals')).toBeNull()
})

function ShownGoal() {
  return <p>{usePage(goalPage).goal.title}</p>
}

const respondWithGoal = (title: string) =>
  respond({ 'GET /api/my/goals/5': () => json({ serverData: { ...goalData(5), goal: goalOf(5, title) } }) })

test('a change is on screen at once', async () => {
  putPage(goalPage, '/my/goals/5', goalData(5))
  show(<ShownGoal />, '/my/goals/5')
  act(() => changePages(goalPage, data => ({ ...data, goal: goalOf(5, 'Swim') })))
  expect(await screen.findByText('Swim')).toBeTruthy()
})

test('can read only the pages on screen', () => {
  putPage(goalPage, '/my/goals/5', goalData(5))
  putPage(goalPage, '/my/goals/6', goalData(6))
  show(<ShownGoal />, '/my/goals/5')
  expect(readPages(goalPage, 'screen').map(({ goal }) => goal.id)).toEqual([5])
})

test('reloads the page on screen at once, and no other', async () => {
  putPage(goalPage, '/my/goals/5', goalData(5))
  putPage(goalPage, '/my/goals/6', goalData(6))
  show(<ShownGoal />, '/my/goals/5')
  const sent = respondWithGoal('Swim')
  await act(() => reloadPages(goalPage))
  expect(screen.getByText('Swim')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('reloads only the matching pages', async () => {
  putPage(goalPage, '/my/goals/5', goalData(5))
  show(<ShownGoal />, '/my/goals/5')
  const sent = respondWithGoal('Swim')
  await act(() => reloadPages(goalPage, ({ goal }) => goal.id === 6))
  await act(() => reloadPages(goalLogsPage))
  expect(sent).toHaveLength(0)
  await act(() => reloadPages([goalLogsPage, goalPage], ({ goal }) => goal.id === 5))
  expect(sent).toHaveLength(1)
})

function MyGoals() {
  return <p>{usePersonalPage(myGoalsPage)?.my_goals.length ?? 'nothing'}</p>
}

test('reloads a personal page once someone has signed in, not before', { tags: 'MYS-10' }, async () => {
  putPage(myGoalsPage, '/my/goals', null)
  show(<MyGoals />, '/my/goals')
  const sent = respond({ 'GET /api/my/goals': () => json({ serverData: { my_goals: [goalOf(5)] } }) })
  await act(() => reloadAllPages())
  expect([sent.length, screen.queryByText('nothing') !== null]).toEqual([0, true])
  setUser(ADA)
  await act(() => reloadAllPages())
  expect(sent).toHaveLength(1)
  await waitFor(() => expect(screen.getByText('1')).toBeTruthy())
})
