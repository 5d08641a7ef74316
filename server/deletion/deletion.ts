/** Requests the deletion of an account, and cancels that (D-131). */
import { isAdmin } from '../../domain/accounts/user.ts'
import { ADMIN_STAYS } from '../../domain/deletion/api.ts'
import { deletionTime, keepCheck } from '../../domain/deletion/deletion.ts'
import { type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { needOwner } from '../accounts/passwords/passwords.ts'
import { hasProvider } from '../billing/provider.ts'
import { cancelSubscription } from '../billing/subscribe.ts'
import { findCurrent } from '../billing/subscription-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { lockDeletion, setDeletion } from './queries.ts'

const STAYS: Refusal = { kind: 'forbidden', message: ADMIN_STAYS }

/**
 * Schedules the deletion in two weeks. Cancels the subscription first; if that fails, the account stays.
 * @throws Refused 422 for a wrong password; 403 for an administrator, and without a recent proof of someone without one
 */
export async function deleteAccount(deps: Dependencies, viewer: SignedIn, password: string): Promise<void> {
  if (isAdmin(viewer)) refuse(STAYS)
  // A guest has nothing but the login.
  if (viewer.guest_name === null) await needOwner(deps, viewer, password)
  await cancelAnySubscription(deps, viewer.id)
  await deps.db.transaction(async tx => {
    const { username, role_id, delete_at } = await lockDeletion(tx, viewer.id)
    // An admin may have promoted them meanwhile.
    if (isAdmin({ ...viewer, role_id })) refuse(STAYS)
    if (delete_at !== null) return
    const at = new Date(deletionTime(deps.clock.now()))
    await setDeletion(tx, viewer.id, at)
    if (viewer.guest_name === null)
      await queueMail(tx, deps, viewer.id, { kind: 'account deletion', username, at: at.toISOString() })
  })
}

/** Schedules the deletion for the next look of the sweep, for an account that an admin has refused. */
export function deleteNow(tx: Transaction, userId: number, now: Date): Promise<void> {
  return setDeletion(tx, userId, now, true)
}

/** Cancels the deletion. @throws Refused 401 when the account is deleted now, and 403 when an admin deletes it */
export async function keepAccount({ db, clock }: Dependencies, userId: number): Promise<void> {
  await db.transaction(async tx => {
    const { delete_at, is_deletion_by_admin, erased_at } = await lockDeletion(tx, userId)
    if (erased_at !== null) refuse({ kind: 'unauthenticated' })
    const account = { deleteAt: delete_at?.getTime() ?? null, isByAdmin: is_deletion_by_admin }
    const refusal = keepCheck(account, clock.now())
    if (refusal) refuse(refusal)
    if (delete_at !== null) await setDeletion(tx, userId, null)
  })
}

/** Cancels a person's subscription if they have one. Without a provider nothing is charged. */
export async function cancelAnySubscription(deps: Dependencies, userId: number): Promise<void> {
  if (hasProvider(deps) && (await findCurrent(deps.db, userId))) await cancelSubscription(deps, userId, null)
}
