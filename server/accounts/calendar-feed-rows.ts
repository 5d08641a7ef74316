/** The private address of each person's calendar. */
import { eq } from 'drizzle-orm'
import type { Database, Handle } from '../db/database.ts'
import { findRow, updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { calendarFeeds } from '../db/schema/sign-in.ts'

export type FeedRow = typeof calendarFeeds.$inferSelect

export function findFeed(db: Database, userId: number): Promise<FeedRow | null> {
  return findRow(db, calendarFeeds, eq(calendarFeeds.user_id, userId))
}

/** The choices and the days of the person whose private calendar address has this token. */
export async function findFeedByToken(db: Database, token: string) {
  const { user_id, has_goals, has_programmes } = calendarFeeds
  const [row] = await db
    .select({ user_id, has_goals, has_programmes, time_zone: users.time_zone, day_start: users.day_start })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, user_id))
    .where(eq(calendarFeeds.token, token))
  return row ?? null
}

/** Saves the sent choices. Returns false without an address. */
export function chooseForFeed(
  db: Database,
  userId: number,
  choices: Partial<Pick<FeedRow, 'has_goals' | 'has_programmes'>>
): Promise<boolean> {
  return updateRows(db, calendarFeeds, eq(calendarFeeds.user_id, userId), choices)
}

/** Stores a new token, which replaces the one before. The choices stay. */
export async function saveToken(db: Database, userId: number, token: string, now: Date): Promise<FeedRow | null> {
  const change = { token, created_at: now }
  const [row] = await db
    .insert(calendarFeeds)
    .values({ user_id: userId, ...change })
    .onConflictDoUpdate({ target: calendarFeeds.user_id, set: change })
    .returning()
  return row ?? null
}

export async function deleteToken(db: Handle, userId: number): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.user_id, userId))
}
