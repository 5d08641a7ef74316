/** Following an activity and joining a session update every page that shows their cards. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activitiesPage, activityPage, activitySessionsPage } from '../../domain/activities/api.ts'
import { eventsPage, homePage } from '../../domain/browse/api.ts'
import { groupPage } from '../../domain/groups/api.ts'
import { myListPage } from '../../domain/lists/api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { activityCard, listOf, sessionCard } from '../../testing/page/cards.ts'
import { groupDataOf, groupOf } from '../../testing/page/groups.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import { toasts } from '../../testing/page/toasts.ts'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { changeCard, findRandomActivity, follow, unfollow } from './card-actions.ts'
import { addInterest } from './interests.ts'

const FOLLOW = 'POST /api/challenges/pomodoro/join'
const ACTIVITY = activityCard()
const SESSION = sessionCard()
/** A session with the same slug as the activity. */
const NAMESAKE = sessionCard({ id: 11, slug: 'pomodoro' })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser(ADA)
  localStorage.clear()
  putPage(homePage, '/', listOf([SESSION]))
  putPage(eventsPage, '/sessions?page=2', listOf([SESSION, NAMESAKE]))
  putPage(activitiesPage, '/activities', listOf([ACTIVITY]))
  putPage(groupPage, '/group/runners', groupDataOf(groupOf(), [ACTIVITY, SESSION]))
  putPage(myListPage, '/my/lists/4', { list: { id: 4, title: 'Rainy days', count: 1 }, challenges: [ACTIVITY] })
  const data = { challenge: ACTIVITY, challengeEvents: [SESSION], copies: [], proposals: [] }
  putPage(activityPage, '/activities/pomodoro', data)
  putPage(activitySessionsPage, '/activities/pomodoro/sessions', data)
})
afterEach(forget)

interface Shown {
  kind: string
  slug: string
  is_joined: 0 | 1
  participants_count: number
}

/** The distinct states of a card on the loaded pages, and the number of pages that show it. */
function shown(kind: string, slug: string): [states: string[], pages: number] {
  const pages = [
    pageAt(homePage, '/')?.challenges,
    pageAt(eventsPage, '/sessions?page=2')?.challenges,
    pageAt(activitiesPage, '/activities')?.challenges,
    pageAt(groupPage, '/group/runners')?.challenges,
    pageAt(myListPage, '/my/lists/4')?.challenges,
    ...[
      pageAt(activityPage, '/activities/pomodoro'),
      pageAt(activitySessionsPage, '/activities/pomodoro/sessions')
    ].map(page => page && [page.challenge, ...page.challengeEvents])
  ] as (readonly Shown[] | undefined)[]
  const found = pages.flatMap(cards => cards?.filter(card => card.kind === kind && card.slug === slug) ?? [])
  return [
    [...new Set(found.map(({ is_joined, participants_count }) => `${is_joined} of ${participants_count}`))],
    found.length
  ]
}

test('following an activity updates every page that shows it', { tags: 'ACT-073' }, async () => {
  respond({ [FOLLOW]: () => json({ is_joined: 1, participants_count: 3 }) })
  await follow('pomodoro')
  expect(shown('activity', 'pomodoro')).toEqual([['1 of 3'], 5])
  expect(toasts()).toEqual(['success: You have successfully followed this activity.'])
})

test('does not change a session with the same slug as the activity', { tags: 'ACT-073' }, async () => {
  respond({ [FOLLOW]: () => json({ is_joined: 1, participants_count: 3 }) })
  await follow('pomodoro')
  expect(shown('session', 'pomodoro')).toEqual([['0 of 2'], 1])
  changeCard('session', 'pomodoro', { is_joined: 1, participants_count: 9 })
  expect(shown('activity', 'pomodoro')).toEqual([['1 of 3'], 5])
})

test('joining a session updates every page and reloads my day', { tags: 'ACT-036' }, () => {
  putPage(todayPage, '/my/today', { sessions: [], my_goals: [], group_sessions: [], shared_goals: [] })
  changeCard('session', SESSION.slug, { is_joined: 1, participants_count: 3 })
  expect(shown('session', SESSION.slug)).toEqual([['1 of 3'], 5])
  expect(queryClient.getQueryCache().find({ queryKey: ['page', todayPage.path, {}, ''] })?.state.isInvalidated).toBe(
    true
  )
})

test('unfollowing replaces the message about following', { tags: 'ACT-074' }, async () => {
  respond({
    [FOLLOW]: () => json({ is_joined: 1, participants_count: 3 }),
    'POST /api/challenges/pomodoro/leave': () => json({ is_joined: 0, participants_count: 2 })
  })
  await follow('pomodoro')
  await unfollow('pomodoro')
  expect(shown('activity', 'pomodoro')).toEqual([['0 of 2'], 5])
  expect(toasts()).toEqual(['success: You no longer follow this activity.'])
})

test('without a connection following fails with a message', { tags: 'ACT-073' }, async () => {
  respond({ [FOLLOW]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await follow('pomodoro')
  expect(shown('activity', 'pomodoro')).toEqual([['0 of 2'], 5])
  expect(toasts()).toEqual(['error: The server didn’t answer. Please try again.'])
})

const RANDOM = 'POST /api/challenges/random'

test('sends the interests chosen in this browser, the newest first', { tags: 'D-65' }, async () => {
  const sent = respond({ [RANDOM]: () => json({ path: '/activities/row' }) })
  expect(await findRandomActivity()).toBe('/activities/row')
  addInterest(3)
  addInterest(7)
  await findRandomActivity()
  expect(sent.map(({ body }) => body?.interests)).toEqual([undefined, [7, 3]])
})

test.each([
  ['the server has no activity', () => json({ message: 'None', error: 'None' }, 404)],
  ['the connection is down', () => Promise.reject(new TypeError('Failed to fetch'))]
])('returns null when %s', { tags: 'D-65' }, async (_, response) => {
  respond({ [RANDOM]: response })
  expect(await findRandomActivity()).toBeNull()
})
