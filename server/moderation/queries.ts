import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { deleteRows, insertIfNew, updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { mutes } from '../db/schema/moderation.ts'
import { seriesRegulars } from '../db/schema/series.ts'
import { participants, sessions } from '../db/schema/sessions.ts'

export async function markRemoved(tx: Transaction, participantId: number, now: Date): Promise<void> {
  await tx.update(participants).set({ removed_at: now }).where(eq(participants.id, participantId))
}

/** A person comes to a series no longer. */
export async function endRegular(tx: Transaction, seriesId: number, userId: number, now: Date): Promise<void> {
  const isTheirs = and(eq(seriesRegulars.series_id, seriesId), eq(seriesRegulars.user_id, userId))
  await updateRows(tx, seriesRegulars, isTheirs, { ended_at: now })
}

export async function setChatLocked(tx: Transaction, sessionId: number, locked: boolean, now: Date): Promise<void> {
  await tx.update(sessions).set({ chat_locked: locked, updated_at: now }).where(eq(sessions.id, sessionId))
}

/** Whether this changed anything. */
export function insertMute(tx: Transaction, mute: typeof mutes.$inferInsert): Promise<boolean> {
  return insertIfNew(tx, mutes, mute)
}

/** Whether this changed anything. */
export function deleteMute(tx: Transaction, userId: number, mutedId: number): Promise<boolean> {
  return deleteRows(tx, mutes, and(eq(mutes.user_id, userId), eq(mutes.muted_id, mutedId)))
}

/** Turns a mute into a block. Whether this changed anything. */
export function setBlock(tx: Transaction, userId: number, mutedId: number): Promise<boolean> {
  const isMute = and(eq(mutes.user_id, userId), eq(mutes.muted_id, mutedId), eq(mutes.is_block, false))
  return updateRows(tx, mutes, isMute, { is_block: true })
}

/**
 * Two people no longer follow each other's pages and books. The second pages of an account stay followed, because nobody
 * learns whose they are (D-35).
 */
export async function endFollows(tx: Transaction, one: number, other: number): Promise<void> {
  await tx.execute(sql`
    delete from follows f using persons p, users u
    where (f.person_id = p.id or f.item_id in (select i.id from items i where i.person_id = p.id and i.is_book))
      and u.id = p.user_id and p.username = u.username
      and (f.user_id = ${one} and u.id = ${other} or f.user_id = ${other} and u.id = ${one})`)
}

/** The usernames of everyone whom a person mutes, and of those whom they block. */
export async function listMuted(db: Database, userId: number): Promise<{ muted: string[]; blocked: string[] }> {
  const rows = await db
    .select({ username: users.username, is_block: mutes.is_block })
    .from(mutes)
    .innerJoin(users, eq(users.id, mutes.muted_id))
    .where(eq(mutes.user_id, userId))
    .orderBy(asc(users.username))
  return {
    muted: rows.map(({ username }) => username),
    blocked: rows.filter(({ is_block }) => is_block).map(({ username }) => username)
  }
}
