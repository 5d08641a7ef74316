/**
 * What OAuth has stored: apps, and by person the connections to them, with their questions, codes and refresh tokens
 * (docs/decisions/0074). Access tokens are in `access_tokens`. Of secrets only the SHA-256 is stored.
 */
import { and, count, desc, eq, gt, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AppRow } from '../../domain/accounts/apps/api.ts'
import {
  APP_FORGOTTEN_MS,
  type AppKind,
  MOST_APPS,
  MOST_KNOWN_APPS,
  TOO_MANY_APPS
} from '../../domain/accounts/apps/apps.ts'
import { BUSY, refuse } from '../../domain/lib/refusal.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { deleteRows } from '../db/rows.ts'
import { accessTokens, oauthStates } from '../db/schema/sign-in.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { hashOf } from '../lib/token-hash.ts'
import { scopesOf } from './access-tokens/token-rows.ts'
import { lockUser } from './user-rows.ts'

type Row = typeof oauthStates.$inferSelect
type NewState = typeof oauthStates.$inferInsert

const apps = alias(oauthStates, 'apps')

/** Finds what works, also what was used before. */
export async function findState(db: Handle, kind: AppKind, key: string, now: Date): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(oauthStates)
    .where(and(isKey(kind, key), or(isNull(oauthStates.expires_at), gt(oauthStates.expires_at, now))))
  return row ?? null
}

const isKey = (kind: AppKind, key: string) => and(eq(oauthStates.kind, kind), eq(oauthStates.key_hash, hashOf(key)))

/** Stores something, or its new payload. Its end stays. */
export async function putState(db: Handle, row: NewState): Promise<void> {
  const { payload, user_id = null } = row
  await db
    .insert(oauthStates)
    .values(row)
    .onConflictDoUpdate({
      target: [oauthStates.kind, oauthStates.key_hash],
      set: { payload, user_id }
    })
}

/** Marks a code or refresh token as used. Returns false when another request was faster. */
export async function markUsed(db: Handle, kind: AppKind, key: string, now: Date): Promise<boolean> {
  const used = await db
    .update(oauthStates)
    .set({ used_at: now })
    .where(and(isKey(kind, key), isNull(oauthStates.used_at)))
    .returning({ id: oauthStates.id })
  return used.length > 0
}

export async function deleteState(db: Handle, kind: AppKind, key: string): Promise<void> {
  await db.delete(oauthStates).where(isKey(kind, key))
}

/** The id of the row of a connection or an app; null when it is gone. */
export async function stateId(db: Handle, kind: AppKind, key: string): Promise<number | null> {
  const [row] = await db.select({ id: oauthStates.id }).from(oauthStates).where(isKey(kind, key))
  return row?.id ?? null
}

/** The person, the scopes and the app of an access token that an app has; null for any other. */
export async function findAppToken(
  db: Handle,
  token: string,
  now: Date
): Promise<{ user_id: number; scopes: string; client_id: string } | null> {
  const connections = alias(oauthStates, 'connections')
  const [row] = await db
    .select({
      user_id: accessTokens.user_id,
      scopes: accessTokens.scopes,
      client_id: sql<string>`${apps.payload} ->> 'client_id'`
    })
    .from(accessTokens)
    .innerJoin(connections, eq(connections.id, accessTokens.connection_id))
    .innerJoin(apps, eq(apps.id, connections.part_of))
    .where(and(eq(accessTokens.token_hash, hashOf(token)), gt(accessTokens.expires_at, now)))
  return row ?? null
}

/** Stores an app. @throws Refused 503 when too many are known */
export async function insertApp(db: Database, row: NewState): Promise<void> {
  const [known] = await db.select({ count: count() }).from(oauthStates).where(eq(oauthStates.kind, 'Client'))
  if ((known?.count ?? 0) >= MOST_KNOWN_APPS) refuse(BUSY)
  await putState(db, row)
}

/** Stores a connection, instead of the older one to the same app. @throws Refused 409 for too many */
export async function insertConnection(db: Database, row: NewState & { user_id: number }, now: Date): Promise<void> {
  await db.transaction(async tx => {
    await lockUser(tx, row.user_id)
    const ofPerson = and(eq(oauthStates.kind, 'Grant'), eq(oauthStates.user_id, row.user_id))
    const isOlder = ne(oauthStates.key_hash, row.key_hash)
    await tx.delete(oauthStates).where(and(ofPerson, isOlder, eq(oauthStates.part_of, row.part_of ?? 0)))
    const [connected] = await tx
      .select({ count: count() })
      .from(oauthStates)
      .where(and(ofPerson, isOlder, gt(oauthStates.expires_at, now)))
    if ((connected?.count ?? 0) >= MOST_APPS) refuse({ kind: 'conflict', message: TOO_MANY_APPS })
    await putState(tx, row)
  })
}

/** The apps of a person, the newest first. */
export async function listApps(db: Handle, userId: number, now: Date): Promise<AppRow[]> {
  const rows = await db
    .select({ connection: oauthStates, name: sql<string>`${apps.payload} ->> 'client_name'` })
    .from(oauthStates)
    .innerJoin(apps, eq(apps.id, oauthStates.part_of))
    .where(and(eq(oauthStates.kind, 'Grant'), eq(oauthStates.user_id, userId), gt(oauthStates.expires_at, now)))
    .orderBy(desc(oauthStates.id))
  return rows.map(({ name, connection: { id, scopes, created_at, expires_at, used_at } }) => ({
    ...{ id, name, scopes: scopesOf(scopes ?? '') },
    created_at: created_at.toISOString(),
    expires_at: (expires_at ?? created_at).toISOString(),
    used_at: used_at?.toISOString() ?? null
  }))
}

/** Ends a connection with all its secrets. Returns false when this person has no such connection. */
export function deleteApp(db: Handle, userId: number, id: number): Promise<boolean> {
  const isConnection = and(eq(oauthStates.kind, 'Grant'), eq(oauthStates.user_id, userId))
  return deleteRows(db, oauthStates, and(isConnection, eq(oauthStates.id, id)))
}

export async function deleteAppsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(oauthStates).where(eq(oauthStates.user_id, userId))
}

/** Deletes what has ended, and apps that nobody connected within a day. */
export async function forgetOldApps({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  const now = dateAt(clock)
  await db.delete(accessTokens).where(and(isNotNull(accessTokens.connection_id), lt(accessTokens.expires_at, now)))
  await db.delete(oauthStates).where(lt(oauthStates.expires_at, now))
  const connections = alias(oauthStates, 'connections')
  const connection = db.select({ id: connections.id }).from(connections).where(eq(connections.part_of, oauthStates.id))
  const isOld = lt(oauthStates.created_at, new Date(now.getTime() - APP_FORGOTTEN_MS))
  await db.delete(oauthStates).where(and(eq(oauthStates.kind, 'Client'), isOld, notExists(connection)))
}
