import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { LogStatus } from '../../../domain/logs/log.ts'
import { users } from './accounts.ts'
import { checks, createdAt, id, isDuration, isOneOf, isQuantity, partOf, ref, requestKey, when } from './columns.ts'
import { goals } from './goals.ts'
import { imports } from './imports.ts'
import { sessions } from './sessions.ts'

export const logs = pgTable(
  'logs',
  {
    id: id(),
    uuid: uuid().notNull(),
    user_id: partOf(() => users.id),
    goal_id: ref().references(() => goals.id, { onDelete: 'cascade' }),
    session_id: ref().references(() => sessions.id),
    /** The import that created it. Such a log costs nothing. */
    import_id: ref().references(() => imports.id, { onDelete: 'cascade' }),
    task_uuid: text(),
    ql_button_uuid: text(),
    /**
     * Logged on a private copy of a plan's goal, outside the room. It counts in the room, and nobody else sees it
     * (D-138).
     */
    is_private: boolean().notNull().default(false),
    title: text().notNull().default(''),
    content: text().notNull().default(''),
    action: text().notNull().default(''),
    /**
     * The unit of the amount. It follows the unit of the goal. For a log on a goal of a plan without a copy, it keeps
     * the unit of that time.
     */
    unit: text().notNull().default(''),
    amount: doublePrecision(),
    distance: doublePrecision(),
    duration: integer(),
    status: smallint().$type<LogStatus>().notNull(),
    started_at: when(),
    ended_at: when(),
    paused_at: when(),
    /** Elapsed seconds when the log last stopped running. */
    elapsed_duration: doublePrecision().notNull().default(0),
    /** The day for which it counts, by the person's day settings when it was made, or as corrected. */
    day: date({ mode: 'string' }).notNull(),
    /** When a running timed log reaches its end. The sweep completes it then. */
    due_at: when(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    index('logs_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    // Lists of logs are ordered by day. With the action in the index, one action's logs are found without reading the
    // others.
    index('logs_user_day')
      .on(table.user_id, table.day.desc().nullsFirst(), table.id.desc().nullsFirst(), table.action)
      .where(sql`${table.deleted_at} is null`),
    index('logs_goal_day')
      .on(table.goal_id, table.day.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.deleted_at} is null`),
    index('logs_session').on(table.session_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    // Finds the days with logs in a session, and the people who logged.
    index('logs_session_day')
      .on(table.session_id, table.day, table.user_id)
      .where(sql`${table.session_id} is not null and ${table.deleted_at} is null`),
    // Running or paused timers. They are few, and every goal card and session page reads them.
    index('logs_open')
      .on(table.goal_id)
      .where(sql`${table.status} in (1, 3) and ${table.duration} > 0 and ${table.deleted_at} is null`),
    index('logs_open_in_session')
      .on(table.session_id, table.user_id)
      .where(sql`${table.status} in (1, 3) and ${table.duration} > 0 and ${table.deleted_at} is null`),
    index('logs_running')
      .on(table.user_id)
      .where(sql`${table.status} = 1 and ${table.due_at} is not null and ${table.deleted_at} is null`),
    index('logs_due').on(table.due_at).where(sql`${table.status} = 1 and ${table.due_at} is not null`),
    index('logs_import').on(table.import_id).where(sql`${table.import_id} is not null`),
    uniqueIndex('logs_request').on(table.user_id, table.request_key),
    ...checks('logs', {
      status: isOneOf(table.status, Object.values(LogStatus)),
      subject: sql`${table.goal_id} is not null or ${table.session_id} is not null or ${table.import_id} is not null`,
      amount: isQuantity(table.amount),
      distance: isQuantity(table.distance),
      duration: isDuration(table.duration),
      elapsed: isDuration(table.elapsed_duration)
    })
  ]
)

/** One cheer per person and log. It is deleted with the person or the log. */
export const logCheers = pgTable(
  'log_cheers',
  {
    log_id: partOf(() => logs.id),
    user_id: partOf(() => users.id),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.log_id, table.user_id] }),
    index('log_cheers_user').on(table.user_id, table.log_id)
  ]
)
