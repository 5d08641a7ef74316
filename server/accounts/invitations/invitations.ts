/** Creates and ends invitations to register (D-146). */
import { randomBytes } from 'node:crypto'
import type { createInvitation as createCall, InvitationRow } from '../../../domain/accounts/invitations/api.ts'
import {
  canInvite,
  MOST_INVITATIONS,
  NO_INVITING,
  TOO_MANY_INVITATIONS,
  targetOf
} from '../../../domain/accounts/invitations/invitation.ts'
import { CLOSED } from '../../../domain/accounts/registration.ts'
import { isModerator, ownsOrAdmin } from '../../../domain/accounts/user.ts'
import type { ReceivedBy } from '../../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../../domain/lib/refusal.ts'
import { recordAction } from '../../audit-log/entry-rows.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { NO_KEY, once, type RequestKey } from '../../lib/idempotency.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import {
  countOpenOf,
  findInvitationByKey,
  type Invitation,
  insertInvitation,
  lockInvitation,
  storeEnd,
  toWireInvitation
} from './invitation-rows.ts'

const DAY_MS = 86_400_000
const TARGET_TEXT = 'Give the address of a group or a session, such as /group/runners.'

/**
 * With a key, a second call returns the invitation that the first one made.
 * @throws Refused 403 for someone who may not invite; 409 in a closed hut and for too many open invitations
 */
export async function createInvitation(
  { db, clock, config }: Dependencies,
  viewer: SignedIn,
  { most_uses, days, target: address }: ReceivedBy<typeof createCall>['body'],
  key: RequestKey | null
): Promise<InvitationRow> {
  const now = dateAt(clock)
  const find = (known: string) => findInvitationByKey(db, viewer.id, known)
  const show = (row: Invitation) => toWireInvitation(row, now)
  return once(key, 'invitations_request', find, show, () =>
    db.transaction(async tx => {
      if (!canInvite(viewer, config.hut)) refuse({ kind: 'forbidden', message: NO_INVITING })
      if (config.hut.registration === 'closed') refuse({ kind: 'conflict', message: CLOSED })
      const target = address ? targetOf(address, config.appUrl ?? '') : null
      if (address && target === null) refuse(invalid('target', TARGET_TEXT))
      if ((await countOpenOf(tx, viewer.id, now)) >= MOST_INVITATIONS) {
        refuse({ kind: 'conflict', message: TOO_MANY_INVITATIONS })
      }
      const row = await insertInvitation(tx, {
        ...{ user_id: viewer.id, target, most_uses },
        code: randomBytes(16).toString('base64url'),
        expires_at: new Date(now.getTime() + days * DAY_MS),
        created_at: now,
        ...(key ?? NO_KEY)
      })
      if (isModerator(viewer)) {
        const after = { most_uses, days }
        await recordAction(
          tx,
          viewer,
          { action: 'create_invitation', subject: 'invitation', subjectId: row.id, after },
          now
        )
      }
      return show(row)
    })
  )
}

/** @throws Refused 404 for an invitation of someone else, unless an admin calls */
export async function endInvitation({ db, clock }: Dependencies, viewer: SignedIn, id: number): Promise<InvitationRow> {
  const now = dateAt(clock)
  return db.transaction(async tx => {
    const row = await lockInvitation(tx, id)
    if (!row || !ownsOrAdmin(row, viewer)) return refuse({ kind: 'notFound' })
    if (row.ended_at !== null) return toWireInvitation(row, now)
    await storeEnd(tx, id, now)
    if (isModerator(viewer)) {
      await recordAction(
        tx,
        viewer,
        { action: 'end_invitation', subject: 'invitation', subjectId: id, before: { uses: row.uses } },
        now
      )
    }
    return toWireInvitation({ ...row, ended_at: now }, now)
  })
}
