/** Switches webhooks off. It stands here, because the end of all secrets of a person does it too. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts'

/** Switches off a webhook, or all of a person. What waits has failed then. Returns those that were on. */
export async function switchOffWebhooks(
  tx: Transaction,
  which: { id: number } | { userId: number }
): Promise<{ id: number; url: string; user_id: number }[]> {
  const where = 'id' in which ? eq(webhooks.id, which.id) : eq(webhooks.user_id, which.userId)
  const { id, url, user_id } = webhooks
  const off = await tx
    .update(webhooks)
    .set({ off_at: sql`now()` })
    .where(and(where, isNull(webhooks.off_at)))
    .returning({ id, url, user_id })
  if (off.length === 0) return off
  const ids = sql.param(off.map(one => one.id))
  await tx
    .update(webhookDeliveries)
    .set({ due_at: null })
    .where(and(sql`${webhookDeliveries.webhook_id} = any(${ids}::bigint[])`, isNotNull(webhookDeliveries.due_at)))
  return off
}
