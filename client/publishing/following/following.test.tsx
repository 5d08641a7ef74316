import '../../../testing/page/no-editor.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { itemPage, personPage } from '../../../domain/publishing/api.ts'
import { followingPage } from '../../../domain/publishing/following-api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { itemDataOf, itemOf, personDataOf } from '../../../testing/page/publishing.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { toasts } from '../../../testing/page/toasts.ts'
import { getSignIn } from '../../accounts/sign-in.ts'
import { setUser } from '../../lib/user.ts'
import { ItemPage } from '../ItemPage.tsx'
import { PersonPage } from '../PersonPage.tsx'
import { FollowingPage } from './FollowingPage.tsx'

beforeEach(() => setUser({ ...ADA, id: 99 }))
afterEach(() => {
  cleanup()
  forget()
})

const THEIRS = { isOwner: false, following: { is_followed: 0, followers_count: 2 } } as const
const answer = (is_followed: 0 | 1, followers_count: number) =>
  json({ is_followed, followers_count, error: null, error_code: null })

test('a press follows a person, and another one stops it', { tags: 'D-162' }, async () => {
  putPage(personPage, '/ada', personDataOf([], THEIRS))
  const sent = respond({ 'PUT /api/users/ada/follow': ({ body }) => (body?.is_on ? answer(1, 3) : answer(0, 2)) })
  show(<PersonPage />, '/ada')
  expect(screen.getByText('2 followers')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Follow' }))
  expect(await screen.findByText('3 followers')).toBeTruthy()
  expect(toasts()).toEqual(['success: You follow Ada. New things are in your inbox.'])
  fireEvent.click(screen.getByRole('button', { name: 'Unfollow' }))
  expect(await screen.findByText('2 followers')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toMatchObject([{ is_on: 1 }, { is_on: 0 }])
})

test('a visitor signs in first, and the press goes on', { tags: ['D-162', 'HDR-48'] }, async () => {
  setUser(null)
  putPage(personPage, '/ada', personDataOf([], THEIRS))
  const sent = respond({ 'PUT /api/users/ada/follow': () => answer(1, 3) })
  show(<PersonPage />, '/ada')
  fireEvent.click(screen.getByRole('button', { name: 'Follow' }))
  await waitFor(() => expect(getSignIn().actionText).toBe('to follow this page'))
  expect(sent).toEqual([])
  setUser({ ...ADA, id: 99 })
  await getSignIn().onContinue?.()
  expect(sent).toHaveLength(1)
})

test('a group of items can be followed, an item and one’s own page cannot', { tags: 'D-162' }, async () => {
  const book = itemOf(5, 'Walks', { is_book: 1, type: 'book' })
  putPage(itemPage, book.path, itemDataOf(book, [], THEIRS))
  respond({ 'PUT /api/items/5/follow': () => answer(1, 3) })
  show(<ItemPage />, book.path)
  fireEvent.click(screen.getByRole('button', { name: 'Follow' }))
  expect(await screen.findByText('3 followers')).toBeTruthy()
  cleanup()
  const item = itemOf(6, 'Hills')
  putPage(itemPage, item.path, itemDataOf(item, [], { isOwner: false, following: null }))
  show(<ItemPage />, item.path)
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  cleanup()
  putPage(personPage, '/ada', personDataOf([]))
  show(<PersonPage />, '/ada')
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
})

test('the list of what someone follows ends following and switches the weekly mail', { tags: 'D-162' }, async () => {
  putPage(followingPage, '/my/following', {
    people: [{ id: 1, title: 'Ada', path: '/ada', username: 'ada' }],
    books: [{ id: 5, title: 'Walks', path: '/ada/walks', author: 'Ada' }],
    activities: [{ id: 7, title: 'Stretch', path: '/activities/stretch', slug: 'stretch' }],
    week_mail: 0
  })
  const sent = respond({
    'PUT /api/users/ada/follow': () => answer(0, 0),
    'PUT /api/items/5/follow': () => answer(0, 0),
    'POST /api/challenges/stretch/leave': () =>
      json({ is_joined: 0, participants_count: 0, error: null, error_code: null }),
    'PATCH /api/account/reminders': () => json({ is_off: 0, channels: {}, quiet: null, week_mail: 1, devices: [] })
  })
  show(<FollowingPage />, '/my/following')
  expect(within(screen.getByRole('region', { name: 'Groups of texts' })).getByText('by Ada')).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: /^Email me the news of the week/ }))
  await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', true))
  for (const title of ['Ada', 'Walks', 'Stretch']) {
    fireEvent.click(screen.getByRole('button', { name: `Unfollow ${title}` }))
    await waitFor(() => expect(screen.queryByRole('link', { name: title })).toBeNull())
  }
  expect(screen.getByText(/You don’t follow anyone yet/)).toBeTruthy()
  expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'PUT', 'PUT', 'POST'])
})
