import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { MOST_UNITS, MOST_WEEKS, VISIBILITIES, type Visibility } from '../../../domain/programmes/programme.ts'
import type { Stay } from '../../../domain/programmes/progress.ts'
import { users } from './accounts.ts'
import {
  checks,
  createdAt,
  hiddenIndex,
  id,
  isNotEmpty,
  isNotNegative,
  isOneOf,
  isWithin,
  needs,
  partOf,
  ref,
  requestKey,
  revision,
  when
} from './columns.ts'
import { groups } from './groups.ts'

/** Programmes that people wrote. Those that come with the product are in domain/programmes/ready. */
export const programmes = pgTable(
  'programmes',
  {
    id: id(),
    user_id: needs(() => users.id),
    slug: text().notNull(),
    title: text().notNull(),
    about: text().notNull().default(''),
    /** As its author typed it (domain/programmes/read-text.ts). */
    text: text().notNull(),
    weeks_count: smallint().notNull(),
    units_count: smallint().notNull(),
    source_name: text().notNull().default(''),
    source_url: text().notNull().default(''),
    visibility: text().$type<Visibility>().notNull(),
    /** When a moderator hid it (D-149); null otherwise. */
    hidden_at: when(),
    revision: revision(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    uniqueIndex('programmes_slug_key').on(table.slug),
    uniqueIndex('programmes_request').on(table.user_id, table.request_key),
    index('programmes_list')
      .on(table.id.desc().nullsFirst())
      .where(sql`${table.visibility} = 'public' and ${table.deleted_at} is null and ${table.hidden_at} is null`),
    index('programmes_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    hiddenIndex('programmes', table),
    ...checks('programmes', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      text: isNotEmpty(table.text),
      weeks: isWithin(table.weeks_count, 1, MOST_WEEKS),
      units: isWithin(table.units_count, 1, MOST_WEEKS * MOST_UNITS),
      visibility: isOneOf(table.visibility, VISIBILITIES)
    })
  ]
)

/** A programme that a group follows together. Its text is a copy, as for each person. */
export const groupProgrammes = pgTable(
  'group_programmes',
  {
    id: id(),
    group_id: partOf(() => groups.id),
    /** Who started it. */
    user_id: needs(() => users.id),
    /** Of the programme, which may be gone. */
    slug: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    starts_on: date({ mode: 'string' }).notNull(),
    created_at: createdAt(),
    ended_at: when()
  },
  table => [
    uniqueIndex('group_programmes_once').on(table.group_id, table.slug).where(sql`${table.ended_at} is null`),
    index('group_programmes_user').on(table.user_id),
    ...checks('group_programmes', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      text: isNotEmpty(table.text)
    })
  ]
)

/** A programme that a person follows, with their own copy of its text. */
export const programmeFollows = pgTable(
  'programme_follows',
  {
    id: id(),
    user_id: partOf(() => users.id),
    slug: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** The programme of a group with which they follow it. */
    run_id: ref().references(() => groupProgrammes.id, { onDelete: 'set null' }),
    stays: jsonb().$type<Stay[]>().notNull(),
    created_at: createdAt(),
    ended_at: when()
  },
  table => [
    // A person follows a programme once at a time. Its rows are also found by the person.
    uniqueIndex('programme_follows_once').on(table.user_id, table.slug).where(sql`${table.ended_at} is null`),
    index('programme_follows_user').on(table.user_id, table.id),
    index('programme_follows_run').on(table.run_id, table.id).where(sql`${table.run_id} is not null`),
    ...checks('programme_follows', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      text: isNotEmpty(table.text)
    })
  ]
)

/** The units that a person did. Each counts once in a stay (domain/programmes/progress.ts). */
export const programmeUnits = pgTable(
  'programme_units',
  {
    follow_id: partOf(() => programmeFollows.id),
    stay: integer().notNull(),
    week: smallint().notNull(),
    unit: smallint().notNull(),
    day: date({ mode: 'string' }).notNull(),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.follow_id, table.stay, table.week, table.unit] }),
    ...checks('programme_units', {
      stay: isNotNegative(table.stay),
      week: isWithin(table.week, 0, MOST_WEEKS - 1),
      unit: isWithin(table.unit, 0, MOST_UNITS - 1)
    })
  ]
)
