import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import type { Pause } from '../../../domain/days/streak.ts'
import type { ListItem, QuickLogButton, Repeats, Timer } from '../../../domain/goals/fields.ts'
import { GoalStatus, LONGEST_GOAL, MAX_COMPLETIONS, MAX_SETS } from '../../../domain/goals/goal.ts'
import { users } from './accounts.ts'
import {
  checks,
  createdAt,
  id,
  isDuration,
  isNotEmpty,
  isNotNegative,
  isOneOf,
  isQuantity,
  isSum,
  isWithin,
  partOf,
  ref,
  requestKey,
  revision,
  when
} from './columns.ts'
import { groupMembers, groups } from './groups.ts'
import { imports } from './imports.ts'
import { sessions } from './sessions.ts'

export const goals = pgTable(
  'goals',
  {
    id: id(),
    uuid: uuid().notNull(),
    user_id: partOf(() => users.id),
    session_id: ref().references(() => sessions.id),
    /** The goal of the session's plan for which progress counts. */
    task_uuid: text(),
    /**
     * `session id/task uuid` of the goal that this one was copied from. It stays when the goal leaves the session
     * (D-102).
     */
    copied_from: text(),
    /** The import that created the goal. Undoing the import deletes the goal unless something else uses it. */
    import_id: ref().references(() => imports.id, { onDelete: 'set null' }),
    title: text().notNull(),
    link: text().notNull().default(''),
    content: text().notNull().default(''),
    status: smallint().$type<GoalStatus>().notNull().default(GoalStatus.Open),
    action: text().notNull().default(''),
    action_duration: integer().notNull().default(0),
    duration: integer().notNull().default(0),
    amount: doublePrecision(),
    amount_per_log: doublePrecision(),
    distance: doublePrecision(),
    unit: text().notNull().default(''),
    sets: integer().notNull().default(1),
    is_interval: boolean().notNull().default(false),
    timers: jsonb().$type<Timer[]>().notNull().default([]),
    is_list: boolean().notNull().default(false),
    list: jsonb().$type<ListItem[]>().notNull().default([]),
    quick_log_buttons: jsonb().$type<QuickLogButton[]>().notNull().default([]),
    completions_required: integer(),
    /** Its amount, distance or time is a limit to stay at or below (D-153). */
    is_limit: boolean().notNull().default(false),
    repeats: jsonb().$type<Repeats>(),
    pauses: jsonb().$type<Pause[]>().notNull().default([]),
    /** The position among the person's goals (domain/goals/order.ts); null means the id. */
    place: ref(),
    /** Whether the person's profile shows it (D-163). */
    is_public: boolean().notNull().default(false),
    amount_done: doublePrecision().notNull().default(0),
    distance_done: doublePrecision().notNull().default(0),
    /** A bigint, because years of thirty-day logs do not fit in 32 bits. */
    duration_done: bigint({ mode: 'number' }).notNull().default(0),
    started_at: when(),
    ended_at: when(),
    completed_at: when(),
    revision: revision(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    // The title is in the index, so that the newest of thousands of goals are listed without reading their rows.
    index('goals_user')
      .on(table.user_id, table.id.desc().nullsFirst(), table.title)
      .where(sql`${table.deleted_at} is null`),
    index('goals_listed')
      .on(table.user_id, table.status, sql`coalesce(${table.place}, ${table.id}) desc`)
      .where(sql`${table.deleted_at} is null`),
    index('goals_public').on(table.user_id).where(sql`${table.is_public} and ${table.deleted_at} is null`),
    index('goals_session').on(table.session_id).where(sql`${table.session_id} is not null`),
    index('goals_copied').on(table.user_id, table.copied_from).where(sql`${table.copied_from} is not null`),
    index('goals_import').on(table.import_id).where(sql`${table.import_id} is not null`),
    uniqueIndex('goals_request').on(table.user_id, table.request_key),
    ...checks('goals', {
      title: isNotEmpty(table.title),
      status: isOneOf(table.status, Object.values(GoalStatus)),
      action_duration: isDuration(table.action_duration),
      duration: isWithin(table.duration, 0, LONGEST_GOAL),
      amount: isQuantity(table.amount),
      amount_per_log: isQuantity(table.amount_per_log),
      distance: isQuantity(table.distance),
      sets: isWithin(table.sets, 1, MAX_SETS),
      completions: isWithin(table.completions_required, 1, MAX_COMPLETIONS),
      amount_done: isSum(table.amount_done),
      distance_done: isSum(table.distance_done),
      duration_done: isNotNegative(table.duration_done)
    })
  ]
)

/** A goal that its owner shares with a person or a group (D-163). It ends when the owner leaves the group. */
export const goalShares = pgTable(
  'goal_shares',
  {
    id: id(),
    goal_id: partOf(() => goals.id),
    owner_id: partOf(() => users.id),
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    group_id: ref().references(() => groups.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    unique('goal_shares_once').on(table.goal_id, table.user_id, table.group_id).nullsNotDistinct(),
    index('goal_shares_owner').on(table.owner_id, table.group_id),
    index('goal_shares_user').on(table.user_id).where(sql`${table.user_id} is not null`),
    index('goal_shares_group').on(table.group_id).where(sql`${table.group_id} is not null`),
    foreignKey({
      columns: [table.group_id, table.owner_id],
      name: 'goal_shares_membership',
      foreignColumns: [groupMembers.group_id, groupMembers.user_id]
    }).onDelete('cascade'),
    ...checks('goal_shares', { whom: sql`num_nonnulls(${table.user_id}, ${table.group_id}) = 1` })
  ]
)

/** The last cheer of a person for a goal. It counts on one day of the goal's owner. */
export const goalCheers = pgTable(
  'goal_cheers',
  {
    goal_id: partOf(() => goals.id),
    user_id: partOf(() => users.id),
    day: date({ mode: 'string' }).notNull(),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.goal_id, table.user_id] }),
    index('goal_cheers_user').on(table.user_id, table.goal_id)
  ]
)
