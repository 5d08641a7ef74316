import { expect, test } from 'vitest'
import { cutContent, FAILS_FOR_MS, isGivenUp, retryDelay, sentenceOf } from './events.ts'

const HOUR = 3_600_000

test('the tries of a delivery begin after seconds, and cover a day', () => {
  const delays = Array.from({ length: 11 }, (_, nth) => retryDelay(nth + 1))
  expect(delays.slice(0, 2)).toEqual([5000, 30_000])
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect(delays.reduce((sum, one) => sum + one)).toBeGreaterThan(FAILS_FOR_MS)
  expect(Math.max(...delays)).toBe(8 * HOUR)
})

test('an address is given up a day after its first failure', () => {
  expect(isGivenUp(null, FAILS_FOR_MS)).toBe(false)
  expect(isGivenUp(0, FAILS_FOR_MS - 1)).toBe(false)
  expect(isGivenUp(0, FAILS_FOR_MS)).toBe(true)
})

test('each event is a sentence for chats', () => {
  const session = { title: 'Squats', url: 'https://hut.example/sessions/squats' }
  const item = { title: 'On sleep', url: 'https://hut.example/ada/on-sleep' }
  const log = { id: 1, day: '2026-01-01', title: '', amount: 1, distance: null, duration: null }
  expect([
    sentenceOf({ type: 'session.started', data: { session } }),
    sentenceOf({ type: 'session.ended', data: { session } }),
    sentenceOf({ type: 'log.made', data: { log, goal: { id: 1, title: 'Water', unit: '' }, text: '1 glass' } }),
    sentenceOf({ type: 'log.made', data: { log, goal: null, text: '1 glass' } }),
    sentenceOf({ type: 'goal.reached', data: { goal: { id: 1, title: 'Water' } } }),
    sentenceOf({ type: 'member.joined', data: { username: 'ada', session, group: null } }),
    sentenceOf({ type: 'message.sent', data: { username: 'ada', content: 'Hello', session } }),
    sentenceOf({ type: 'item.published', data: { author: 'Ada', item } })
  ]).toEqual([
    `“Squats” has started: ${session.url}`,
    `“Squats” has ended: ${session.url}`,
    'Water: 1 glass',
    '1 glass',
    'Goal completed: Water',
    `ada joined “Squats”: ${session.url}`,
    'ada in “Squats”: Hello',
    `Ada published “On sleep”: ${item.url}`
  ])
})

test('a long message is cut to 1000 characters', () => {
  expect(cutContent('short')).toBe('short')
  expect(cutContent('x'.repeat(1001))).toHaveLength(1000)
})
