import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { messageOf } from '../../testing/page/session-page.ts'
import { ADA } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { allRead, countUnread, useNews } from './unread.ts'

function news(session: number) {
  const { count, named } = renderHook(() => useNews(session)).result.current
  return { count, named }
}
const hear = (session: number, username: string, content: string) =>
  countUnread(session, messageOf(1, username, content))

beforeEach(() => {
  setUser({ ...ADA, muted: ['mallory'] })
  for (const session of [7, 8]) allRead(session)
})

test('messages of others count, and messages that mention me also count as named', { tags: 'CHAT-21' }, () => {
  hear(7, 'grace', 'Hello')
  hear(7, 'grace', 'Where is @ADA?')
  hear(7, 'mary', '@adam is here')
  expect(news(7)).toEqual({ count: 3, named: 1 })
})

test('my own messages and those of people I muted do not count', () => {
  hear(7, ADA.username, 'On my phone')
  hear(7, 'mallory', '@ada!')
  expect(news(7)).toEqual({ count: 0, named: 0 })
})

test('messages count for a visitor, but never as mentions', () => {
  setUser(null)
  hear(7, 'grace', '@ada')
  expect(news(7)).toEqual({ count: 1, named: 0 })
})

test('a message in another session resets the count of the one before', () => {
  hear(7, 'grace', 'Hello')
  expect(news(8)).toEqual({ count: 0, named: 0 })
  hear(8, 'grace', 'Hello @ada')
  expect([news(7), news(8)]).toEqual([
    { count: 0, named: 0 },
    { count: 1, named: 1 }
  ])
})

test('reading one room keeps the count of another', () => {
  hear(7, 'grace', 'Hello')
  allRead(8)
  expect(news(7).count).toBe(1)
  allRead(7)
  expect(news(7)).toEqual({ count: 0, named: 0 })
})
