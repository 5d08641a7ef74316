/** What admins and moderators do to accounts. Each action is in the audit log, in the same transaction. */
import { liftCheck, suspendCheck, suspendedUntil } from '../../domain/accounts/suspension.ts'
import { isAdmin, Role } from '../../domain/accounts/user.ts'
import { type AdminPerson, type GRANT_REASONS, IS_GUEST, LAST_ADMIN, SELF } from '../../domain/admin/people-api.ts'
import type { AuditAction, AuditState } from '../../domain/audit-log/entry.ts'
import { deletionTime } from '../../domain/deletion/deletion.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { resetPath } from '../../domain/mail/password-reset.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import { totalUses, USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import { changeRole, lockAdmins } from '../accounts/admin.ts'
import { replaceEmail } from '../accounts/emails/emails.ts'
import { tellEnded } from '../accounts/logins.ts'
import { needProof } from '../accounts/proof.ts'
import { endSecrets } from '../accounts/secrets.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import { cancelAnySubscription } from '../deletion/deletion.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isSameCall, KEY_IS_USED, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { insertResetLink } from '../mail/link-rows.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { beginRemoval, beginRestoring, continueRemoval } from '../reports/removal.ts'
import { findRemoval } from '../reports/removal-rows.ts'
import { changeBalance, lockBalance } from '../tokens/balance-rows.ts'
import { changePerson, findGrant, findPerson, hasAccess, lockPerson, type PersonRow, usedAt } from './people-rows.ts'

const MINUTE_MS = 60_000

type Account = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

/** @param viewer a moderator sees no emails and names */
export function toWirePerson(row: PersonRow, viewer: SignedIn): AdminPerson {
  const { login_ends, created_at, suspended_until, delete_at, is_unconfirmed, is_unapproved, ...rest } = row
  return {
    ...rest,
    name: isAdmin(viewer) ? row.name : '',
    email: isAdmin(viewer) ? row.email : null,
    new_email: isAdmin(viewer) ? row.new_email : null,
    created_at: created_at.toISOString(),
    seen_at: login_ends && usedAt(login_ends).toISOString(),
    suspended_until: suspended_until?.toISOString() ?? null,
    delete_at: delete_at?.toISOString() ?? null,
    is_unconfirmed: is_unconfirmed ? 1 : 0,
    is_unapproved: is_unapproved ? 1 : 0
  }
}

/** @throws Refused 404 */
export async function getPerson({ db }: Dependencies, username: string): Promise<PersonRow> {
  return (await findPerson(db, username)) ?? refuse({ kind: 'notFound' })
}

/** @param days null until someone lifts it */
export function suspend(deps: Dependencies, viewer: SignedIn, username: string, days: number | null, reason: string) {
  return act(deps, viewer, username, 'suspend', async (tx, person, now) => {
    const refusal = suspendCheck(viewer, person, days)
    if (refusal) refuse(refusal)
    const until = new Date(suspendedUntil(days, now.getTime()))
    const moved = until.getTime() - (person.suspended_until?.getTime() ?? 0)
    // A retry changes nothing.
    if (person.suspended_reason === reason && Math.abs(moved) < MINUTE_MS) return null
    await changePerson(tx, person.id, { suspended_until: until, suspended_reason: reason })
    return { before: untilOf(person.suspended_until), after: untilOf(until) }
  })
}

export function unsuspend(deps: Dependencies, viewer: SignedIn, username: string) {
  return act(deps, viewer, username, 'unsuspend', async (tx, person) => {
    const refusal = liftCheck(viewer, person)
    if (refusal) refuse(refusal)
    if (person.suspended_until === null) return null
    await changePerson(tx, person.id, { suspended_until: null, suspended_reason: null })
    return { before: untilOf(person.suspended_until), after: untilOf(null) }
  })
}

/** Ends all logins and secrets of a person except passkeys. */
export async function signOut(deps: Dependencies, viewer: SignedIn, username: string): Promise<AdminPerson> {
  let ended: Buffer[] = []
  const person = await act(deps, viewer, username, 'sign_out', async (tx, person) => {
    const isIn = await hasAccess(tx, person.id)
    ended = await endSecrets(tx, person.id, { passkeys: true })
    return isIn ? {} : null
  })
  tellEnded(deps.bus, ended)
  return person
}

/**
 * Sends the mail with which a person chooses a new password. In a hut without a mail server the admin gets the path of
 * the link, and hands it over.
 * @throws Refused 403 for the link without a recent proof, because it opens the account
 */
export async function sendReset(deps: Dependencies, viewer: SignedIn, username: string) {
  if (deps.config.smtp !== null) {
    const person = await act(deps, viewer, username, 'reset_mail', async (tx, { email }) => {
      await queueMail(tx, deps, { email, userId: null }, { kind: 'password reset', email })
      return {}
    })
    return { person, reset_path: null }
  }
  needProof(deps, viewer)
  let reset_path = ''
  const person = await act(deps, viewer, username, 'reset_link', async (tx, { id, email }) => {
    reset_path = resetPath(email, await insertResetLink(tx, deps, { id, email }))
    return {}
  })
  return { person, reset_path }
}

/**
 * Confirms the email of a new account. In a hut without a mail server also a new email, because nobody gets its link.
 * @throws Refused 409 for a new email that another account has now
 */
export function confirmEmail(deps: Dependencies, viewer: SignedIn, username: string) {
  return act(deps, viewer, username, 'confirm_email', async (tx, person) => {
    if (person.new_email !== null && deps.config.smtp === null) {
      await replaceEmail(tx, deps, person.id, person.new_email)
      return {}
    }
    if (!person.is_unconfirmed) return null
    await changePerson(tx, person.id, { is_unconfirmed: false })
    return {}
  })
}

/** @throws Refused 409 for the last admin */
export function setRole(deps: Dependencies, viewer: SignedIn, username: string, role_id: Role) {
  return act(deps, viewer, username, 'promote', async (tx, person) => {
    const states = await changeRole(tx, person, role_id)
    return states === 'last admin' ? refuse({ kind: 'conflict', message: LAST_ADMIN }) : states
  })
}

/**
 * Gives free tokens once per key. Returns the uses that the person then has.
 * @throws Refused 404
 */
export async function grant(
  deps: Dependencies,
  viewer: SignedIn,
  username: string,
  { tokens, reason }: { tokens: number; reason: (typeof GRANT_REASONS)[number] },
  key: RequestKey | null
): Promise<number> {
  const now = dateAt(deps.clock)
  return deps.db.transaction(async tx => {
    const person = (await lockPerson(tx, username)) ?? refuse({ kind: 'notFound' })
    const earlier = key && (await findGrant(tx, person.id, key.request_key))
    if (earlier && key && !isSameCall(earlier, key)) refuse(KEY_IS_USED)
    if (earlier) return totalUses(await lockBalance(tx, person.id))
    const gift = { bucket: 'free', amount: tokens * USES_PER_TOKEN, action: 'correction', key } as const
    const balance = await changeBalance(tx, person.id, gift, now)
    const entry = { action: 'grant_tokens', subject: 'user', subjectId: person.id, after: { tokens, reason } } as const
    await recordAction(tx, viewer, entry, now)
    return totalUses(balance)
  })
}

/**
 * Cancels the subscription, and deletes the account in two weeks, or on the date that the person has chosen. Only an
 * admin can cancel that. The person gets a mail.
 */
export async function scheduleDeletion(deps: Dependencies, viewer: SignedIn, username: string): Promise<AdminPerson> {
  const { id, role_id } = await getPerson(deps, username)
  if (role_id === Role.Admin) refuse({ kind: 'conflict', message: 'Make this admin a member first.' })
  await cancelAnySubscription(deps, id)
  return act(deps, viewer, username, 'schedule_deletion', async (tx, person, now) => {
    if (person.role_id === Role.Admin) refuse({ kind: 'conflict', message: 'Make this admin a member first.' })
    if (person.delete_at !== null && person.is_deletion_by_admin) return null
    const at = person.delete_at ?? new Date(deletionTime(now.getTime()))
    await changePerson(tx, person.id, { delete_at: at, is_deletion_by_admin: true })
    const about = { username: person.username, at: at.toISOString(), is_by_admin: true }
    if (person.guest_key === null) await queueMail(tx, deps, person.id, { kind: 'account deletion', ...about })
    return { after: { delete_at: at.toISOString() } }
  })
}

export function stopDeletion(deps: Dependencies, viewer: SignedIn, username: string) {
  return act(deps, viewer, username, 'keep_account', async (tx, person) => {
    if (person.delete_at === null) return null
    await changePerson(tx, person.id, { delete_at: null })
    return { before: { delete_at: person.delete_at.toISOString() } }
  })
}

/** Hides everything that a person published, also in the next minute. */
export async function removeContent(deps: Dependencies, viewer: SignedIn, username: string, reason: Reason) {
  const { id } = await act(deps, viewer, username, 'remove_content', async (tx, person, now) => {
    if (person.role_id === Role.Admin) refuse({ kind: 'conflict', message: 'Make this admin a member first.' })
    return (await beginRemoval(tx, { userId: person.id, reason, by: viewer }, now)) ? { after: { reason } } : null
  })
  await continueRemoval(deps, id)
  return showRemoval(deps, id)
}

/** Restores exactly what removing everything hid. */
export async function restoreContent(deps: Dependencies, viewer: SignedIn, username: string) {
  const { id } = await act(deps, viewer, username, 'restore_content', async (tx, person) =>
    (await beginRestoring(tx, person.id, viewer)) ? {} : null
  )
  await continueRemoval(deps, id)
  return showRemoval(deps, id)
}

export async function showRemoval({ db }: Dependencies, userId: number) {
  const found = await findRemoval(db, userId)
  if (!found || found.state === 'restoring') return null
  return { reason: found.reason, removed_at: found.removed_at.toISOString() }
}

const untilOf = (until: Date | null): AuditState => ({ suspended_until: until?.toISOString() ?? null })

/** Actions for people who have an email, which guests don't (D-152). */
const NEED_EMAIL: readonly AuditAction[] = ['reset_mail', 'reset_link', 'confirm_email', 'promote']

/**
 * Locks a person's account, changes it, and records that.
 * @param change returns the states for the log; null when nothing was to change
 * @throws Refused 404; 409 for the own account, and for a guest who needs an email for it
 */
async function act(
  deps: Dependencies,
  viewer: SignedIn,
  username: string,
  action: AuditAction,
  change: (tx: Transaction, person: Account, now: Date) => Promise<{ before?: AuditState; after?: AuditState } | null>
): Promise<AdminPerson> {
  const now = dateAt(deps.clock)
  const row = await deps.db.transaction(async tx => {
    // Before the person: two admins who remove each other would each wait for the other.
    if (action === 'promote') await lockAdmins(tx)
    const person = (await lockPerson(tx, username)) ?? refuse({ kind: 'notFound' })
    if (person.id === viewer.id && action !== 'promote') refuse({ kind: 'conflict', message: SELF })
    if (person.guest_key !== null && NEED_EMAIL.includes(action)) refuse({ kind: 'conflict', message: IS_GUEST })
    const states = await change(tx, person, now)
    if (states) await recordAction(tx, viewer, { action, subject: 'user', subjectId: person.id, ...states }, now)
    return (await findPerson(tx, username)) ?? refuse({ kind: 'notFound' })
  })
  return toWirePerson(row, viewer)
}
