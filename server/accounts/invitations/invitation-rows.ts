/** Invitations to register, for their owners, for admins, and for registering. */
import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { InvitationRow } from '../../../domain/accounts/invitations/api.ts'
import { isInvitationOpen } from '../../../domain/accounts/invitations/invitation.ts'
import { Role } from '../../../domain/accounts/user.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { finderByKey, lockRow } from '../../db/rows.ts'
import { invitations, users } from '../../db/schema/accounts.ts'
import type { Config } from '../../lib/config.ts'
import type { Slice } from '../../lib/paging.ts'
import { lockUser } from '../user-rows.ts'

export type Invitation = typeof invitations.$inferSelect

/** How many invitations a list shows. */
const LISTED = 200

export function toWireInvitation(row: Invitation, now: Date): InvitationRow {
  const times = { expires_at: row.expires_at.getTime(), ended_at: row.ended_at?.getTime() ?? null }
  return {
    id: row.id,
    code: row.code,
    target: row.target,
    uses: row.uses,
    most_uses: row.most_uses,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    is_open: isInvitationOpen({ ...row, ...times }, now.getTime()) ? 1 : 0
  }
}

/** The invitations of a person, the newest first. */
export function listInvitationsOf(db: Database, userId: number): Promise<Invitation[]> {
  return db
    .select()
    .from(invitations)
    .where(eq(invitations.user_id, userId))
    .orderBy(desc(invitations.id))
    .limit(LISTED)
}

/** The invitations of everyone, the newest first. */
export function listInvitations(db: Database, { limit, offset }: Slice) {
  return db
    .select({ invitation: invitations, username: users.username })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.user_id))
    .orderBy(desc(invitations.id))
    .limit(limit)
    .offset(offset)
}

export const findInvitationByKey = finderByKey(invitations)

export function lockInvitation(tx: Transaction, id: number): Promise<Invitation | null> {
  return lockRow(tx, invitations, eq(invitations.id, id))
}

export async function insertInvitation(tx: Transaction, row: typeof invitations.$inferInsert): Promise<Invitation> {
  const [inserted] = await tx.insert(invitations).values(row).returning()
  if (!inserted) throw new Error('the invitation was not inserted')
  return inserted
}

export async function storeEnd(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx.update(invitations).set({ ended_at: at }).where(eq(invitations.id, id))
}

/** How many invitations of a person work. Locks the person, so that two calls at once are counted one after the other. */
export async function countOpenOf(tx: Transaction, userId: number, now: Date): Promise<number> {
  await lockUser(tx, userId)
  const [row] = await tx
    .select({ open: count() })
    .from(invitations)
    .where(and(eq(invitations.user_id, userId), isOpen(now)))
  return row?.open ?? 0
}

const isOpen = (now: Date) =>
  and(lt(invitations.uses, invitations.most_uses), gt(invitations.expires_at, now), isNull(invitations.ended_at))

/** Whether the person who invites still may (`canInvite`). */
const mayInvite = ({ hut }: Config, now: Date) =>
  and(
    isNull(users.erased_at),
    or(isNull(users.suspended_until), lt(users.suspended_until, now)),
    hut.members_invite === 1 ? undefined : eq(users.role_id, Role.Admin)
  )

/** The username of the person whose invitation works now; null for any other code. */
export async function findInviter(db: Database, config: Config, code: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ username: users.username })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.user_id))
    .where(and(eq(invitations.code, code), isOpen(now), mayInvite(config, now)))
  return row?.username ?? null
}

/**
 * Takes one use of an invitation. Two people who take its last use at the same moment wait for each other here.
 * @returns the invitation; null for a code that does not work
 */
export async function takeUse(tx: Transaction, config: Config, code: string, now: Date): Promise<number | null> {
  const [row] = await tx
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .from(users)
    .where(and(eq(invitations.code, code), isOpen(now), eq(users.id, invitations.user_id), mayInvite(config, now)))
    .returning({ id: invitations.id })
  return row?.id ?? null
}
