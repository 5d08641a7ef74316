/** Tests what people can do after a session: repeat it, and thank everyone. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionHutPage } from '../../../domain/posts/api.ts'
import { pageAt, putPage } from '../../../testing/page/pages.ts'
import { roomOf, START } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { makeAgain, sayThanks } from './again.ts'

const SESSION = { id: 7, slug: 'study-hall' }
const POSTS = 'POST /api/challenge-events/study-hall/posts'
const HUT = '/sessions/study-hall/hut'
const DAY = 86_400_000
const THANKS = {
  id: 31,
  title: '',
  content: '<p>Thank you all, that was good!</p>',
  parent_id: null,
  username: 'ada',
  created_at: new Date(START).toISOString(),
  is_deleted: 0
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser(ADA)
  putPage(sessionHutPage, HUT, { ...roomOf(), page: 1, posts: [] })
})
afterEach(forget)

const posts = () => (pageAt(sessionHutPage, HUT) as unknown as { posts: { id: number }[] }).posts.map(({ id }) => id)

test('repeating a session sends the key of the press, so that a second try makes no second session', {
  tags: 'SES-092'
}, async () => {
  const sent = respond({
    'POST /api/challenge-events/study-hall/again': () => json({ event: { path: '/sessions/study-hall-2' } })
  })
  expect(await makeAgain(SESSION, START + DAY, 'press')).toBe('/sessions/study-hall-2')
  await makeAgain(SESSION, START + DAY, 'press')
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['press', 'press'])
  expect(sent[0]?.body?.started_at).toBe(new Date(START + DAY).toISOString())
})

test('thanks appear in the discussion at once', { tags: 'CHAT-02' }, async () => {
  respond({ [POSTS]: () => json(THANKS) })
  await sayThanks(SESSION)
  expect(posts()).toEqual([31])
})

test.each([
  ['the server refuses', () => json({ message: 'Join first.', error: 'Join first.' }, 403)],
  ['cannot be sent', () => Promise.reject(new TypeError('Failed to fetch'))]
])('thanks that %s are not posted, and sayThanks rejects', async (_, response) => {
  respond({ [POSTS]: response })
  await expect(sayThanks(SESSION)).rejects.toThrow()
  expect(posts()).toEqual([])
})
