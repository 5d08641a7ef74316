/** New sessions, activities and texts whose followers have to be notified, and who these people are. */
import type { Transaction } from '../db/database.ts'

/** A queue of news: the table, and the column that names the thing. */
export const SESSION_NEWS = { table: 'group_news', column: 'session_id' } as const
export const ITEM_NEWS = { table: 'item_news', column: 'item_id' } as const
export const ACTIVITY_NEWS = { table: 'activity_news', column: 'activity_id' } as const
export type Queue = typeof SESSION_NEWS | typeof ITEM_NEWS | typeof ACTIVITY_NEWS

/** Why a person hears of a session. If there are several reasons, the first counts. */
export const Reason = { Member: 1, FollowsHost: 2, FollowsActivity: 3 } as const

/** A text that was just published. */
export interface ItemNews {
  id: number
  told_until: number
  user_id: number
  /** Whether its author is the account's own person. Nobody learns whose a second one is (D-35). */
  is_main: boolean
  published_at: Date | null
  /** Nobody is notified: its author is hidden or suspended. */
  is_silent: boolean
}

const CLAIM_ITEM = `
  select n.item_id::int as id, n.told_until::int, p.user_id::int, p.username = u.username as is_main, i.published_at,
    p.hidden_at is not null or coalesce(u.suspended_until > $1, false) as is_silent
  from item_news n join items i on i.id = n.item_id join persons p on p.id = i.person_id join users u on u.id = p.user_id
  where i.is_public order by n.item_id limit 1 for update of n skip locked`

/** Locks a published text that no other node is working on. One that is private again waits, and is told once. */
export async function claimItemNews(tx: Transaction, now: Date): Promise<ItemNews | null> {
  const { rows } = await tx.$client.query<ItemNews>({ text: CLAIM_ITEM }, [now])
  return rows[0] ?? null
}

const PEOPLE_OF_ITEM = `
  select who.user_id::int as id
  from items i join persons p on p.id = i.person_id cross join lateral (
    select f.user_id from follows f where f.person_id = p.id
    union select f.user_id from follows f where f.item_id = i.parent_id) who
  where i.id = $1 and who.user_id > $2 and who.user_id <> p.user_id
    and not ($3 and exists (select from mutes b where b.user_id = p.user_id and b.muted_id = who.user_id and b.is_block))
  order by who.user_id limit $4`

/** The followers of a text's author and of its book, in the order of their ids. */
export async function listPeopleOfItem(
  tx: Transaction,
  { id, told_until, is_main }: ItemNews,
  most: number
): Promise<number[]> {
  const { rows } = await tx.$client.query<{ id: number }>({ text: PEOPLE_OF_ITEM }, [id, told_until, is_main, most])
  return rows.map(row => row.id)
}

/** An activity that was just listed. */
export interface ActivityNews {
  id: number
  told_until: number
  user_id: number
  created_at: Date
  /** Nobody is notified: it is no longer listed, or its creator is suspended. */
  is_silent: boolean
}

const CLAIM_ACTIVITY = `
  select n.activity_id::int as id, n.told_until::int, a.user_id::int, a.created_at,
    a.unlisted or a.deleted_at is not null or coalesce(u.suspended_until > $1, false) as is_silent
  from activity_news n join activities a on a.id = n.activity_id join users u on u.id = a.user_id
  order by n.activity_id limit 1 for update of n skip locked`

/** Locks a new activity that no other node is working on. */
export async function claimActivityNews(tx: Transaction, now: Date): Promise<ActivityNews | null> {
  const { rows } = await tx.$client.query<ActivityNews>({ text: CLAIM_ACTIVITY }, [now])
  return rows[0] ?? null
}

const PEOPLE_OF_ACTIVITY = `
  select f.user_id::int as id
  from activities a join users u on u.id = a.user_id
  join persons n on n.user_id = u.id and n.username = u.username and n.hidden_at is null
  join follows f on f.person_id = n.id
  where a.id = $1 and f.user_id > $2
    and not exists (select from mutes b where b.user_id = u.id and b.muted_id = f.user_id and b.is_block)
  order by f.user_id limit $3`

/** The followers of an activity's creator, in the order of their ids. */
export async function listPeopleOfActivity(
  tx: Transaction,
  { id, told_until }: ActivityNews,
  most: number
): Promise<number[]> {
  const { rows } = await tx.$client.query<{ id: number }>({ text: PEOPLE_OF_ACTIVITY }, [id, told_until, most])
  return rows.map(row => row.id)
}

/** Stores up to which person the news was told. */
export async function noteTold(tx: Transaction, { table, column }: Queue, id: number, until: number): Promise<void> {
  await tx.$client.query(`update ${table} set told_until = $2 where ${column} = $1`, [id, until])
}

/** Removes news that everyone knows. */
export async function forgetNews(tx: Transaction, { table, column }: Queue, id: number): Promise<void> {
  await tx.$client.query(`delete from ${table} where ${column} = $1`, [id])
}
