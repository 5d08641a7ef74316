/** Reading activities and following them. */

import { DIFFICULTIES } from '../../domain/activities/plan.ts'
import type { Hut, ListData } from '../../domain/browse/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { readFilters } from './filters.ts'
import {
  type ActivityRow,
  addToFollowers,
  deleteFollower,
  findActivity,
  insertFollower,
  listActivities
} from './queries.ts'
import { getTerms, pathTo, type Terms } from './term-rows.ts'
import { toWireActivityCard } from './to-wire.ts'

export async function getActivity(deps: Pick<Dependencies, 'db'>, slugOrId: string): Promise<ActivityRow> {
  return (await findActivity(deps.db, slugOrId)) ?? refuse({ kind: 'notFound' })
}

/** The same where it may be missing. */
export function lookUpActivity(deps: Pick<Dependencies, 'db'>, slugOrId: string): Promise<ActivityRow | null> {
  return findActivity(deps.db, slugOrId)
}

export type { ActivityRow }

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
    ...listFrame(terms, hut),
    templates: []
  }
}

/** What every list screen gets beside its rows. */
export function listFrame(terms: Terms, hut: Hut | null): Pick<ListData, 'terms' | 'difficulties' | 'hut'> {
  return { terms: terms.all, difficulties: [...DIFFICULTIES], hut }
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
