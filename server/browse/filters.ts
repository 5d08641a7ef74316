/**
 * The filters in a list's query string (ACT-014..ACT-021). Unreadable values are ignored, since old links may have
 * them.
 */

import { DIFFICULTIES } from '../../domain/activities/difficulty.ts'
import type { Hut } from '../../domain/browse/api.ts'
import { type Slice, sliceOf } from '../lib/paging.ts'
import { type Terms, withDescendants } from './term-rows.ts'

export interface Filters {
  slice: Slice
  /** Only sessions or activities that the viewer joined or follows. */
  joined: boolean
  templates: boolean
  /** Terms that match; null for any. */
  termIds: number[] | null
  difficulty: number | null
  /** Only those of this group. */
  groupId: number | null
  /** Includes unlisted ones: the viewer's own, and those in a group that the viewer is in (D-159). */
  unlisted: boolean
  q: string
}

/** The filters of a list in a group, or of one that is in none. */
export function inGroup(filters: Filters, hut: Hut | null): Filters {
  return { ...filters, groupId: hut?.id ?? null, unlisted: filters.unlisted || hut?.is_joined === 1 }
}

/** The filters in a list's query. */
export function readFilters(query: Record<string, unknown>, terms: Terms, perPage: number): Filters {
  const category = text(query.category)
  const difficulty = Number(text(query.difficulty))
  const joined = text(query.joined) === '1'
  return {
    slice: sliceOf({ page: text(query.page) }, perPage),
    joined,
    templates: text(query.templates) === '1',
    // An unknown category matches nothing.
    termIds: category === '' ? null : (withDescendants(terms, category) ?? []),
    difficulty: DIFFICULTIES.some(({ value }) => value === difficulty) ? difficulty : null,
    groupId: null,
    unlisted: joined,
    q: text(query.q).trim().slice(0, 100)
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
