import { expect, test } from 'vitest'
import { type ListedSession, sessionCard } from './card.ts'

const NOW = Date.parse('2026-01-31T18:00:00Z')
const at = (seconds: number): Date => new Date(NOW + seconds * 1000)

const session: ListedSession = {
  id: 7,
  slug: 'morning-run',
  title: 'Morning run',
  status: 0,
  is_preset: false,
  needs_code: true,
  is_manually_started: false,
  participant_limit: 5,
  held_places: 0,
  participants_count: 2,
  started_at: at(60),
  ended_at: at(360),
  paused_since: null,
  duration: 300,
  difficulty: null,
  hut_slug: null,
  hut_title: null,
  is_joined: true
}

test.each([
  ['will start', {}, NOW, 0, 60],
  ['should have begun', {}, NOW + 90_000, 1, 270],
  ['should have ended', {}, NOW + 360_000, 2, null],
  ['waits for its host', { started_at: null, ended_at: null }, NOW, 0, null],
  ['runs without an end', { status: 1, started_at: at(-60), ended_at: null }, NOW, 1, null]
] as const)(
  'the card has the actual status of a session that %s, even if the stored one is late',
  { tags: 'D-82' },
  (_, change, now, status, remaining) => {
    expect(sessionCard({ ...session, ...change }, null, now)).toMatchObject({ status, remaining })
  }
)

test('a card has the group, the category and whether the viewer has joined', () => {
  const card = sessionCard({ ...session, hut_slug: 'runners', hut_title: 'Runners' }, 'Sports', NOW)
  expect(card).toMatchObject({
    path: '/sessions/morning-run',
    is_joined: 1,
    needs_code: 1,
    category_name: 'Sports',
    hut_slug: 'runners',
    hut_title: 'Runners',
    started_at: '2026-01-31T18:01:00.000Z'
  })
})
