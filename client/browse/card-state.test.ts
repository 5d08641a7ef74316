import { expect, test } from 'vitest'
import { activityCard, NOW, sessionCard } from '../../testing/page/cards.ts'
import { cardState, offersToJoin } from './card-state.ts'

const at = (ms: number): string => new Date(NOW + ms).toISOString()

test('a future session counts down to its start', { tags: ['SES-059', 'SES-060'] }, () => {
  const card = sessionCard({ status: 0, started_at: at(60_000), ended_at: null })
  expect(cardState(card, NOW)).toEqual({ status: 'soon', text: 'Starts in', until: NOW + 60_000 })
})

test('a session without a start time awaits participants', { tags: 'SES-059' }, () => {
  const card = sessionCard({ status: 0, started_at: null, ended_at: null })
  expect(cardState(card, NOW)).toEqual({ status: 'soon', text: 'Awaiting participants', until: null })
})

test('a running session counts down to its end', { tags: ['SES-061', 'SES-062'] }, () => {
  expect(cardState(sessionCard(), NOW)).toEqual({ status: 'running', text: 'Ends in', until: NOW + 600_000 })
})

test('a running session without an end is in progress', { tags: 'SES-062' }, () => {
  expect(cardState(sessionCard({ ended_at: null }), NOW).text).toBe('In progress')
})

test('a paused session runs on after its planned end', { tags: 'D-94' }, () => {
  const paused = sessionCard({ ended_at: at(-60_000), paused_since: at(-120_000) })
  expect(cardState(paused, NOW)).toEqual({ status: 'running', text: 'Ends in', until: NOW + 60_000 })
  expect(offersToJoin(paused, NOW)).toBe(true)
})

test('a finished session shows that it has ended', { tags: ['SES-063', 'SES-064'] }, () => {
  expect(cardState(sessionCard({ status: 2 }), NOW)).toEqual({ status: 'ended', text: 'Ended', until: null })
})

test('a card changes from start to end by itself, without a call to the server', () => {
  const card = sessionCard({ status: 0, started_at: at(1000), ended_at: null, duration: 300 })
  expect(cardState(card, NOW).status).toBe('soon')
  expect(cardState(card, NOW + 1000)).toEqual({ status: 'running', text: 'Ends in', until: NOW + 301_000 })
  expect(cardState(card, NOW + 301_000).status).toBe('ended')
})

test('offers no join to a person who has joined', { tags: 'ACT-046' }, () => {
  expect(offersToJoin(sessionCard(), NOW)).toBe(true)
  expect(offersToJoin(sessionCard({ is_joined: 1 }), NOW)).toBe(false)
})

test('offers no join after the end', { tags: 'ACT-047' }, () => {
  expect(offersToJoin(sessionCard(), NOW + 600_000)).toBe(false)
})

test.each<[number | null, number, boolean]>([
  [5, 4, true],
  [5, 5, false],
  [0, 0, false],
  [null, 1000, true]
])(
  'with a limit of %s and %s people inside, a join is offered: %s',
  { tags: 'ACT-048' },
  (participant_limit, participants_count, offered) => {
    expect(offersToJoin(sessionCard({ participant_limit, participants_count }), NOW)).toBe(offered)
  }
)

test('offers no join for templates', { tags: 'ACT-075' }, () => {
  expect(offersToJoin(sessionCard({ is_preset: 1 }), NOW)).toBe(false)
  expect(offersToJoin(activityCard({ is_preset: 1 }), NOW)).toBe(false)
})
