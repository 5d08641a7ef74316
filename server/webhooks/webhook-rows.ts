/** Webhooks. */
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Webhook } from '../../domain/webhooks/api.ts'
import { lockUser } from '../accounts/user-rows.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { deleteRows, findRow } from '../db/rows.ts'
import { groups } from '../db/schema/groups.ts'
import { webhooks } from '../db/schema/webhooks.ts'

type Row = typeof webhooks.$inferSelect

const isMine = (userId: number, id: number) => and(eq(webhooks.user_id, userId), eq(webhooks.id, id))

export function toWireWebhook(row: Row, title: string | null): Webhook {
  const { id, url, format, events, group_id, created_at, off_at } = row
  return {
    ...{ id, url, format, events, group: group_id === null ? null : { id: group_id, title: title ?? '' } },
    ...{ created_at: created_at.toISOString(), off_at: off_at?.toISOString() ?? null }
  }
}

/** The webhooks of a person, the newest first. */
export async function listWebhooks(db: Handle, userId: number): Promise<Webhook[]> {
  const rows = await db
    .select({ webhook: webhooks, title: groups.title })
    .from(webhooks)
    .leftJoin(groups, eq(groups.id, webhooks.group_id))
    .where(eq(webhooks.user_id, userId))
    .orderBy(desc(webhooks.id))
  return rows.map(({ webhook, title }) => toWireWebhook(webhook, title))
}

/** The groups that a person hosts, by title. */
export function listHostedGroups(db: Handle, userId: number): Promise<{ id: number; title: string }[]> {
  return db
    .select({ id: groups.id, title: groups.title })
    .from(groups)
    .where(and(eq(groups.user_id, userId), isNull(groups.hidden_at)))
    .orderBy(groups.title)
    .limit(200)
}

/** The title of a group that a person hosts; null when they host no such group. */
export async function findHostedTitle(db: Handle, userId: number, groupId: number): Promise<string | null> {
  const row = await findRow(
    db,
    groups,
    and(eq(groups.id, groupId), eq(groups.user_id, userId), isNull(groups.hidden_at))
  )
  return row?.title ?? null
}

/** How many a person has. Locks the person's row, so that two new ones at once do not exceed the limit. */
export async function countWebhooks(tx: Transaction, userId: number): Promise<number> {
  await lockUser(tx, userId)
  const [row] = await tx.select({ count: count() }).from(webhooks).where(eq(webhooks.user_id, userId))
  return row?.count ?? 0
}

export async function insertWebhook(tx: Transaction, row: typeof webhooks.$inferInsert): Promise<Row> {
  const [inserted] = await tx.insert(webhooks).values(row).returning()
  if (!inserted) throw new Error('an insert returns its row')
  return inserted
}

/** Changes a webhook of a person. Null when they have no such webhook. */
export async function updateWebhook(
  db: Handle,
  userId: number,
  id: number,
  change: Partial<Pick<Row, 'secret' | 'old_secret' | 'old_until' | 'failing_since' | 'off_at'>>
): Promise<Row | null> {
  const [row] = await db.update(webhooks).set(change).where(isMine(userId, id)).returning()
  return row ?? null
}

export function findWebhook(db: Handle, userId: number, id: number): Promise<Row | null> {
  return findRow(db, webhooks, isMine(userId, id))
}

export function deleteWebhook(db: Handle, userId: number, id: number): Promise<boolean> {
  return deleteRows(db, webhooks, isMine(userId, id))
}

/** Notes whether an address works. @param since null when it does */
export async function noteFailing(db: Handle, id: number, since: Date | null): Promise<void> {
  await db
    .update(webhooks)
    .set({ failing_since: since })
    .where(and(eq(webhooks.id, id), since ? isNull(webhooks.failing_since) : isNotNull(webhooks.failing_since)))
}
