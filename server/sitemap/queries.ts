import { type SQL, sql } from 'drizzle-orm'
import { own } from '../../domain/lib/own.ts'
import type { Database } from '../db/database.ts'

/** The most addresses per file; the format allows 50,000. */
const PER_FILE = 10_000

/**
 * Pages that everyone may read, by the name of their file, with id, path and last change. A feature with public pages
 * adds a line here. Only sessions that are yet to come are listed, because the others are soon over.
 */
const SOURCES: Record<string, SQL> = {
  activities: sql`select a.id, '/activities/' || a.slug as path, a.updated_at from activities a
    where a.deleted_at is null and not a.unlisted`,
  programmes: sql`select p.id, '/programmes/' || p.slug as path, p.updated_at from programmes p
    where p.visibility = 'public' and p.deleted_at is null and p.hidden_at is null`,
  sessions: sql`select s.id, '/sessions/' || s.slug as path, s.updated_at from sessions s
    where s.status = 0 and s.started_at is not null and s.cancelled_at is null and s.hidden_at is null
      and not s.unlisted and not s.is_preset`,
  groups: sql`select g.id, '/group/' || g.slug as path, g.updated_at from groups g where g.hidden_at is null`,
  persons: sql`select p.id, '/' || p.username as path, null::timestamptz as updated_at from persons p
    where p.hidden_at is null and exists (select from items i where i.person_id = p.id and i.is_public)`,
  items: sql`select i.id, '/' || case when i.is_book then p.username else coalesce(b.slug, p.username) end || '/' || i.slug as path, i.updated_at
    from items i join persons p on p.id = i.person_id left join items b on b.id = i.parent_id where i.is_public`
}

/** Counts the files of each source. A file is a range of ids, so no rows are counted and some files may be empty. */
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

/** The addresses in a file; null for an unknown source. @param file from 1 on */
export async function listAddresses(db: Database, source: string, file: number): Promise<ListedAddress[] | null> {
  const rows = own(SOURCES, source)
  if (!rows) return null
  const found = await db.execute<ListedAddress & Record<string, unknown>>(sql`
    select r.path, r.updated_at from (${rows}) r
    where r.id > ${(file - 1) * PER_FILE} and r.id <= ${file * PER_FILE} order by r.id`)
  return found.rows
}
