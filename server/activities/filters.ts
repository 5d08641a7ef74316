/** What a list screen's address asks for (ACT-014..ACT-021); anything unreadable is ignored, as an old link may have it. */
import { DIFFICULTIES } from '../../domain/activities/plan.ts'
import { type Slice, sliceOf } from '../lib/paging.ts'
import { type Terms, withDescendants } from './term-rows.ts'

export interface Filters {
  slice: Slice
  /** Only what the viewer joined or follows. */
  joined: boolean
  templates: boolean
  /** Terms that match; null for any. */
  termIds: number[] | null
  difficulty: number | null
  /** Only what is in this group. */
  groupId: number | null
  q: string
}

export function readFilters(query: Record<string, unknown>, terms: Terms, perPage: number): Filters {
  const category = text(query.category)
  const difficulty = Number(text(query.difficulty))
  return {
    slice: sliceOf({ page: text(query.page) }, perPage),
    joined: text(query.joined) === '1',
    templates: text(query.templates) === '1',
    // An unknown category matches nothing.
    termIds: category === '' ? null : (withDescendants(terms, category) ?? []),
    difficulty: DIFFICULTIES.some(({ value }) => value === difficulty) ? difficulty : null,
    groupId: null,
    q: text(query.q).trim().slice(0, 100)
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
