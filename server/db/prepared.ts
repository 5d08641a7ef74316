/** A hot query, prepared once for each database: half the CPU of building it anew (docs/decisions/0002). */
import type { Database } from './database.ts'

export function prepared<Statement>(build: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>()
  return db => {
    const known = statements.get(db)
    if (known) return known
    const statement = build(db)
    statements.set(db, statement)
    return statement
  }
}
