/** Takes items down and lifts that (D-149). The callers have locked the persons of the items. */
import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'

const SHOW_BELOW = sql`union all select i.id, seen.is_public and i.status = 1 and i.hidden_at is null, i.published_at
    from items i join seen on i.parent_id = seen.id`
const showSeen = (now: Date): SQL => sql`update items i set is_public = seen.is_public,
    published_at = case when seen.is_public then coalesce(i.published_at, ${now}) else i.published_at end
  from seen where i.id = seen.id and i.is_public <> seen.is_public`

/** When a book becomes public or not, everything below it does too. Returns the items that are public for the first time. */
export async function showBookItems(tx: Transaction, bookId: number, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive seen as (select id, is_public, published_at from items where id = ${bookId} ${SHOW_BELOW}),
      shown as (${showSeen(now)} returning i.id, seen.is_public and seen.published_at is null as is_new)
    select id::int from shown where is_new`)
  return rows.map(({ id }) => id)
}

/** Takes down an item, or a book with everything in it, so that leaving the book brings nothing back. */
export async function takeDownItem(tx: Transaction, itemId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    with recursive below as (
      select id from items where id = ${itemId} union all select i.id from items i join below on i.parent_id = below.id
    ) update items i set hidden_at = coalesce(i.hidden_at, ${now}), is_public = false from below where i.id = below.id`)
}

/** Takes down items, each at a time of its own, so that each is lifted by itself. */
export async function takeDownItems(tx: Transaction, ids: number[], now: Date): Promise<void> {
  await tx.execute(sql`update items i set is_public = false,
      hidden_at = ${now}::timestamptz - item.number * interval '1 millisecond'
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as item(id, number) where i.id = item.id`)
}

/** Lifts the takedowns of these items, wherever what was taken down with them is now, and shows published items again. */
export async function liftItems(tx: Transaction, ids: number[], now: Date): Promise<void> {
  const { rows } = await tx.execute<{ person_id: string }>(sql`
    update items i set hidden_at = null from items top
    where top.id = any(${sql.param(ids)}::bigint[]) and i.person_id = top.person_id and i.hidden_at = top.hidden_at
    returning i.person_id`)
  const people = rows.map(({ person_id }) => person_id)
  await tx.execute(sql`
    with recursive seen as (
      select id, status = 1 and hidden_at is null as is_public, published_at from items
      where person_id = any(${sql.param(people)}::bigint[]) and parent_id is null
      ${SHOW_BELOW}) ${showSeen(now)}`)
}
