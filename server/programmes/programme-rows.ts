/** Programmes that people wrote, and those that come with the product, in the same form. */
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { ownsOrAdmin, type Viewer } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import type { Programme, ProgrammeCard } from '../../domain/programmes/api.ts'
import { countUnits, mayOpen, type ReadyProgramme } from '../../domain/programmes/programme.ts'
import { findReady, READY } from '../../domain/programmes/ready/ready.ts'
import { weeksOf } from '../../domain/programmes/weeks.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { finderByKey, findRow, lockRow, updaterOf } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { programmes } from '../db/schema/programmes.ts'
import type { Slice } from '../lib/paging.ts'

export type ProgrammeRow = typeof programmes.$inferSelect

const isOpen = (slug: string) => and(eq(programmes.slug, slug), isNull(programmes.deleted_at))

export const findProgrammeByKey = finderByKey(programmes)
export const updateProgrammeRow = updaterOf(programmes)

export async function insertProgramme(db: Handle, row: typeof programmes.$inferInsert): Promise<ProgrammeRow> {
  const [made] = await db.insert(programmes).values(row).returning()
  if (!made) throw new Error('the programme was not inserted')
  return made
}

/** Locks a programme that someone wrote. */
export function lockProgramme(tx: Transaction, slug: string): Promise<ProgrammeRow | null> {
  return lockRow(tx, programmes, isOpen(slug), 'no key update')
}

export function findProgramme(db: Handle, slug: string): Promise<ProgrammeRow | null> {
  return findRow(db, programmes, isOpen(slug))
}

/** The name and the text of a programme that the viewer may open. Refuses with 404. */
export async function getText(db: Handle, slug: string, viewer: Viewer): Promise<Omit<ReadyProgramme, 'source'>> {
  return findReady(slug) ?? (await getWritten(db, slug, viewer))
}

async function getWritten(db: Handle, slug: string, viewer: Viewer): Promise<ProgrammeRow> {
  const row = needVisible((await findProgramme(db, slug)) ?? refuse({ kind: 'notFound' }), viewer)
  return mayOpen(row, viewer) ? row : refuse({ kind: 'notFound' })
}

/** A programme as its page shows it. Refuses with 404. */
export async function getProgramme(db: Handle, slug: string, viewer: Viewer): Promise<Programme> {
  const ready = findReady(slug)
  if (ready) return toWireReady(ready)
  const row = await getWritten(db, slug, viewer)
  const [author] = await db.select({ username: users.username }).from(users).where(eq(users.id, row.user_id))
  return {
    ...toCard({ ...row, username: author?.username ?? '' }),
    id: row.id,
    about: row.about,
    source: row.source_name || row.source_url ? { name: row.source_name || row.source_url, url: row.source_url } : null,
    weeks: [...weeksOf(row.text)],
    visibility: row.visibility,
    is_mine: ownsOrAdmin(row, viewer) ? 1 : 0,
    ...(row.hidden_at ? { is_hidden: 1 as const } : {})
  }
}

function toWireReady(ready: ReadyProgramme): Programme {
  const { about, source, text } = ready
  return {
    ...toReadyCard(ready),
    ...{ id: null, about, source, weeks: [...weeksOf(text)], visibility: 'public', is_mine: 0 }
  }
}

function toReadyCard({ slug, title, text }: ReadyProgramme): ProgrammeCard {
  const weeks = weeksOf(text)
  return toCard({ slug, title, weeks_count: weeks.length, units_count: countUnits(weeks), username: null })
}

/** Those that come with the product. */
export const listReady = (): ProgrammeCard[] => READY.map(toReadyCard)

const columns = {
  slug: programmes.slug,
  title: programmes.title,
  weeks_count: programmes.weeks_count,
  units_count: programmes.units_count,
  username: users.username
}

function toCard({ slug, title, weeks_count, units_count, username }: Omit<ProgrammeCard, 'path'>): ProgrammeCard {
  return { slug, title, path: `/programmes/${slug}`, weeks_count, units_count, username }
}

/** A page shows at most so many of one's own. */
const MOST_MINE = 100

export async function listMine(db: Database, userId: number): Promise<ProgrammeCard[]> {
  const rows = await db
    .select(columns)
    .from(programmes)
    .innerJoin(users, eq(users.id, programmes.user_id))
    .where(and(eq(programmes.user_id, userId), isNull(programmes.deleted_at)))
    .orderBy(desc(programmes.id))
    .limit(MOST_MINE)
  return rows.map(toCard)
}

/** Public ones of other people, the newest first. */
export async function listOthers(db: Database, viewer: Viewer, slice: Slice): Promise<ProgrammeCard[]> {
  const rows = await db
    .select(columns)
    .from(programmes)
    .innerJoin(users, eq(users.id, programmes.user_id))
    .where(
      and(
        sql`${programmes.visibility} = 'public'`,
        isNull(programmes.deleted_at),
        isNull(programmes.hidden_at),
        viewer ? ne(programmes.user_id, viewer.id) : undefined
      )
    )
    .orderBy(desc(programmes.id))
    .limit(slice.limit)
    .offset(slice.offset)
  return rows.map(toCard)
}
