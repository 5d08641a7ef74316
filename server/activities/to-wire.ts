/** Activities as the documents spell them. */
import type { Activity } from '../../domain/activities/api.ts'
import type { Card, Hut } from '../../domain/browse/api.ts'
import type { ActivityListRow, ActivityRow } from './queries.ts'
import { nameOf, pathTo, type Terms } from './term-rows.ts'

export function toWireActivityCard(row: Omit<ActivityListRow, 'total'>, terms: Terms): Card {
  return {
    kind: 'activity',
    id: row.id,
    slug: row.slug,
    title: row.title,
    path: `/activities/${row.slug}`,
    // Nothing runs on an activity itself (D-63).
    status: 0,
    is_preset: row.is_preset ? 1 : 0,
    is_joined: row.is_joined ? 1 : 0,
    needs_code: 0,
    is_manually_started: 0,
    participant_limit: row.participant_limit,
    participants_count: row.followers_count,
    started_at: null,
    ended_at: null,
    paused_since: null,
    duration: row.duration,
    difficulty: row.difficulty,
    category_name: nameOf(terms, row.term_id),
    hut_slug: row.hut_slug,
    hut_title: row.hut_title,
    remaining: null
  }
}

interface Seen {
  isJoined: boolean
  hut: Hut | null
  terms: Terms
  /** Its creator and site admins see hidden groups; whoever makes a session of it sees them there as host (D-98). */
  isOwner: boolean
}

export function toWireActivity(row: ActivityRow, { isJoined, hut, terms, isOwner }: Seen): Activity {
  const path = pathTo(terms, row.term_id)
  return {
    ...toWireActivityCard(
      { ...row, is_joined: isJoined, hut_slug: hut?.slug ?? null, hut_title: hut?.title ?? null },
      terms
    ),
    needs_code: row.needs_code ? 1 : 0,
    is_manually_started: row.is_manually_started ? 1 : 0,
    content: row.content,
    // One value under two documented names (D-113).
    hut_id: row.group_id,
    group_id: row.group_id,
    // Templates are used, not followed (ACT-075).
    can_join: row.is_preset || isJoined ? 0 : 1,
    term_id: row.term_id,
    term_id_0: path[0] ?? null,
    term_id_1: path[1] ?? null,
    term_id_2: path[2] ?? null,
    term_id_3: path[3] ?? null,
    parts: row.plan.parts.filter(group => !group.hidden || isOwner),
    tasks: row.plan.tasks.filter(group => !group.hidden || isOwner),
    timers: row.plan.timers,
    quick_log_buttons: [],
    active_logs: [],
    relative_dates: 1,
    linked: row.plan.parts.every(group => group.linked) ? 1 : 0
  }
}
