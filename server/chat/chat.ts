/**
 * Chat of a running session. A message is stored, charged and numbered in one transaction, and sent to the room after
 * it (D-105).
 */

import type { ChatMessage } from '../../domain/chat/api.ts'
import { mayChat } from '../../domain/chat/chat.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { allow, deny, type Result } from '../../domain/lib/result.ts'
import { mayDelete } from '../../domain/sessions/people/permissions.ts'
import { takeUse } from '../../domain/tokens/tokens.ts'
import { cutContent } from '../../domain/webhooks/events.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { KEY_IS_USED } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { recordDeed } from '../moderation/deed-rows.ts'
import { findPresent, findPresentUsers } from '../progress/participant-rows.ts'
import { forgetEventsAbout, type RecordEvent, type SessionRow } from '../realtime/room-rows.ts'
import { together } from '../realtime/together.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { type NewEvent, recordEvents, thingAt } from '../webhooks/event-rows.ts'
import {
  findMessageRow,
  findMessagesByKeys,
  insertMessages,
  markDeleted,
  type NewMessage,
  setMessagesHidden
} from './queries.ts'

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
  return together(deps, sessionId, items, async ({ tx, record, session, people }) => {
    const [present, earlier] = await Promise.all([
      findPresentUsers(tx, sessionId, people),
      findMessagesByKeys(tx, items)
    ])
    return {
      action: 'message',
      earlier,
      decide(item: NewMessage, purse) {
        const may = mayChat(session, item.viewer, present.get(item.viewer.id) ?? null)
        const use = may.ok ? takeUse(purse, true) : may
        return use.ok ? allow({ user_id: item.viewer.id, row: item, use: use.value }) : use
      },
      insert: (rows: NewMessage[]) => insertMessages(tx, sessionId, rows, dateAt(deps.clock)),
      async finish(made: ChatMessage[]) {
        for (const message of made) record(sessionId, { type: 'message', message })
        const authors = new Map(items.map(({ viewer }) => [viewer.username, viewer.id]))
        const events = made.map(message => eventOf(deps, session, message, authors.get(message.username)))
        await recordEvents(tx, deps, events)
        // The key may have made a message in another room.
        return (_, message, left) =>
          message.messageable_id === sessionId ? allow({ message, left }) : deny(KEY_IS_USED)
      }
    }
  })
}

function eventOf(
  deps: Dependencies,
  { id, slug, title, group_id }: SessionRow,
  { content, username }: ChatMessage,
  by: number | undefined
): NewEvent {
  const data = { username, content: cutContent(content), session: thingAt(deps, `/sessions/${slug}`, title) }
  const whom = { session: id, group: group_id, ...(by === undefined ? {} : { by }) }
  return { type: 'message.sent', data, whom, subject: `session ${id}` }
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
    await forgetEventsAbout(tx, room, 'message', [id])
    await recordDeed(tx, viewer, { action: 'delete_message', sessionId: room, userId: user_id, subjectId: id }, now)
    record(room, { type: 'update', data: { deleted_messages: [id] } })
  })
  await closeDeleted(deps, viewer, { kind: 'message', id })
}

/** Hides messages from everyone, or shows them again. The caller has locked the room. */
export async function hideMessages(
  tx: Transaction,
  record: RecordEvent,
  { ids, room }: { ids: number[]; room: number },
  hiddenAt: Date | null
): Promise<void> {
  await forgetEventsAbout(tx, room, 'message', ids)
  for (const message of await setMessagesHidden(tx, ids, hiddenAt)) {
    record(room, { type: 'update', data: { messages: [message] } })
  }
}
