/** Deliveries of webhooks. */
import { and, count, desc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Delivery } from '../../domain/webhooks/api.ts'
import type { Format, WebhookEvent } from '../../domain/webhooks/events.ts'
import type { Database, Handle } from '../db/database.ts'
import { webhookDeliveries } from '../db/schema/webhooks.ts'

type DeliveryRow = typeof webhookDeliveries.$inferSelect

export function toWireDelivery({ id, event, created_at, due_at, sent_at, attempts, answer }: DeliveryRow): Delivery {
  const state = sent_at ? 'sent' : due_at ? 'waiting' : 'failed'
  return { id, event, created_at: created_at.toISOString(), state, attempts, answer }
}

/** The deliveries of a webhook, the newest first. */
export function listDeliveries(db: Handle, webhookId: number, most: number): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhook_id, webhookId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(most)
}

/** Makes a delivery that is done due again. Null when it is not there, or waits already. */
export async function repeatDelivery(
  db: Handle,
  webhookId: number,
  id: number,
  now: Date
): Promise<DeliveryRow | null> {
  const [row] = await db
    .update(webhookDeliveries)
    .set({ due_at: now, attempts: 0, sent_at: null })
    .where(
      and(
        ...[eq(webhookDeliveries.webhook_id, webhookId), eq(webhookDeliveries.id, id), isNull(webhookDeliveries.due_at)]
      )
    )
    .returning()
  return row ?? null
}

export interface Claimed {
  id: number
  webhook_id: number
  message_id: string
  event: WebhookEvent
  data: object
  created_at: Date
  attempts: number
  /** No other node sends it until then. */
  due_at: Date
  user_id: number
  url: string
  format: Format
  secret: string
  old_secret: string | null
  old_until: Date | null
  failing_since: Date | null
}

/**
 * The first of each subject only, so that the events of a subject arrive in order. Those of the people `$3` wait.
 */
const CLAIM = `
  with claimed as (
    update webhook_deliveries set due_at = $2 where id = (
      select d.id from webhook_deliveries d where d.due_at <= $1
        and d.webhook_id not in (select id from webhooks where user_id = any($3::bigint[])) and not exists (
        select from webhook_deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject and e.id < d.id
          and e.due_at is not null)
      order by d.due_at limit 1 for update skip locked)
    returning id, webhook_id, message_id, event, data, created_at, attempts, due_at)
  select claimed.*, w.user_id, w.url, w.format, w.secret, w.old_secret, w.old_until, w.failing_since
  from claimed join webhooks w on w.id = claimed.webhook_id`

/**
 * Claims the delivery that has been due longest, so that no other node sends it until `until`.
 * @param except the ids of people whose deliveries wait
 */
export async function claimDelivery(
  db: Database,
  now: Date,
  until: Date,
  except: readonly number[]
): Promise<Claimed | null> {
  const { rows } = await db.$client.query<Claimed>(CLAIM, [now, until, except])
  return rows[0] ?? null
}

/** Matches the delivery while the claim holds. */
const isClaim = ({ id, due_at }: Pick<Claimed, 'id' | 'due_at'>) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.due_at, due_at))

/** Ends the tries of a delivery. @param sentAt null when it has failed for good */
export async function endDelivery(db: Handle, claimed: Claimed, sentAt: Date | null, answer: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ due_at: null, sent_at: sentAt, attempts: claimed.attempts + 1, answer })
    .where(isClaim(claimed))
}

export async function putOffDelivery(
  db: Handle,
  claimed: Claimed,
  { until, attempts, answer }: { until: Date; attempts: number; answer: string }
): Promise<void> {
  await db.update(webhookDeliveries).set({ due_at: until, attempts, answer }).where(isClaim(claimed))
}

/** Deletes deliveries from before then, and what waits for longer than any try. */
export async function deleteDeliveriesBefore(db: Database, before: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(
      and(
        lt(webhookDeliveries.created_at, before),
        or(isNull(webhookDeliveries.due_at), lt(webhookDeliveries.due_at, before))
      )
    )
}

/** How many deliveries wait. */
export async function countWaiting(db: Database): Promise<number> {
  const [row] = await db.select({ count: count() }).from(webhookDeliveries).where(isNotNull(webhookDeliveries.due_at))
  return row?.count ?? 0
}
