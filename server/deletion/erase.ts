/**
 * Deletes the accounts that are due (docs/decisions/0026). Each step may be repeated: the next run finishes what a
 * crash or the payment provider has interrupted. Two nodes that do it at once do no harm.
 */
import { namelessUsername } from '../../domain/accounts/username.ts'
import { isDeletionDue } from '../../domain/deletion/deletion.ts'
import { byline, withoutName } from '../../domain/sessions/part-text.ts'
import { endLogins, tellEnded } from '../accounts/logins.ts'
import { forgetContact } from '../billing/customers.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { lockRoom } from '../progress/lock-rows.ts'
import { leave } from '../sessions/people/membership.ts'
import { waitNoLonger } from '../sessions/people/waitlist.ts'
import { listWaits } from '../sessions/people/waitlist-rows.ts'
import { updateSessionRow } from '../sessions/session-rows.ts'
import { cancelAnySubscription } from './deletion.ts'
import {
  erasePiece,
  listDue,
  listOpenSessions,
  listSessionsNaming,
  lockDeletion,
  renameInEvents,
  setDeletion,
  takeName
} from './queries.ts'

/** @param report called for an account that could not be deleted; the others are deleted */
export async function eraseDue(deps: Dependencies, report: (error: unknown) => void): Promise<void> {
  for (const { id, username, erased_at } of await listDue(deps.db, dateAt(deps.clock))) {
    try {
      if (erased_at === null) {
        await leaveAll(deps, { id, username })
        await takeNameOutOfPlans(deps, { id, username })
      }
      if (erased_at === null && !(await endAccount(deps, id))) continue
      while (await erasePiece(deps.db, id));
      await setDeletion(deps.db, id, null)
    } catch (error) {
      report(error)
    }
  }
}

/** Leaves all rooms and waitlists while the person still has the name that the rooms are sent. Rooms get another host if needed. */
async function leaveAll(deps: Dependencies, person: { id: number; username: string }): Promise<void> {
  for (const session of await listOpenSessions(deps.db, person.id)) await leave(deps, person, session)
  for (const session of await listWaits(deps.db, person.id)) await waitNoLonger(deps, person.id, session)
  await cancelAnySubscription(deps, person.id)
  await forgetContact(deps, person.id)
}

/** Renames the author of texts in parts. The texts stay, like messages, without a name. */
async function takeNameOutOfPlans(
  { db, rooms }: Dependencies,
  person: { id: number; username: string }
): Promise<void> {
  const nameless = namelessUsername(person.id)
  for (const id of await listSessionsNaming(db, person)) {
    await rooms.transact(id, async tx => {
      const { plan, revision } = await lockRoom(tx, id)
      await updateSessionRow(tx, id, { plan: withoutName(plan, person.username, nameless), revision: revision + 1 })
      await renameInEvents(tx, id, byline(person.username), byline(nameless))
    })
  }
}

/** Returns false when the person has kept the account meanwhile. */
async function endAccount(deps: Dependencies, id: number): Promise<boolean> {
  const { db, bus, clock } = deps
  const ended = await db.transaction(async tx => {
    const { username, email, delete_at, erased_at, is_unapproved, guest_key } = await lockDeletion(tx, id)
    if (delete_at === null || !isDeletionDue(delete_at.getTime(), clock.now())) return null
    // Another node was first.
    if (erased_at !== null) return []
    const logins = await endLogins(tx, id)
    await takeName(tx, id, dateAt(clock))
    // An account that an admin refused has had its own mail (server/admin/approvals.ts). A guest has no email.
    if (!is_unapproved && guest_key === null)
      await queueMail(tx, deps, { email, userId: null }, { kind: 'account deleted', username })
    return logins
  })
  if (ended) tellEnded(bus, ended)
  return ended !== null
}
