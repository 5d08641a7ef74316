/** Lists of sessions: what runs and what is to come, and those of one activity. */
import type { Card, Hut, ListData } from '../../domain/browse/api.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { listTemplates } from '../activities/activities.ts'
import { readFilters } from '../activities/filters.ts'
import { choicesOf, getTerms } from '../activities/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { sliceOf } from '../lib/paging.ts'
import { toWireSessionCard } from './page.ts'
import { listByActivity, listSessions } from './queries.ts'

/** The list screen of home and `/events`: what runs and what is to come (D-57). */
export async function getSessionList(
  deps: Dependencies,
  viewer: SignedIn | null,
  query: Record<string, unknown>,
  /** Only what is in this group. */
  hut: Hut | null = null
): Promise<ListData> {
  const { db, config, clock } = deps
  const terms = await getTerms(db)
  const filters = { ...readFilters(query, terms, config.perPage), groupId: hut?.id ?? null }
  const rows = filters.joined && !viewer ? [] : await listSessions(db, filters, viewer?.id ?? null, dateAt(clock))
  return {
    challenges: rows.map(row => toWireSessionCard(row, terms, clock.now())),
    challengesCount: rows[0]?.total ?? 0,
    ...choicesOf(terms),
    hut,
    templates:
      rows.length === 0 || (rows.length <= FEW && isUnfiltered(query))
        ? await listTemplates(deps, terms, filters.groupId)
        : []
  }
}

/** A list this short leaves room to offer templates under it. */
const FEW = 4

function isUnfiltered(query: Record<string, unknown>): boolean {
  return !['q', 'category', 'difficulty', 'joined', 'page'].some(name => query[name])
}

/** Sessions of an activity: the live ones, or all of them by page. */
export async function listSessionsOfActivity(
  { db, config, clock }: Dependencies,
  viewer: SignedIn | null,
  activityId: number,
  { live, query }: { live: boolean; query: Record<string, unknown> }
): Promise<Card[]> {
  const terms = await getTerms(db)
  const slice = sliceOf(query, config.perPage)
  const rows = await listByActivity(db, activityId, viewer?.id ?? null, live ? dateAt(clock) : null, slice)
  return rows.map(row => toWireSessionCard(row, terms, clock.now()))
}
