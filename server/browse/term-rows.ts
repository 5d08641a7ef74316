/** The category tree (D-59). It is fixed at the seed, so each process reads it once for a database. */
import { asc } from 'drizzle-orm'
import { DIFFICULTIES } from '../../domain/activities/difficulty.ts'
import type { ListData, Term } from '../../domain/browse/api.ts'
import type { Database } from '../db/database.ts'
import { terms } from '../db/schema/activities.ts'

export interface Terms {
  all: Term[]
  byId: Map<number, Term>
}

const known = new WeakMap<Database, Promise<Terms>>()

/** The category tree, from memory after the first read. */
export function getTerms(db: Database): Promise<Terms> {
  const cached = known.get(db)
  if (cached) return cached
  const loading = load(db)
  known.set(db, loading)
  // Does not remember a failure, or a tree that is not seeded yet.
  loading.then(
    loaded => loaded.all.length === 0 && known.delete(db),
    () => known.delete(db)
  )
  return loading
}

async function load(db: Database): Promise<Terms> {
  const all = await db
    .select({ id: terms.id, slug: terms.slug, title: terms.title, parent_id: terms.parent_id })
    .from(terms)
    .orderBy(asc(terms.sort))
  return { all, byId: new Map(all.map(term => [term.id, term])) }
}

/** The choices of forms and list screens. */
export function choicesOf(terms: Terms): Pick<ListData, 'terms' | 'difficulties'> {
  return { terms: terms.all, difficulties: [...DIFFICULTIES] }
}

/** A term, by slug or id, and all terms below it; null when there is no such term. */
export function withDescendants(terms: Terms, slugOrId: string): number[] | null {
  const root = terms.all.find(term => term.slug === slugOrId || String(term.id) === slugOrId)
  if (!root) return null
  const ids = [root.id]
  // `ids` grows while it is walked: children are appended until a level has none.
  for (const id of ids) {
    for (const term of terms.all) if (term.parent_id === id) ids.push(term.id)
  }
  return ids
}

/** The path from the top level down to the term itself, for the form's selectors (`term_id_0..3`). */
export function pathTo(terms: Terms, id: number | null): number[] {
  const path: number[] = []
  for (let term = id === null ? undefined : terms.byId.get(id); term; ) {
    path.unshift(term.id)
    term = term.parent_id === null ? undefined : terms.byId.get(term.parent_id)
  }
  return path
}

export function nameOf(terms: Terms, id: number | null): string | null {
  return id === null ? null : (terms.byId.get(id)?.title ?? null)
}
