/** Following an activity and being in a session, on every page that shows their cards. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activitiesPage, activityPage, activitySessionsPage } from '../../domain/activities/api.ts'
import { eventsPage, homePage } from '../../domain/browse/api.ts'
import { groupPage } from '../../domain/groups/api.ts'
import { myListPage } from '../../domain/lists/api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { addInterest } from '../browse/interests.ts'
import { queryClient } from '../lib/query-client.ts'
import { setUser } from '../lib/user.ts'
import { activityCard, listOf, sessionCard } from '../testing/cards.ts'
import { groupDataOf, groupOf } from '../testing/groups.ts'
import { pageAt, putPage } from '../testing/pages.ts'
import { ADA, forget, json, respond } from '../testing/show.tsx'
import { toasts } from '../testing/toasts.ts'
import { changeCard, createSession, findRandomActivity, follow, unfollow } from './activities.ts'

const FOLLOW = 'POST /api/challenges/pomodoro/join'
const ACTIVITY = activityCard()
const SESSION = sessionCard()
/** A session that is called as the activity is. */
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
  const data = { challenge: ACTIVITY, challengeEvents: [SESSION], proposals: [] }
  putPage(activityPage, '/activities/pomodoro', data)
  putPage(activitySessionsPage, '/activities/pomodoro/sessions', data)
})
afterEach(forget)

/** Until what was begun has come to its end. */
const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 2))

interface Shown {
  kind: string
  slug: string
  is_joined: 0 | 1
  participants_count: number
}

/** What the loaded pages say of one of them: each state once, and on how many pages. */
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

test('who follows an activity does so on each page that shows it', { tags: 'ACT-073' }, async () => {
  respond({ [FOLLOW]: () => json({ is_joined: 1, participants_count: 3 }) })
  follow('pomodoro')
  await settle()
  expect(shown('activity', 'pomodoro')).toEqual([['1 of 3'], 5])
  expect(toasts()).toEqual(['success: You have successfully followed this activity.'])
})

test('a session that is called as the activity is another thing', { tags: 'ACT-073' }, async () => {
  respond({ [FOLLOW]: () => json({ is_joined: 1, participants_count: 3 }) })
  follow('pomodoro')
  await settle()
  expect(shown('session', 'pomodoro')).toEqual([['0 of 2'], 1])
  changeCard('session', 'pomodoro', { is_joined: 1, participants_count: 9 })
  expect(shown('activity', 'pomodoro')).toEqual([['1 of 3'], 5])
})

test('who is in a session is so on each page, and their day is loaded again', { tags: 'ACT-036' }, () => {
  putPage(todayPage, '/my/today', { sessions: [], my_goals: [], group_sessions: [] })
  changeCard('session', SESSION.slug, { is_joined: 1, participants_count: 3 })
  expect(shown('session', SESSION.slug)).toEqual([['1 of 3'], 5])
  expect(queryClient.getQueryCache().find({ queryKey: ['page', todayPage.path, {}, ''] })?.state.isInvalidated).toBe(
    true
  )
})

test('no longer following takes the place of the message that one follows', { tags: 'ACT-074' }, async () => {
  respond({
    [FOLLOW]: () => json({ is_joined: 1, participants_count: 3 }),
    'POST /api/challenges/pomodoro/leave': () => json({ is_joined: 0, participants_count: 2 })
  })
  follow('pomodoro')
  await settle()
  unfollow('pomodoro')
  await settle()
  expect(shown('activity', 'pomodoro')).toEqual([['0 of 2'], 5])
  expect(toasts()).toEqual(['success: You no longer follow this activity.'])
})

test('without a line nothing is followed, and that is said', { tags: 'ACT-073' }, async () => {
  respond({ [FOLLOW]: () => Promise.reject(new TypeError('Failed to fetch')) })
  follow('pomodoro')
  await settle()
  expect(shown('activity', 'pomodoro')).toEqual([['0 of 2'], 5])
  expect(toasts()).toEqual(['error: The server did not answer. Please try again.'])
})

test('a session that is started twice by one form is one: both have its key', { tags: 'ACT-066' }, async () => {
  const sent = respond({ 'POST /api/challenge-events': () => json({ event: { path: '/sessions/a' } }) })
  const form = { title: '', duration: 3600 }
  expect(await createSession('pomodoro', form, 'one')).toBe('/sessions/a')
  await createSession('pomodoro', form, 'one')
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one'])
  expect(sent[0]?.body).toMatchObject({ activity: 'pomodoro', challenge: form })
})

const RANDOM = 'POST /api/challenges/random'

test('a random activity is one of what was chosen here before, the newest first', { tags: 'D-65' }, async () => {
  const sent = respond({ [RANDOM]: () => json({ path: '/activities/row' }) })
  expect(await findRandomActivity()).toBe('/activities/row')
  addInterest(3)
  addInterest(7)
  await findRandomActivity()
  expect(sent.map(({ body }) => body?.interests)).toEqual([undefined, [7, 3]])
})

test.each([
  ['there is none', () => json({ message: 'None', error: 'None' }, 404)],
  ['there is no line', () => Promise.reject(new TypeError('Failed to fetch'))]
])('where %s one goes nowhere', { tags: 'D-65' }, async (_, response) => {
  respond({ [RANDOM]: response })
  expect(await findRandomActivity()).toBeNull()
})
