import { type SQL, sql } from 'drizzle-orm'
import { own } from '../../domain/lib/own.ts'
import type { Database } from '../db/database.ts'

/** Addresses of a file at most; 50,000 are allowed. */
const PER_FILE = 10_000

/**
 * What everybody may read, by the name of its file: each with its id, its path and its last change. A feature with public
 * pages has a line here. Sessions are missing: they are over soon, and those to come are on the home page.
 */
const SOURCES: Record<string, SQL> = {
  activities: sql`select a.id, '/activities/' || a.slug as path, a.updated_at from activities a
    where a.deleted_at is null and not a.unlisted`,
  groups: sql`select g.id, '/group/' || g.slug as path, g.updated_at from groups g`,
  persons: sql`select p.id, '/' || p.username as path, null::timestamptz as updated_at from persons p
    where exists (select from items i where i.person_id = p.id and i.is_public)`,
  items: sql`select i.id, '/' || case when i.is_book then p.username else coalesce(b.slug, p.username) end || '/' || i.slug as path, i.updated_at
    from items i join persons p on p.id = i.person_id left join items b on b.id = i.parent_id where i.is_public`
}

/** How many files each source has, some of which may be empty: a file is a range of ids, so that none is counted. */
export async function countSitemapFiles(db: Database): Promise<{ source: string; files: number }[]> {
  const counts = Object.entries(SOURCES).map(
    ([source, rows]) => sql`
    select ${source}::text as source, ceil(coalesce(max(r.id), 0) / ${PER_FILE}::numeric)::int as files from (${rows}) r`
  )
  const { rows } = await db.execute<{ source: string; files: number }>(sql.join(counts, sql` union all `))
  return rows
}

export interface ListedAddress {
  path: string
  updated_at: Date | string | null
}

/** A file's addresses; null for a source that is not there. @param file from 1 on */
export async function listAddresses(db: Database, source: string, file: number): Promise<ListedAddress[] | null> {
  const rows = own(SOURCES, source)
  if (!rows) return null
  const found = await db.execute<ListedAddress & Record<string, unknown>>(sql`
    select r.path, r.updated_at from (${rows}) r
    where r.id > ${(file - 1) * PER_FILE} and r.id <= ${file * PER_FILE} order by r.id`)
  return found.rows
}
