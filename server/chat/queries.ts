import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ChatMessage } from '../../domain/sessions/api.ts'
import type { Database, Transaction } from '../db/database.ts'
import { messages, users } from '../db/schema.ts'

const select = (db: Database | Transaction) =>
  db
    .select({
      id: messages.id,
      content: messages.content,
      messageable_id: messages.session_id,
      client_uuid: messages.client_uuid,
      username: users.username,
      created_at: messages.created_at
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.user_id))

type Row = Awaited<ReturnType<typeof select>>[number]

/** The newest messages of a session, oldest first. */
export async function listMessages(db: Database, sessionId: number, limit: number): Promise<ChatMessage[]> {
  const rows = await select(db)
    .where(and(eq(messages.session_id, sessionId), isNull(messages.deleted_at)))
    .orderBy(desc(messages.id))
    .limit(limit)
  return rows.reverse().map(presentMessage)
}

export async function findMessageByKey(
  db: Database | Transaction,
  userId: number,
  key: string
): Promise<ChatMessage | null> {
  const [row] = await select(db).where(and(eq(messages.user_id, userId), eq(messages.request_key, key)))
  return row ? presentMessage(row) : null
}

/** A message that was not deleted, and where it was said. */
export async function findMessageRow(
  db: Database | Transaction,
  id: number
): Promise<{ session_id: number; user_id: number } | null> {
  const [row] = await db
    .select({ session_id: messages.session_id, user_id: messages.user_id })
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deleted_at)))
  return row ?? null
}

export async function markDeleted(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(messages).set({ deleted_at: now }).where(eq(messages.id, id))
}

export async function insertMessage(
  tx: Transaction,
  message: typeof messages.$inferInsert,
  username: string
): Promise<ChatMessage> {
  const [row] = await tx.insert(messages).values(message).returning()
  if (!row) throw new Error('the message was not inserted')
  return presentMessage({ ...row, messageable_id: row.session_id, username })
}

function presentMessage(row: Row): ChatMessage {
  return {
    id: row.id,
    content: row.content,
    messageable_type: 'challenge_event',
    messageable_id: row.messageable_id,
    client_uuid: row.client_uuid,
    username: row.username,
    created_at: row.created_at.toISOString()
  }
}
