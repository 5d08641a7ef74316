import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Mail } from '../../../domain/mail/mail.ts'
import { users } from './accounts.ts'
import { bytea, checks, citext, createdAt, id, isNotNegative, ref, when } from './columns.ts'

/**
 * Mails to send, written in the transaction that causes them, and those of the last 30 days. The name of whom they go to
 * is that of the user, and so is the address unless the mail has one of its own.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** Null for a mail to an address of which nobody has looked whether it has an account. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    /** Where it goes to; null when that is the address of the user. */
    email: citext(),
    /** The same each time it is sent, so that one that comes twice can be recognised. */
    message_id: text().notNull(),
    content: jsonb().$type<Mail>().notNull(),
    created_at: createdAt(),
    /** How often the mail server has put it off. */
    attempts: integer().notNull().default(0),
    /** When it is to be tried; while a node sends it, when another one may. Null once it was sent or given up. */
    due_at: when(),
    sent_at: when(),
    failed_at: when()
  },
  table => [
    index('mails_user').on(table.user_id),
    // Former emails of accounts, which nobody else gets while they can be taken back.
    index('mails_former').on(table.email).where(sql`${table.content} ->> 'kind' = 'email changed'`),
    index('mails_unsent').on(table.due_at).where(sql`${table.sent_at} is null`),
    uniqueIndex('mails_message_id_key').on(table.message_id),
    ...checks('mails', {
      attempts: isNotNegative(table.attempts),
      to: sql`num_nonnulls(${table.user_id}, ${table.email}) > 0`,
      state: sql`num_nonnulls(${table.due_at}, ${table.sent_at}, ${table.failed_at}) = 1`
    })
  ]
)

/** Of links in mails that let their reader do something: only the SHA-256 of the token is stored. */
export const mailLinks = pgTable(
  'mail_links',
  {
    token_hash: bytea().primaryKey(),
    mail_id: ref()
      .notNull()
      .references(() => mails.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [index('mail_links_mail').on(table.mail_id)]
)
