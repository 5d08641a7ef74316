/** The private address of each person's calendar. */
import { eq } from 'drizzle-orm'
import type { Database, Handle } from '../db/database.ts'
import { calendarFeeds } from '../db/schema/sign-in.ts'

export async function findToken(db: Database, userId: number): Promise<string | null> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.user_id, userId))
  return row?.token ?? null
}

/** The user whose private calendar address has this token. */
export async function findPersonByToken(db: Database, token: string): Promise<number | null> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.token, token))
  return row?.user_id ?? null
}

/** Stores a new token, which replaces the one before. */
export async function saveToken(db: Database, userId: number, token: string, now: Date): Promise<void> {
  const row = { token, created_at: now }
  await db
    .insert(calendarFeeds)
    .values({ user_id: userId, ...row })
    .onConflictDoUpdate({ target: calendarFeeds.user_id, set: row })
}

export async function deleteToken(db: Handle, userId: number): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.user_id, userId))
}
