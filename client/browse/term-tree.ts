import type { Term } from '../../domain/browse/api.ts'

export interface TermInTree extends Term {
  /** 0 for the top level. */
  depth: number
}

/** Parents before their children, in the server's order (D-59). */
export function termTree(terms: readonly Term[], parent: number | null = null, depth = 0): TermInTree[] {
  return terms
    .filter(term => term.parent_id === parent)
    .flatMap(term => [{ ...term, depth }, ...termTree(terms, term.id, depth + 1)])
}
