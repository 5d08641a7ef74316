/** Rows and pages of lists for component tests. */

import { DIFFICULTIES } from '../../domain/activities/difficulty.ts'
import type { Card, ListData } from '../../domain/browse/api.ts'

export const NOW = Date.parse('2030-05-01T10:00:00.000Z')

export function sessionCard(change: Partial<Card> = {}): Card {
  return {
    kind: 'session',
    id: 10,
    slug: 'focus-abcde',
    title: 'Focus together',
    path: '/sessions/focus-abcde',
    status: 1,
    is_preset: 0,
    is_joined: 0,
    needs_code: 0,
    is_manually_started: 0,
    participant_limit: 5,
    participants_count: 2,
    started_at: new Date(NOW - 600_000).toISOString(),
    ended_at: new Date(NOW + 600_000).toISOString(),
    paused_since: null,
    duration: 1200,
    difficulty: 3,
    category_name: 'Focus',
    hut_slug: null,
    hut_title: null,
    remaining: 600,
    ...change
  }
}

export function activityCard(change: Partial<Card> = {}): Card {
  return sessionCard({
    kind: 'activity',
    id: 3,
    slug: 'pomodoro',
    title: 'Pomodoro',
    path: '/activities/pomodoro',
    status: 0,
    started_at: null,
    ended_at: null,
    remaining: null,
    participant_limit: null,
    ...change
  })
}

export function listOf(challenges: Card[], change: Partial<ListData> = {}): ListData {
  return {
    challenges,
    challengesCount: challenges.length,
    terms: [
      { id: 1, slug: 'health', title: 'Health', parent_id: null },
      { id: 2, slug: 'running', title: 'Running', parent_id: 1 },
      { id: 3, slug: 'mind', title: 'Mind', parent_id: null }
    ],
    difficulties: [...DIFFICULTIES],
    hut: null,
    templates: [],
    ...change
  }
}
