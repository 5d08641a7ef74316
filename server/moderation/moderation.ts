/** Moderation by hosts, and muting by anyone. Each action of a host is recorded. */

import { isAdmin } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { muteCheck } from '../../domain/moderation/mute.ts'
import { removeCheck } from '../../domain/sessions/people/permissions.ts'
import { findUserId } from '../accounts/user-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findMember } from '../progress/participant-rows.ts'
import { removeMember } from '../sessions/people/membership.ts'
import { takeOff } from '../sessions/people/waitlist.ts'
import { requireHost } from '../sessions/session-rows.ts'
import { recordDeed } from './deed-rows.ts'
import {
  deleteMute,
  endFollows,
  endRegular,
  insertMute,
  listMuted,
  markRemoved,
  setBlock,
  setChatLocked
} from './queries.ts'

/**
 * Removes a person from a session and its waitlist, so that they cannot join again; also after they have left.
 */
export async function removeParticipant(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  username: string
): Promise<void> {
  await deps.rooms.change(sessionId, async (tx, record, session) => {
    await requireHost(tx, viewer, sessionId)
    const found = (await findMember(tx, sessionId, username)) ?? refuse({ kind: 'notFound' })
    const { member } = found
    const remover = { isSelf: member.user_id === viewer.id, isHost: true, isAdmin: isAdmin(viewer) }
    const refusal = removeCheck(remover, { role: member.role, isIn: member.left_at === null })
    if (refusal) refuse(refusal)
    if (member.removed_at !== null) return
    const now = dateAt(deps.clock)
    const name = [found.username]
    await recordDeed(tx, viewer, { action: 'remove_participant', sessionId, userId: member.user_id }, now)
    // The sweep gives up their places on the other dates.
    if (session.series_id !== null) await endRegular(tx, session.series_id, member.user_id, now)
    if (member.left_at === null) return removeMember(deps, tx, record, session, member, { left: name, removed: name })
    await markRemoved(tx, member.id, now)
    await takeOff(tx, record, session, member.user_id)
  })
}

/** While the chat is locked, only hosts and site admins may write; everyone may read. */
export async function lockChat(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  locked: boolean
): Promise<void> {
  await deps.rooms.change(sessionId, async (tx, record, session) => {
    await requireHost(tx, viewer, sessionId)
    if (session.chat_locked === locked) return
    const now = dateAt(deps.clock)
    await setChatLocked(tx, sessionId, locked, now)
    await recordDeed(tx, viewer, { action: locked ? 'lock_chat' : 'unlock_chat', sessionId }, now)
    record(sessionId, { type: 'update', data: { chat_locked: locked ? 1 : 0 } })
  })
}

/**
 * Mutes or blocks a person, or lifts that. Returns everyone whom the viewer mutes. Nobody is notified, and texts stay.
 * Muting a blocked person leaves the block. A block is recorded as a mute, since it is one.
 */
export async function setMuted(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  username: string,
  wanted: 'mute' | 'block' | 'unmute'
): ReturnType<typeof listMuted> {
  const userId = (await findUserId(db, username)) ?? refuse({ kind: 'notFound' })
  const refusal = muteCheck(viewer.id, userId)
  if (refusal) refuse(refusal)
  await db.transaction(async tx => {
    const now = dateAt(clock)
    const isBlock = wanted === 'block'
    const mute = { user_id: viewer.id, muted_id: userId, is_block: isBlock, created_at: now }
    const isNew = wanted !== 'unmute' && (await insertMute(tx, mute))
    const isChanged = isNew || (isBlock && (await setBlock(tx, viewer.id, userId)))
    if (isBlock) await endFollows(tx, viewer.id, userId)
    const isLifted = wanted === 'unmute' && (await deleteMute(tx, viewer.id, userId))
    if (isChanged || isLifted) await recordDeed(tx, viewer, { action: isLifted ? 'unmute' : 'mute', userId }, now)
  })
  return listMuted(db, viewer.id)
}
