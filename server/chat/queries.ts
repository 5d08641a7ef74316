import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ChatMessage } from '../../domain/sessions/api.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Database, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { messages, users } from '../db/schema.ts'

export interface NewMessage {
  viewer: SignedIn
  content: string
  clientUuid: string | undefined
  /** A second call with the same key answers the message that the first one made and charges nothing. */
  key: string
}

const select = (db: Database | Transaction) =>
  db
    .select({
      id: messages.id,
      content: messages.content,
      messageable_id: messages.session_id,
      client_uuid: messages.client_uuid,
      username: users.username,
      created_at: messages.created_at,
      user_id: messages.user_id,
      key: messages.request_key
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.user_id))

type Row = Awaited<ReturnType<typeof select>>[number]
type Keyed = Pick<NewMessage, 'viewer' | 'key'>

/** The newest messages of a session, oldest first. */
export async function listMessages(db: Database, sessionId: number, limit: number): Promise<ChatMessage[]> {
  const rows = await select(db)
    .where(and(eq(messages.session_id, sessionId), isNull(messages.deleted_at)))
    .orderBy(desc(messages.id))
    .limit(limit)
  return rows.reverse().map(presentMessage)
}

/** A key is its author's own: others may use the same. */
export function keyOf({ viewer, key }: Keyed): string {
  return `${viewer.id} ${key}`
}

const messagesByKeys = prepared((tx: Transaction) =>
  select(tx)
    .where(
      sql`(${messages.user_id}, ${messages.request_key}) in (
        select * from unnest(${sql.placeholder('authors')}::bigint[], ${sql.placeholder('keys')}::text[]))`
    )
    .prepare('')
)

/** Messages that were made with those keys before, by `keyOf`. */
export async function findMessagesByKeys(tx: Transaction, items: Keyed[]): Promise<Map<string, ChatMessage>> {
  const authors = items.map(({ viewer }) => viewer.id)
  const keys = items.map(({ key }) => key)
  const rows = await messagesByKeys(tx).execute({ authors, keys })
  return new Map(rows.map(row => [`${row.user_id} ${row.key}`, presentMessage(row)]))
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

const INSERT = `
  insert into messages (session_id, user_id, content, client_uuid, request_key, created_at)
  select $1, user_id, content, client_uuid, request_key, $2
  from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) with ordinality
    as item(user_id, content, client_uuid, request_key, number)
  order by number
  on conflict (user_id, request_key) do nothing
  returning id, user_id, request_key`

/** Those that were not made before, by `keyOf`, in the order they came in. */
export async function insertMessages(
  tx: Transaction,
  sessionId: number,
  items: NewMessage[],
  now: Date
): Promise<Map<string, ChatMessage>> {
  const columns = [
    items.map(({ viewer }) => viewer.id),
    items.map(({ content }) => content),
    items.map(({ clientUuid }) => clientUuid ?? null),
    items.map(({ key }) => key)
  ]
  const { rows } = await tx.$client.query<{ id: string; user_id: string; request_key: string }>({ text: INSERT }, [
    sessionId,
    now,
    ...columns
  ])
  const ids = new Map(rows.map(row => [`${row.user_id} ${row.request_key}`, Number(row.id)]))
  const made = new Map<string, ChatMessage>()
  for (const item of items) {
    const id = ids.get(keyOf(item))
    if (id === undefined) continue
    const { content, clientUuid, viewer } = item
    const row = { id, content, messageable_id: sessionId, client_uuid: clientUuid ?? null, created_at: now }
    made.set(keyOf(item), presentMessage({ ...row, username: viewer.username }))
  }
  return made
}

function presentMessage(row: Omit<Row, 'user_id' | 'key'>): ChatMessage {
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
