import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { ChatMessage } from '../../domain/chat/api.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'
import { messages } from '../db/schema/discussion.ts'
import { ownKey, type RequestKey } from '../lib/idempotency.ts'
import { isOneOf } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'

export interface NewMessage {
  viewer: SignedIn
  content: string
  clientUuid: string | undefined
  /** A second call with the same key returns the message that the first one made and charges nothing. */
  key: RequestKey
}

const select = (db: Handle) =>
  db
    .select({
      id: messages.id,
      content: messages.content,
      messageable_id: messages.session_id,
      client_uuid: messages.client_uuid,
      username: users.username,
      created_at: messages.created_at,
      hidden_at: messages.hidden_at
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.user_id))

type Row = Awaited<ReturnType<typeof select>>[number]
type Keyed = Pick<NewMessage, 'viewer' | 'key'>

/** The newest messages of a session, or those before one of them; oldest first. */
export async function listMessages(
  db: Database,
  sessionId: number,
  limit: number,
  before?: number
): Promise<{ messages: ChatMessage[]; has_earlier: boolean }> {
  const isEarlier = before === undefined ? undefined : lt(messages.id, before)
  const rows = await select(db)
    .where(and(eq(messages.session_id, sessionId), isNull(messages.deleted_at), isEarlier))
    .orderBy(desc(messages.id))
    .limit(limit + 1)
  return { messages: rows.slice(0, limit).reverse().map(toWireMessage), has_earlier: rows.length > limit }
}

/** The keys are sent as JSON. With an array PostgreSQL looks at its length and plans the statement again each time. */
const BY_KEYS = `
  select m.id::int, m.content, m.session_id::int as messageable_id, m.client_uuid, u.username, m.created_at, m.hidden_at,
    m.user_id::int, m.request_key as key, m.request_digest
  from jsonb_to_recordset($1::jsonb) as item(user_id bigint, key text)
    cross join lateral (
      select * from messages where messages.user_id = item.user_id and messages.request_key = item.key limit 1) m
    join users u on u.id = m.user_id`

interface Earlier {
  row: ChatMessage
  request_digest: string | null
}

/** Earlier messages with these keys, by `ownKey`. */
export async function findMessagesByKeys(tx: Transaction, items: Keyed[]): Promise<Map<string, Earlier>> {
  const keys = items.map(({ viewer, key }) => ({ user_id: viewer.id, key: key.request_key }))
  const { rows } = await tx.$client.query<Row & { user_id: number; key: string; request_digest: string | null }>(
    { text: BY_KEYS },
    [JSON.stringify(keys)]
  )
  return new Map(
    rows.map(row => [
      ownKey(row.user_id, { request_key: row.key }),
      { row: toWireMessage(row), request_digest: row.request_digest }
    ])
  )
}

/** The room and author of a message; null when it does not exist or was deleted. */
export async function findMessageRow(db: Handle, id: number): Promise<{ session_id: number; user_id: number } | null> {
  const [row] = await db
    .select({ session_id: messages.session_id, user_id: messages.user_id })
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deleted_at)))
  return row ?? null
}

export async function markDeleted(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(messages).set({ deleted_at: now }).where(eq(messages.id, id))
}

/** Hides messages, or shows them again. Returns them as everyone sees them now. */
export async function setMessagesHidden(tx: Transaction, ids: number[], hiddenAt: Date | null): Promise<ChatMessage[]> {
  await tx
    .update(messages)
    .set({ hidden_at: hiddenAt })
    .where(isOneOf(sql`${messages.id}`, ids))
  const rows = await select(tx)
    .where(isOneOf(sql`${messages.id}`, ids))
    .orderBy(messages.id)
  return rows.map(toWireMessage)
}

const INSERT = `
  insert into messages (session_id, user_id, content, client_uuid, request_key, request_digest, created_at)
  select $1, user_id, content, client_uuid, request_key, request_digest, $2
  from jsonb_to_recordset($3::jsonb)
    as item(user_id bigint, content text, client_uuid text, request_key text, request_digest text, number int)
  order by number
  on conflict (user_id, request_key) do nothing
  returning id, user_id, request_key`

/** Inserts messages in order. Returns a message for each, or null if its key made a message already. */
export async function insertMessages(
  tx: Transaction,
  sessionId: number,
  items: NewMessage[],
  now: Date
): Promise<(ChatMessage | null)[]> {
  if (items.length === 0) return []
  const values = items.map(({ viewer, content, clientUuid, key }, number) => ({
    user_id: viewer.id,
    content,
    client_uuid: clientUuid,
    ...key,
    number
  }))
  const { rows } = await tx.$client.query<{ id: string; user_id: string; request_key: string }>({ text: INSERT }, [
    sessionId,
    now,
    JSON.stringify(values)
  ])
  const ids = new Map(rows.map(row => [ownKey(Number(row.user_id), row), Number(row.id)]))
  return items.map(({ content, clientUuid, viewer, key }) => {
    const id = ids.get(ownKey(viewer.id, key))
    if (id === undefined) return null
    const row = {
      id,
      content,
      messageable_id: sessionId,
      client_uuid: clientUuid ?? null,
      created_at: now,
      hidden_at: null
    }
    return toWireMessage({ ...row, username: viewer.username })
  })
}

function toWireMessage(row: Row): ChatMessage {
  return {
    id: row.id,
    content: row.hidden_at ? '' : row.content,
    messageable_type: 'challenge_event',
    messageable_id: row.messageable_id,
    client_uuid: row.client_uuid,
    username: row.username,
    created_at: row.created_at.toISOString(),
    ...(row.hidden_at ? { is_hidden: 1 as const } : {})
  }
}
