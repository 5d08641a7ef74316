import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Mail } from '../../../domain/mail/mail.ts'
import { users } from './accounts.ts'
import { bytea, checks, citext, createdAt, id, isNotNegative, partOf, ref, when } from './columns.ts'

/**
 * Mails to send, written in the transaction that causes them, and the mails of the last 30 days. The recipient's name
 * is the user's, and so is the address unless the mail has its own.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** Null for a mail to an address that was not checked for an account. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    /** The recipient's address; null for the user's own. */
    email: citext(),
    /** It stays the same at each attempt, so that a repeated mail can be recognized. */
    message_id: text().notNull(),
    content: jsonb().$type<Mail>().notNull(),
    created_at: createdAt(),
    /** How often the mail server postponed it. */
    attempts: integer().notNull().default(0),
    /** When to try it. While a node sends it, this is when another node may. Null after it was sent or given up. */
    due_at: when(),
    sent_at: when(),
    failed_at: when(),
    /** Why the last attempt failed, without addresses; null before the first failure. */
    reason: text()
  },
  table => [
    index('mails_user').on(table.user_id),
    // Former emails of accounts. Nobody else can take one while the change can be undone.
    index('mails_former').on(table.email).where(sql`${table.content} ->> 'kind' = 'email changed'`),
    index('mails_failed').on(table.id).where(sql`${table.failed_at} is not null`),
    index('mails_unsent').on(table.due_at).where(sql`${table.sent_at} is null`),
    uniqueIndex('mails_message_id_key').on(table.message_id),
    ...checks('mails', {
      attempts: isNotNegative(table.attempts),
      to: sql`num_nonnulls(${table.user_id}, ${table.email}) > 0`,
      state: sql`num_nonnulls(${table.due_at}, ${table.sent_at}, ${table.failed_at}) = 1`
    })
  ]
)

/** Links in mails that let their reader do something. Only the SHA-256 of the token is stored. */
export const mailLinks = pgTable(
  'mail_links',
  {
    token_hash: bytea().primaryKey(),
    mail_id: partOf(() => mails.id),
    created_at: createdAt()
  },
  table => [index('mail_links_mail').on(table.mail_id)]
)
