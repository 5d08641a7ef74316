/**
 * Chat of a running session. A message is stored, charged and numbered in one transaction, and sent to the room after
 * it (D-105).
 */

import type { ChatMessage } from '../../domain/chat/api.ts'
import { mayChat } from '../../domain/chat/chat.ts'
import { type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { allow, deny, type Result } from '../../domain/lib/result.ts'
import { mayDelete } from '../../domain/sessions/permissions.ts'
import type { Bucket } from '../../domain/tokens/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isSameCall, KEY_IS_USED } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { recordDeed } from '../moderation/deed-rows.ts'
import { findPresent, findPresentUsers } from '../progress/participant-rows.ts'
import { forgetEventsAbout } from '../realtime/room-rows.ts'
import { charge, lockBalances, takeUse } from '../tokens/ledger-rows.ts'
import { findMessageRow, findMessagesByKeys, insertMessages, keyOf, markDeleted, type NewMessage } from './queries.ts'

export interface Said {
  message: ChatMessage
  left: number | null
}

/**
 * Stores messages of one room in one transaction. Each is refused on its own. The time of a message is its arrival,
 * even if it waited for a connection. So everyone reads the room in one order, and no message appears above one that
 * was already read.
 */
export function sayTogether(deps: Dependencies, sessionId: number, items: NewMessage[]): Promise<Result<Said>[]> {
  return deps.rooms.change(sessionId, async (tx, record, session) => {
    const now = dateAt(deps.clock)
    const people = [...new Set(items.map(({ viewer }) => viewer.id))]
    const [present, known, balances] = await Promise.all([
      findPresentUsers(tx, sessionId, people),
      findMessagesByKeys(tx, items),
      lockBalances(tx, deps, people)
    ])

    const accepted = new Map<string, { item: NewMessage; bucket: Bucket | null; left: number }>()
    const refused = new Map<NewMessage, Refusal>()
    for (const item of items) {
      const earlier = known.get(keyOf(item)) ?? accepted.get(keyOf(item))?.item.key
      if (earlier) {
        if (!isSameCall(earlier, item.key)) refused.set(item, KEY_IS_USED)
        continue
      }
      const balance = balances.get(item.viewer.id)
      if (!balance) throw new Error(`user ${item.viewer.id} has no balance`)
      const allowed = mayChat(session, item.viewer, present.get(item.viewer.id) ?? null)
      const use = allowed.ok ? takeUse(balance, true) : allowed
      if (use.ok) accepted.set(keyOf(item), { item, ...use.value })
      else refused.set(item, use.refusal)
    }

    const made = await insertMessages(
      tx,
      sessionId,
      [...accepted.values()].map(({ item }) => item),
      now
    )
    const charges = [...accepted.values()].flatMap(({ item, bucket }) => {
      const message = made.get(keyOf(item))
      return message ? [{ userId: item.viewer.id, bucket, subjectId: message.id }] : []
    })
    await charge(tx, 'message', charges, now)
    for (const message of made.values()) record(sessionId, { type: 'message', message })

    return items.map(item => {
      const refusal = refused.get(item)
      if (refusal) return deny(refusal)
      const earlier = known.get(keyOf(item))?.message
      if (earlier?.messageable_id === sessionId) return allow({ message: earlier, left: null })
      const message = made.get(keyOf(item))
      // This key has already made a message in another room, perhaps while this transaction ran.
      if (!message) return deny(KEY_IS_USED)
      return allow({ message, left: accepted.get(keyOf(item))?.left ?? null })
    })
  })
}

/**
 * Deletes a message. Its author, the host and site admins may do so (D-131). Neither the page nor a client that catches
 * up gets its text again.
 */
export async function unsay(deps: Dependencies, viewer: SignedIn, id: number): Promise<void> {
  const { session_id: room } = (await findMessageRow(deps.db, id)) ?? refuse({ kind: 'notFound' })
  await deps.rooms.change(room, async (tx, record) => {
    const now = dateAt(deps.clock)
    const { user_id } = (await findMessageRow(tx, id)) ?? refuse({ kind: 'notFound' })
    if (!mayDelete(viewer, user_id, await findPresent(tx, room, viewer.id))) refuse({ kind: 'forbidden' })
    await markDeleted(tx, id, now)
    await forgetEventsAbout(tx, room, 'message', id)
    await recordDeed(tx, viewer, { action: 'delete_message', sessionId: room, userId: user_id, subjectId: id }, now)
    record(room, { type: 'update', data: { deleted_messages: [id] } })
  })
}
