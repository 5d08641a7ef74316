/** The category tree (D-59). It is fixed at the seed, so each process reads it once for a database. */
import type { Database } from '../db/database.ts'
import { listTerms } from './queries.ts'
import type { Terms } from './term-tree.ts'

const known = new WeakMap<Database, Promise<Terms>>()

export function getTerms(db: Database): Promise<Terms> {
  const cached = known.get(db)
  if (cached) return cached
  const loading = load(db)
  known.set(db, loading)
  // A failure, or a tree that is not seeded yet, is not remembered.
  loading.then(
    loaded => loaded.all.length === 0 && known.delete(db),
    () => known.delete(db)
  )
  return loading
}

async function load(db: Database): Promise<Terms> {
  const all = await listTerms(db)
  return { all, byId: new Map(all.map(term => [term.id, term])) }
}
