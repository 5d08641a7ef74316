/** The category tree as a value: what lies under a term, and the way down to it. */
import type { Term } from '../../domain/activities/api.ts'

export interface Terms {
  all: Term[]
  byId: Map<number, Term>
}

/** The term of a slug or id and all below it; null when there is no such term. */
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

/** From the top level down to the term itself, for the form's selectors (`term_id_0..3`). */
export function pathTo(terms: Terms, id: number | null): number[] {
  const path: number[] = []
  for (let term = id === null ? undefined : terms.byId.get(id); term; ) {
    path.unshift(term.id)
    term = term.parent_id === null ? undefined : terms.byId.get(term.parent_id)
  }
  return path
}
