/**
 * Moves activities between groups, and handles proposals of groups (D-134). Running and upcoming sessions move along.
 */

import {
  attachRight,
  canDetach,
  canSettleProposal,
  DECLINED,
  JOIN_GROUP_FIRST,
  NO_PROPOSAL,
  ONLY_HOST,
  ONLY_HOST_OR_CREATOR
} from '../../domain/groups/group.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { type FoundGroup, getGroup } from '../groups/group-rows.ts'
import { declineIn, forgetProposal, propose, takeBackProposal } from '../groups/proposal-rows.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { remind } from '../reminders/reminder-rows.ts'
import { type ActivityRow, lockActivity, updateActivityRow } from './activity-rows.ts'
import { moveSessions } from './session-rows.ts'

interface Attached {
  hut_id: number | null
  hut_slug: string | null
}

/** The group and the activity of an address, by slug or id. */
interface Pair {
  hut: string
  challenge: string
}

/** Moves an activity into the group, out of its earlier one, or proposes that to its host. */
export function attachActivity(
  deps: Dependencies,
  viewer: SignedIn,
  pair: Pair
): Promise<Attached & { is_proposed: 0 | 1 }> {
  return withPair(deps, viewer, pair, async (tx, activity, group, now) => {
    const right = attachRight(group, activity, viewer, group.is_joined)
    if (right === null) {
      refuse({ kind: 'forbidden', message: group.is_joined ? ONLY_HOST_OR_CREATOR : JOIN_GROUP_FIRST })
    }
    if (right === 'move' || activity.group_id === group.id) {
      return { ...(await place(tx, activity, group.id, now)), is_proposed: 0 }
    }
    if (!(await propose(tx, group.id, activity.id, now))) refuse({ kind: 'conflict', message: DECLINED })
    return { ...(await attachedTo(tx, activity.group_id)), is_proposed: 1 }
  })
}

/** Takes an activity out of this group only, and takes back a waiting proposal. */
export function detachActivity(deps: Dependencies, viewer: SignedIn, pair: Pair): Promise<Attached> {
  return withPair(deps, viewer, pair, async (tx, activity, group, now) => {
    if (!canDetach(group, activity, viewer)) refuse({ kind: 'forbidden', message: ONLY_HOST_OR_CREATOR })
    await takeBackProposal(tx, group.id, activity.id)
    return place(tx, activity, activity.group_id === group.id ? null : activity.group_id, now)
  })
}

/** Accepts a proposal, even after declining it. */
export function acceptProposal(deps: Dependencies, viewer: SignedIn, pair: Pair): Promise<Attached> {
  return withPair(deps, viewer, pair, async (tx, activity, group, now) => {
    if (!canSettleProposal(activity, viewer)) refuse({ kind: 'forbidden', message: ONLY_HOST })
    const wasThere = await forgetProposal(tx, group.id, activity.id)
    // Accepting twice changes nothing more.
    if (!wasThere && activity.group_id !== group.id) refuse({ kind: 'conflict', message: NO_PROPOSAL })
    return place(tx, activity, group.id, now)
  })
}

/** Declines a proposal. Declining twice, or without a proposal, changes nothing. */
export async function declineProposal(deps: Dependencies, viewer: SignedIn, pair: Pair): Promise<Attached> {
  const { told, ...attached } = await withPair(deps, viewer, pair, async (tx, activity, group, now) => {
    if (!canSettleProposal(activity, viewer)) refuse({ kind: 'forbidden', message: ONLY_HOST })
    const about = { sessionId: null, activityId: activity.id, groupId: group.id, actorId: viewer.id, at: now.getTime() }
    const told = (await declineIn(tx, group.id, activity.id, now))
      ? await remind(tx, deps, { kind: 'proposal_declined', to: [group.user_id], ...about })
      : []
    return { ...(await attachedTo(tx, activity.group_id)), told }
  })
  tellInboxes(deps, told)
  return attached
}

/** Locks the activity's row, so that two calls for one activity follow each other. */
async function withPair<T>(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  { hut, challenge }: Pair,
  act: (tx: Transaction, activity: ActivityRow, group: FoundGroup, now: Date) => Promise<T>
): Promise<T> {
  return db.transaction(async tx => {
    const activity = (await lockActivity(tx, challenge)) ?? refuse({ kind: 'notFound' })
    return act(tx, activity, await getGroup(tx, hut, viewer), dateAt(clock))
  })
}

async function place(tx: Transaction, activity: ActivityRow, to: number | null, now: Date): Promise<Attached> {
  if (to !== activity.group_id) {
    await updateActivityRow(tx, activity.id, { group_id: to, revision: activity.revision + 1, updated_at: now })
    await moveSessions(tx, activity.id, activity.group_id, to)
    if (to !== null) await forgetProposal(tx, to, activity.id)
  }
  return attachedTo(tx, to)
}

async function attachedTo(tx: Transaction, groupId: number | null): Promise<Attached> {
  return { hut_id: groupId, hut_slug: groupId === null ? null : (await getGroup(tx, groupId, null)).slug }
}
