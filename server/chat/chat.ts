/** Chat of a running session: stored, charged and numbered in one transaction, told to the room after it (D-105). */
import { refuse } from '../../domain/lib/refusal.ts'
import type { ChatMessage } from '../../domain/sessions/api.ts'
import { mayChat } from '../../domain/sessions/chat.ts'
import { mayDelete } from '../../domain/sessions/permissions.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { dateAt } from '../lib/clock.ts'
import { recordDeed } from '../moderation/record.ts'
import type { House } from '../parts.ts'
import { forgetNewsOf } from '../realtime/forget.ts'
import { withNews } from '../realtime/news.ts'
import { findMembership } from '../sessions/participants.ts'
import { findPresent } from '../sessions/room.ts'
import { advanceIfLate } from '../sessions/status.ts'
import { lockRoom } from '../sessions/totals.ts'
import { spend } from '../tokens/tokens.ts'
import { findMessageByKey, findMessageRow, insertMessage, markDeleted } from './queries.ts'

interface NewMessage {
  sessionId: number
  content: string
  clientUuid: string | undefined
}

/** With a key, a second call answers the message that the first one made and charges nothing. */
export async function say(
  house: House,
  viewer: SignedIn,
  { sessionId, content, clientUuid }: NewMessage,
  key: string | null
): Promise<{ message: ChatMessage; left: number | null }> {
  const { db, clock } = house
  const earlier = async () => (key ? await findMessageByKey(db, viewer.id, key) : null)
  const known = await earlier()
  if (known) return { message: known, left: null }
  try {
    return await withNews(house, async (tx, record) => {
      const now = dateAt(clock)
      const session = await advanceIfLate(house, tx, record, await lockRoom(tx, sessionId))
      const membership = await findMembership(tx, sessionId, viewer.id)
      const allowed = mayChat(session, membership !== null && membership.left_at === null)
      if (!allowed.ok) return refuse(allowed.refusal)
      const message = await insertMessage(
        tx,
        {
          session_id: sessionId,
          user_id: viewer.id,
          content,
          client_uuid: clientUuid ?? null,
          request_key: key,
          created_at: now
        },
        viewer.username
      )
      const left = await spend(tx, viewer.id, 'message', { id: message.id, inSession: true }, now)
      record(sessionId, { type: 'message', message })
      return { message, left }
    })
  } catch (error) {
    const raced = isUniqueViolation(error, 'messages_request') ? await earlier() : null
    if (raced) return { message: raced, left: null }
    throw error
  }
}

/** Its author's, a host's or an admin's to do; the page and whoever catches up see nothing of it any more (D-131). */
export async function unsay(house: House, viewer: SignedIn, id: number): Promise<void> {
  const { session_id: room } = (await findMessageRow(house.db, id)) ?? refuse({ kind: 'notFound' })
  await withNews(house, async (tx, record) => {
    const now = dateAt(house.clock)
    await lockRoom(tx, room)
    const { user_id } = (await findMessageRow(tx, id)) ?? refuse({ kind: 'notFound' })
    if (!mayDelete(viewer, user_id, await findPresent(tx, room, viewer.id))) refuse({ kind: 'forbidden' })
    await markDeleted(tx, id, now)
    await forgetNewsOf(tx, room, 'message', id)
    await recordDeed(tx, viewer, { action: 'delete_message', sessionId: room, userId: user_id, subjectId: id }, now)
    record(room, { type: 'update', data: { deleted_messages: [id] } })
  })
}
