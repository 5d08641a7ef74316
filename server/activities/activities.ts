/** Reading activities and following them. */

import type { Activity } from '../../domain/activities/api.ts'
import { planSeenBy } from '../../domain/activities/hidden.ts'
import type { Card, Hut, ListData } from '../../domain/browse/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { type ActivityRow, findActivity } from './activity-rows.ts'
import { readFilters } from './filters.ts'
import { type ActivityListRow, addToFollowers, deleteFollower, insertFollower, listActivities } from './queries.ts'
import { choicesOf, getTerms, nameOf, pathTo, type Terms } from './term-rows.ts'

export async function getActivityList(
  { db, config }: Dependencies,
  viewer: SignedIn | null,
  query: Record<string, unknown>,
  /** Only what is in this group. */
  hut: Hut | null = null
): Promise<ListData> {
  const terms = await getTerms(db)
  const filters = { ...readFilters(query, terms, config.perPage), groupId: hut?.id ?? null }
  const rows = filters.joined && !viewer ? [] : await listActivities(db, filters, viewer?.id ?? null)
  return {
    challenges: rows.map(row => toWireActivityCard(row, terms)),
    challengesCount: rows[0]?.total ?? 0,
    ...choicesOf(terms),
    hut,
    templates: []
  }
}

const MOST_TEMPLATES = 100

/** Templates under an empty or short list (D-62): the newest of each category first, so that there is a choice. */
export async function listTemplates(
  { db, config }: Dependencies,
  terms: Terms,
  /** Those of a group, if it has any. */
  groupId: number | null = null
): Promise<ListData['templates']> {
  const filters = readFilters({ templates: '1' }, terms, MOST_TEMPLATES)
  const own = groupId === null ? [] : await listActivities(db, { ...filters, groupId }, null)
  const rows = own.length > 0 ? own : await listActivities(db, filters, null)
  const seen = new Set<number | undefined>()
  const isFirst = (row: (typeof rows)[number]): boolean => {
    const [top] = pathTo(terms, row.term_id)
    return !seen.has(top) && Boolean(seen.add(top))
  }
  const { first = [], more = [] } = Object.groupBy(rows, row => (isFirst(row) ? 'first' : 'more'))
  return [...first, ...more].slice(0, config.perPage).map(row => toWireActivityCard(row, terms))
}

/** Activities to make a session of: what the viewer made or follows, then the newest. */
export async function listChoices(
  { db }: Dependencies,
  viewer: SignedIn | null
): Promise<{ slug: string; title: string }[]> {
  const filters = { ...readFilters({}, await getTerms(db), 0), slice: { limit: 50, offset: 0 } }
  const own = viewer ? await listActivities(db, { ...filters, joined: true }, viewer.id) : []
  const newest = await listActivities(db, filters, viewer?.id ?? null)
  return [...new Map([...own, ...newest].map(row => [row.slug, row])).values()]
}

interface Followed {
  is_joined: 0 | 1
  participants_count: number
}

/** Free, and joins none of its sessions (D-61). Repeating it changes nothing. */
export async function follow({ db, clock }: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Followed> {
  return db.transaction(async tx => {
    const activity = (await findActivity(tx, slugOrId)) ?? refuse({ kind: 'notFound' })
    if (activity.is_preset) refuse({ kind: 'conflict', message: 'Templates cannot be joined.' })
    const isNew = await insertFollower(tx, activity.id, viewer.id, dateAt(clock))
    return { is_joined: 1, participants_count: await addToFollowers(tx, activity.id, isNew ? 1 : 0) }
  })
}

export async function unfollow({ db }: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Followed> {
  return db.transaction(async tx => {
    const activity = (await findActivity(tx, slugOrId)) ?? refuse({ kind: 'notFound' })
    const wasThere = await deleteFollower(tx, activity.id, viewer.id)
    return { is_joined: 0, participants_count: await addToFollowers(tx, activity.id, wasThere ? -1 : 0) }
  })
}

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
  const plan = planSeenBy(row.plan, isOwner)
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
    parts: plan.parts,
    tasks: plan.tasks,
    timers: row.plan.timers,
    quick_log_buttons: [],
    active_logs: [],
    relative_dates: 1,
    linked: row.plan.parts.every(group => group.linked) ? 1 : 0,
    revision: row.revision
  }
}
