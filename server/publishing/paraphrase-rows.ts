/** Paraphrases, and the sources that people can paraphrase. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Paraphrase } from '../../domain/publishing/source-api.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { preparedInsert } from '../db/prepared.ts'
import { users } from '../db/schema/accounts.ts'
import { paraphrases } from '../db/schema/publishing.ts'
import { cut, type Slice } from '../lib/paging.ts'

interface SourceRow extends Record<string, unknown> {
  id: number
  slug: string
  title: string
  username: string
  snippets: { id: number; slug: string; title: string }[]
}

const MOST_SNIPPETS = 20

/** Public books that contain something public, the newest first, each with its first snippets. */
export async function listSources(db: Database, slice: Slice): Promise<SourceRow[]> {
  const { rows } = await db.execute<SourceRow>(sql`
    select b.id::int, b.slug, b.title, p.username, s.snippets
    from (select * from items b where b.is_public and b.is_book
        and exists (select from items i where i.parent_id = b.id and i.is_public and not i.is_book)
      order by b.id desc ${cut(slice)}) b
    join persons p on p.id = b.person_id
    cross join lateral (select json_agg(json_build_object('id', i.id, 'slug', i.slug, 'title', i.title)
        order by i.order_ms desc, i.id desc) as snippets
      from (select id, slug, title, order_ms from items where parent_id = b.id and is_public and not is_book
        order by order_ms desc, id desc limit ${sql.raw(String(MOST_SNIPPETS))}) i) s
    order by b.id desc`)
  return rows
}

/** The first public snippet at or after a position, or the very first. `at` is from 0 to 1. */
export async function findSnippetNear(db: Database, at: number) {
  const { rows } = await db.execute<{ id: number; title: string; content: string; slug: string; book: string }>(sql`
    select i.id::int, i.title, i.content, i.slug, b.slug as book
    from items i join items b on b.id = i.parent_id where i.id = coalesce(
      (select id from items where is_public and parent_id is not null and not is_book
        and id >= (select ceil(max(id) * ${at}::double precision) from items
          where is_public and parent_id is not null and not is_book)
        order by id limit 1), -1)`)
  return rows[0] ?? null
}

export async function listParaphrases(db: Database, itemId: number, slice: Slice): Promise<Paraphrase[]> {
  const rows = await selectParaphrases(db)
    .where(eq(paraphrases.item_id, itemId))
    .orderBy(desc(paraphrases.id))
    .limit(slice.limit)
    .offset(slice.offset)
  return rows.map(toWireParaphrase)
}

const selectParaphrases = (db: Handle) =>
  db
    .select({
      id: paraphrases.id,
      snippet_id: paraphrases.item_id,
      content: paraphrases.content,
      username: users.username,
      created_at: paraphrases.created_at,
      user_id: paraphrases.user_id,
      request_digest: paraphrases.request_digest
    })
    .from(paraphrases)
    .innerJoin(users, eq(users.id, paraphrases.user_id))

export type ParaphraseRow = Awaited<ReturnType<typeof selectParaphrases>>[number]

export function toWireParaphrase({ id, snippet_id, content, username, created_at }: ParaphraseRow): Paraphrase {
  return { id, snippet_id, content, username, created_at: created_at.toISOString() }
}

export const insertParaphrase = preparedInsert(paraphrases)

export async function findParaphrase(db: Database, id: number): Promise<ParaphraseRow | null> {
  const [row] = await selectParaphrases(db).where(eq(paraphrases.id, id))
  return row ?? null
}

export async function findParaphraseByKey(db: Database, userId: number, key: string): Promise<ParaphraseRow | null> {
  const [row] = await selectParaphrases(db).where(
    and(eq(paraphrases.user_id, userId), eq(paraphrases.request_key, key))
  )
  return row ?? null
}

export async function deleteParaphraseRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(paraphrases).where(eq(paraphrases.id, id))
}
