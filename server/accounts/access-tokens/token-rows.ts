/** Access tokens (D-156). Only the SHA-256 of a token is stored. */
import { and, count, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { AccessTokenRow } from '../../../domain/accounts/access-tokens/api.ts'
import type { Scope } from '../../../domain/accounts/access-tokens/scopes.ts'
import type { Database, Handle, Transaction } from '../../db/database.ts'
import { deleteRows } from '../../db/rows.ts'
import { accessTokens, oauthStates } from '../../db/schema/sign-in.ts'
import { hashOf } from '../../lib/token-hash.ts'
import { lockUser } from '../user-rows.ts'

type Row = typeof accessTokens.$inferSelect

/** A program may use its token every second, and the database notes the use once a minute. */
const NOTED_MS = 60_000

/** The tokens that a person has created, and not those of apps that they connected. */
const isOwn = (userId: number) => and(eq(accessTokens.user_id, userId), isNull(accessTokens.connection_id))

/** The access tokens of a person, the newest first. */
export function listAccessTokens(db: Handle, userId: number): Promise<Row[]> {
  return db.select().from(accessTokens).where(isOwn(userId)).orderBy(desc(accessTokens.id))
}

export function toWireAccessToken({ id, name, scopes, created_at, expires_at, used_at }: Row): AccessTokenRow {
  return {
    ...{ id, name, scopes: scopesOf(scopes) },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    used_at: used_at?.toISOString() ?? null
  }
}

/** The scopes of a row, which stores them as OAuth writes them: with spaces between. */
export const scopesOf = (scopes: string): Scope[] => scopes.split(' ') as Scope[]

/** How many of a person's tokens work. Locks the person's row, so that two new ones at once do not exceed the limit. */
export async function countWorking(tx: Transaction, userId: number, now: Date): Promise<number> {
  await lockUser(tx, userId)
  const [row] = await tx
    .select({ count: count() })
    .from(accessTokens)
    .where(and(isOwn(userId), gt(accessTokens.expires_at, now)))
  return row?.count ?? 0
}

export async function insertAccessToken(db: Handle, row: typeof accessTokens.$inferInsert): Promise<Row> {
  const [inserted] = await db.insert(accessTokens).values(row).returning()
  if (!inserted) throw new Error('an insert returns its row')
  return inserted
}

export async function noteTokenUse(db: Database, id: number, now: Date): Promise<void> {
  const [token] = await db
    .update(accessTokens)
    .set({ used_at: now })
    .where(eq(accessTokens.id, id))
    .returning({ connection_id: accessTokens.connection_id })
  if (!token?.connection_id) return
  await db.update(oauthStates).set({ used_at: now }).where(eq(oauthStates.id, token.connection_id))
}

/** Whether the last use that the database has is so old that a new one is worth a write. */
export const isUseDue = (used_at: Date | null, now: number): boolean => now - (used_at?.getTime() ?? 0) > NOTED_MS

/** Deletes a token. Returns false when this person has no such token. */
export function deleteAccessToken(db: Handle, userId: number, id: number): Promise<boolean> {
  return deleteRows(db, accessTokens, and(isOwn(userId), eq(accessTokens.id, id)))
}

/** Deletes the access token of an app. */
export async function deleteAppToken(db: Handle, token: string): Promise<void> {
  await db.delete(accessTokens).where(eq(accessTokens.token_hash, hashOf(token)))
}

export async function deleteAccessTokensOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(accessTokens).where(eq(accessTokens.user_id, userId))
}

/** Deletes the tokens that ended before then. */
export async function deleteAccessTokensBefore(db: Database, before: Date): Promise<void> {
  await db.delete(accessTokens).where(lt(accessTokens.expires_at, before))
}
