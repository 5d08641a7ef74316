/** Approves and refuses new accounts (D-146). */
import { APPROVED_ALREADY, REFUSED_ALREADY } from '../../domain/admin/approvals.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { endLogins, tellEnded } from '../accounts/logins.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import { deleteNow } from '../deletion/deletion.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { lockAccount, storeApproval } from './approval-rows.ts'

/** @throws Refused 404 for an unknown account; 409 for one that was refused */
export async function approveAccount(deps: Dependencies, viewer: SignedIn, userId: number): Promise<void> {
  const now = dateAt(deps.clock)
  await deps.db.transaction(async tx => {
    const { username, is_unapproved, delete_at } = await getAccount(tx, userId)
    if (!is_unapproved) return
    if (delete_at !== null && delete_at <= now) refuse({ kind: 'conflict', message: REFUSED_ALREADY })
    await storeApproval(tx, userId)
    await queueMail(tx, deps, userId, { kind: 'account decided', username, is_approved: true })
    await recordAction(tx, viewer, { action: 'approve', subject: 'user', subjectId: userId }, now)
  })
}

/**
 * Ends the logins of the account and deletes it. Nobody else has seen anything of it.
 * @throws Refused 404 for an unknown account; 409 for one that was approved
 */
export async function refuseAccount(deps: Dependencies, viewer: SignedIn, userId: number): Promise<void> {
  const now = dateAt(deps.clock)
  const ended = await deps.db.transaction(async tx => {
    const { username, email, is_unapproved, delete_at } = await getAccount(tx, userId)
    if (!is_unapproved) refuse({ kind: 'conflict', message: APPROVED_ALREADY })
    if (delete_at !== null && delete_at <= now) return []
    await deleteNow(tx, userId, now)
    // The mail must outlive the account.
    await queueMail(tx, deps, { email, userId: null }, { kind: 'account decided', username, is_approved: false })
    await recordAction(tx, viewer, { action: 'refuse_account', subject: 'user', subjectId: userId }, now)
    return endLogins(tx, userId)
  })
  tellEnded(deps.bus, ended)
}

async function getAccount(tx: Transaction, userId: number) {
  const account = await lockAccount(tx, userId)
  return account && account.erased_at === null ? account : refuse({ kind: 'notFound' })
}
