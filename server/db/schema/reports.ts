import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { HIDDEN_KINDS, type HiddenKind, REASONS, type Reason } from '../../../domain/moderation/hidden.ts'
import { REMOVAL_STATES, type RemovalState } from '../../../domain/reports/removal.ts'
import { CASE_STATUSES, type CaseStatus } from '../../../domain/reports/report.ts'
import { users } from './accounts.ts'
import { checks, createdAt, id, isNotNegative, isOneOf, needs, partOf, ref, when } from './columns.ts'

/** Each thing that someone reported or a moderator hid, with the last decision about it (D-148, D-149). */
export const reportCases = pgTable(
  'report_cases',
  {
    id: id(),
    kind: text().$type<HiddenKind>().notNull(),
    /** The row of the thing, which may be gone. */
    subject_id: ref().notNull(),
    /** Who made it. */
    author_id: ref().references(() => users.id),
    status: text().$type<CaseStatus>().notNull().default('open'),
    reports_count: integer().notNull().default(0),
    /** Since when it waits for a moderator; null when a moderator has looked at all of it. */
    waiting_since: when(),
    /** Why it is hidden; null while it is not. */
    reason: text().$type<Reason>(),
    /** What the moderator wrote to the author. */
    note: text().notNull().default(''),
    hidden_at: when(),
    /** Reports hid it, and no moderator has looked at it yet. */
    is_by_rule: boolean().notNull().default(false),
    /** The session or activity was unlisted before it was hidden. Hidden ones are always unlisted. */
    was_unlisted: boolean().notNull().default(false),
    decided_at: when(),
    decided_by: ref().references(() => users.id),
    /** When the author asked for another look, which they can once. */
    asked_at: when(),
    asked_note: text().notNull().default(''),
    /** It is hidden because everything of its author was removed, and undoing that restores it. */
    is_of_removal: boolean().notNull().default(false),
    /** Since when it waited before that removal. Undoing the removal makes it wait again. */
    waited_since: when(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('report_cases_subject').on(table.kind, table.subject_id),
    index('report_cases_waiting').on(table.waiting_since, table.id).where(sql`${table.waiting_since} is not null`),
    index('report_cases_decided')
      .on(table.decided_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.waiting_since} is null and (not ${table.is_of_removal} or ${table.reports_count} > 0)`),
    index('report_cases_author').on(table.author_id, table.kind, table.subject_id),
    ...checks('report_cases', {
      kind: isOneOf(table.kind, HIDDEN_KINDS),
      status: isOneOf(table.status, CASE_STATUSES),
      reason: isOneOf(table.reason, REASONS),
      count: isNotNegative(table.reports_count),
      hidden: sql`(${table.status} = 'hidden') = (${table.hidden_at} is not null and ${table.reason} is not null)`
    })
  ]
)

/** The people whose published things an admin removed, until one restores them (domain/reports/removal.ts). */
export const removals = pgTable(
  'removals',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().$type<RemovalState>().notNull(),
    reason: text().$type<Reason>().notNull(),
    /** Who pressed the button last. */
    admin_id: needs(() => users.id),
    removed_at: when().notNull()
  },
  table => [
    index('removals_unfinished').on(table.user_id).where(sql`${table.state} <> 'hidden'`),
    ...checks('removals', { state: isOneOf(table.state, REMOVAL_STATES), reason: isOneOf(table.reason, REASONS) })
  ]
)

/** Reports of people, one for each person and thing, and of visitors. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    case_id: partOf(() => reportCases.id),
    /** Null for a visitor, and after the person deleted their account. */
    user_id: ref().references(() => users.id),
    reason: text().$type<Reason>().notNull(),
    comment: text().notNull().default(''),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('reports_once').on(table.case_id, table.user_id),
    index('reports_case').on(table.case_id, table.id.desc().nullsFirst()),
    index('reports_user').on(table.user_id, table.id).where(sql`${table.user_id} is not null`),
    ...checks('reports', { reason: isOneOf(table.reason, REASONS) })
  ]
)
