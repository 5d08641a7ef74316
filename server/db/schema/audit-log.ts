import { bigint, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import {
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditState,
  type AuditSubject
} from '../../../domain/audit-log/entry.ts'
import { users } from './accounts.ts'
import { bytea, checks, createdAt, isNotNegative, isOneOf, ref } from './columns.ts'

/** What admins and moderators did. The app never updates or deletes an entry (domain/audit-log/entry.ts). */
export const auditEntries = pgTable(
  'audit_entries',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    actor_id: ref().references(() => users.id),
    action: text().$type<AuditAction>().notNull(),
    subject: text().$type<AuditSubject>(),
    /** The row of the subject, which may be gone. */
    subject_id: ref(),
    before: jsonb().$type<AuditState>(),
    after: jsonb().$type<AuditState>(),
    created_at: createdAt(),
    /** The SHA-256 of this entry and the hash before it. */
    hash: bytea().notNull()
  },
  table => [
    index('audit_entries_subject').on(table.subject, table.subject_id, table.number.desc().nullsFirst()),
    index('audit_entries_actor').on(table.actor_id, table.number.desc().nullsFirst()),
    ...checks('audit_entries', { subject: isOneOf(table.subject, AUDIT_SUBJECTS) })
  ]
)

/** The newest entry of the log, in one row. It shows when the last entries are missing. */
export const auditHead = pgTable(
  'audit_head',
  { id: smallint().primaryKey(), number: bigint({ mode: 'number' }).notNull(), hash: bytea().notNull() },
  table => checks('audit_head', { number: isNotNegative(table.number) })
)
