import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { EVENT_NAMES, FORMAT_NAMES, type Format, type WebhookEvent } from '../../../domain/webhooks/events.ts'
import { users } from './accounts.ts'
import { checks, createdAt, id, isNotNegative, isOneOf, partOf, ref, when } from './columns.ts'
import { groups } from './groups.ts'

/** Addresses to which events are sent. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    /** Who added it. */
    user_id: partOf(() => users.id),
    /** The group that it is about; null for what concerns the person. */
    group_id: ref().references(() => groups.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    format: text().$type<Format>().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** The key of the signatures, which must be known to sign, so it is not hashed. */
    secret: text().notNull(),
    /** The secret before, which signs too until then. */
    old_secret: text(),
    old_until: when(),
    created_at: createdAt(),
    /** The first failure after the last success; null while it works. */
    failing_since: when(),
    /** When it was switched off; null while it is on. */
    off_at: when()
  },
  table => [
    index('webhooks_user').on(table.user_id),
    index('webhooks_group').on(table.group_id),
    ...checks('webhooks', { format: isOneOf(table.format, FORMAT_NAMES) })
  ]
)

/** Events to send, and what was sent in the last 30 days. The transaction of what happened inserts them. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhook_id: partOf(() => webhooks.id),
    /** Of the message. A message that is sent again has the same one. */
    message_id: text().notNull(),
    event: text().$type<WebhookEvent>().notNull(),
    /** Events of one subject are sent in order, such as `session 7`. */
    subject: text().notNull(),
    /** The data of the event. */
    data: jsonb().notNull(),
    created_at: createdAt(),
    /** When to send it next. A node that sends it claims it until then. Null once it is sent or failed for good. */
    due_at: when(),
    attempts: integer().notNull().default(0),
    sent_at: when(),
    /** The status of the last response, or why there was none. */
    answer: text()
  },
  table => [
    index('webhook_deliveries_due').on(table.due_at).where(sql`${table.due_at} is not null`),
    index('webhook_deliveries_waiting')
      .on(table.webhook_id, table.subject, table.id)
      .where(sql`${table.due_at} is not null`),
    index('webhook_deliveries_webhook').on(table.webhook_id, table.id.desc().nullsFirst()),
    index('webhook_deliveries_created').on(table.created_at),
    ...checks('webhook_deliveries', {
      event: isOneOf(table.event, EVENT_NAMES),
      attempts: isNotNegative(table.attempts)
    })
  ]
)
