import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ALL_REPEATS, MOST_DATES, MOST_WEEKS, type Repeats } from '../../../domain/sessions/repeats.ts'
import { users } from './accounts.ts'
import { activities, planChecks, planFields, terms } from './activities.ts'
import {
  checks,
  createdAt,
  id,
  isNotEmpty,
  isOneOf,
  isWithin,
  needs,
  partOf,
  ref,
  requestKey,
  when
} from './columns.ts'

/** A rule, and what each of its sessions is made from (D-150). */
export const series = pgTable(
  'series',
  {
    id: id(),
    /** The host of its dates. */
    user_id: needs(() => users.id),
    slug: text().notNull(),
    title: text().notNull(),
    activity_id: ref().references(() => activities.id, { onDelete: 'set null' }),
    ...planFields,
    term_id: ref().references(() => terms.id, { onDelete: 'set null' }),
    is_free: boolean().notNull().default(false),
    guests: boolean(),
    guests_chat: boolean().notNull().default(false),
    repeats: text().$type<Repeats>().notNull(),
    every: smallint().notNull(),
    /** From 1 (Monday) to 7; empty for the weekday of the first date. */
    weekdays: jsonb().$type<number[]>().notNull().default([]),
    /** The last day in the zone, such as "2027-03-02". */
    until: text(),
    count: integer(),
    /** The first date of the rule. */
    starts_at: when().notNull(),
    zone: text().notNull(),
    /** All dates up to this one are made. */
    made_until: when().notNull(),
    /** When the sweep looks at it again: its next date begins, or the time to confirm is over. */
    look_at: when().notNull(),
    /** When it asked its host to confirm that it goes on; null while it need not. */
    asked_at: when(),
    /** When it paused because its host did not confirm. */
    paused_at: when(),
    ended_at: when(),
    /** It has ended or paused, and its coming dates are not cancelled yet. */
    is_stopping: boolean().notNull().default(false),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull()
  },
  table => [
    uniqueIndex('series_slug_key').on(table.slug),
    uniqueIndex('series_request').on(table.user_id, table.request_key),
    index('series_to_look_at').on(table.look_at).where(sql`${table.ended_at} is null and ${table.paused_at} is null`),
    index('series_stopping').on(table.id).where(sql`${table.is_stopping}`),
    index('series_group').on(table.group_id).where(sql`${table.group_id} is not null and ${table.ended_at} is null`),
    index('series_user').on(table.user_id, table.id),
    ...checks('series', {
      ...planChecks(table),
      repeats: isOneOf(table.repeats, ALL_REPEATS),
      every: isWithin(table.every, 1, MOST_WEEKS),
      count: isWithin(table.count, 1, MOST_DATES),
      zone: isNotEmpty(table.zone)
    })
  ]
)

/** People who hear of each new date of a series. Everyone else in its group hears of the first one only. */
export const seriesWatchers = pgTable(
  'series_watchers',
  { series_id: partOf(() => series.id), user_id: partOf(() => users.id), created_at: createdAt() },
  table => [primaryKey({ columns: [table.series_id, table.user_id] }), index('series_watchers_user').on(table.user_id)]
)

/** People who come to each date (D-150). They get a place on a date when it is made, in the order of their ids. */
export const seriesRegulars = pgTable(
  'series_regulars',
  {
    id: id(),
    series_id: partOf(() => series.id),
    user_id: partOf(() => users.id),
    created_at: createdAt(),
    /** When something else ended it, such as leaving the group. The sweep then gives up their places. */
    ended_at: when()
  },
  table => [
    uniqueIndex('series_regulars_once').on(table.series_id, table.user_id),
    index('series_regulars_order').on(table.series_id, table.id),
    index('series_regulars_user').on(table.user_id),
    index('series_regulars_ended').on(table.id).where(sql`${table.ended_at} is not null`)
  ]
)
