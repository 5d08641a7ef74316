/** Finds the person of a login cookie or an access token. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { Role } from '../../domain/accounts/user.ts'
import { prepared } from '../db/prepared.ts'
import { logins, users } from '../db/schema/accounts.ts'
import { accessTokens } from '../db/schema/sign-in.ts'
import type { Resources } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { guestName } from './guest-rows.ts'

export const account = {
  id: users.id,
  role_id: users.role_id,
  username: users.username,
  registered: users.created_at,
  is_unconfirmed: users.is_unconfirmed,
  is_unapproved: users.is_unapproved,
  guest_name: guestName,
  time_zone: users.time_zone,
  day_start: users.day_start,
  suspended_until: users.suspended_until,
  suspended_reason: users.suspended_reason
}

const viewerByToken = prepared(db =>
  db
    .select({
      ...account,
      client_uuid: logins.client_uuid,
      login: logins.token_hash,
      since: logins.created_at,
      confirmed: logins.confirmed_at,
      is_by_provider: sql<boolean>`(${logins.id_token} is not null)`,
      until: logins.expires_at
    })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.user_id))
    // Ignores a login that began while the account was being deleted.
    .where(
      and(
        eq(logins.token_hash, sql.placeholder('hash')),
        gt(logins.expires_at, sql.placeholder('now')),
        isNull(users.erased_at)
      )
    )
)

/** The person of a login that has not ended; null for any other token. */
export async function findViewer(
  { db, config }: Pick<Resources, 'db' | 'config'>,
  hash: Buffer,
  now: Date
): Promise<SignedIn | null> {
  const [viewer] = await viewerByToken(db).execute({ hash, now })
  return viewer ? { ...viewer, is_unconfirmed: mustConfirm(config, viewer) } : null
}

const programByToken = prepared(db =>
  db
    .select({
      account,
      token: {
        id: accessTokens.id,
        scopes: accessTokens.scopes,
        used_at: accessTokens.used_at,
        since: accessTokens.created_at,
        until: accessTokens.expires_at
      }
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.user_id))
    .where(
      and(
        eq(accessTokens.token_hash, sql.placeholder('hash')),
        gt(accessTokens.expires_at, sql.placeholder('now')),
        isNull(users.erased_at)
      )
    )
)

interface Program {
  token: number
  scopes: string
  used_at: Date | null
  viewer: SignedIn
}

/**
 * The program of an access token that has not ended; null for any other token. It acts as its person, without the
 * rights of an admin or moderator, and no use of the token proves who they are (D-156).
 */
export async function findProgram(
  { db, config }: Pick<Resources, 'db' | 'config'>,
  hash: Buffer,
  now: Date
): Promise<Program | null> {
  const [row] = await programByToken(db).execute({ hash, now })
  if (!row) return null
  const { id, scopes, used_at, since, until } = row.token
  const viewer = withoutRights(config, row.account, { client_uuid: `token-${id}`, login: hash, since, until })
  return { token: id, scopes, used_at, viewer }
}

type Secret = Pick<SignedIn, 'client_uuid' | 'login' | 'since' | 'until'>

/** The person of a secret that proves nothing about who is there. */
export function withoutRights(
  config: Resources['config'],
  person: Omit<SignedIn, keyof Secret | 'confirmed' | 'is_by_provider'>,
  secret: Secret
): SignedIn {
  return {
    ...person,
    ...{ role_id: Role.Member, is_unconfirmed: mustConfirm(config, person) },
    ...{ ...secret, confirmed: null, is_by_provider: true }
  }
}

/** Without a mail server no email can be confirmed, so only guests count as unconfirmed (D-145). */
export function mustConfirm(
  { smtp }: Resources['config'],
  { is_unconfirmed, guest_name }: Pick<SignedIn, 'is_unconfirmed' | 'guest_name'>
): boolean {
  return is_unconfirmed && (smtp !== null || guest_name !== null)
}
