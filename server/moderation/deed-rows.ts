/** Records moderation actions in their transaction: who did what to whom. */
import type { ModerationAction } from '../../domain/moderation/api.ts'
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
}

/** Stores a moderation action. */
export async function recordDeed(tx: Transaction, actor: SignedIn, deed: Deed, now: Date): Promise<void> {
  await tx.insert(moderationActions).values({
    actor_id: actor.id,
    action: deed.action,
    session_id: deed.sessionId ?? null,
    user_id: deed.userId ?? null,
    subject_id: deed.subjectId ?? null,
    created_at: now
  })
}
