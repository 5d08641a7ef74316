/** Records moderation actions in their transaction: who did what to whom. */
import { isModerator } from '../../domain/accounts/user.ts'
import { own } from '../../domain/lib/own.ts'
import type { ModerationAction } from '../../domain/moderation/api.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import { moderationActions } from '../db/schema/moderation.ts'
import type { SignedIn } from '../lib/signed-in.ts'

interface Deed {
  action: ModerationAction
  sessionId?: number
  /** The person it was done to. */
  userId?: number
  /** Row of the message, post or item. */
  subjectId?: number
  /** Why an admin did it. */
  reason?: Reason | undefined
}

/** The words of the audit log for what admins and moderators do (docs/decisions/0059). */
const AUDITED = {
  remove_participant: { action: 'remove_participant', subject: 'user' },
  delete_message: { action: 'delete', subject: 'message' },
  delete_post: { action: 'delete', subject: 'post' },
  lock_chat: { action: 'lock_chat', subject: 'session' },
  unlock_chat: { action: 'unlock_chat', subject: 'session' },
  hide_item: { action: 'hide', subject: 'item' },
  delete_item: { action: 'delete', subject: 'item' }
} as const

/** Stores a moderation action. What an admin or a moderator does is in the audit log too. */
export async function recordDeed(tx: Transaction, actor: SignedIn, deed: Deed, now: Date): Promise<void> {
  await tx.insert(moderationActions).values({
    actor_id: actor.id,
    action: deed.action,
    session_id: deed.sessionId ?? null,
    user_id: deed.userId ?? null,
    subject_id: deed.subjectId ?? null,
    created_at: now
  })
  const audited = isModerator(actor) ? own(AUDITED, deed.action) : undefined
  if (!audited) return
  const subjectId = {
    user: deed.userId,
    session: deed.sessionId,
    message: deed.subjectId,
    post: deed.subjectId,
    item: deed.subjectId
  }[audited.subject]
  const after = deed.reason === undefined ? {} : { after: { reason: deed.reason } }
  await recordAction(tx, actor, { ...audited, ...(subjectId === undefined ? {} : { subjectId }), ...after }, now)
}
