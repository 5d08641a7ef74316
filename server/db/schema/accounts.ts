import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type MessageKey, Role } from '../../../domain/accounts/user.ts'
import { LATEST_DAY_START, UTC } from '../../../domain/lib/day.ts'
import { DISTANCE_UNITS, type DistanceUnit } from '../../../domain/lib/distance.ts'
import type { Flag } from '../../../domain/lib/fields.ts'
import {
  bytea,
  checks,
  citext,
  createdAt,
  id,
  isNotEmpty,
  isOneOf,
  isWithin,
  partOf,
  requestKey,
  revision,
  when
} from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    username: citext().notNull(),
    email: citext().notNull(),
    /** The next email, which waits for confirmation. */
    new_email: citext(),
    name: text().notNull(),
    first_name: text().notNull().default(''),
    last_name: text().notNull().default(''),
    password_hash: text().notNull(),
    role_id: smallint().notNull().default(1),
    is_new: boolean().notNull().default(true),
    new_messages: jsonb().$type<Record<MessageKey, Flag>>().notNull(),
    /** How the person's days are counted (domain/lib/day.ts). */
    time_zone: text().notNull().default(UTC.time_zone),
    day_start: smallint().notNull().default(UTC.day_start),
    /** Weekdays that do not break a streak, from 1 (Monday) to 7. */
    rest_days: jsonb().$type<number[]>().notNull().default([]),
    has_streaks: boolean().notNull().default(true),
    /** The unit for distances; null follows the region of each browser (D-154). */
    distance_unit: text().$type<DistanceUnit>(),
    /** When the person agreed to the terms; null for older accounts and for the first admin. */
    terms_accepted_at: when(),
    revision: revision(),
    /** When the account will be deleted; null again after everything is deleted (D-131). */
    delete_at: when(),
    /** When the name was removed. The row stays for what others see and for the bookkeeping. */
    erased_at: when(),
    created_at: createdAt()
  },
  table => [
    index('users_to_delete').on(table.delete_at).where(sql`${table.delete_at} is not null`),
    uniqueIndex('users_username_key').on(table.username),
    uniqueIndex('users_email_key').on(table.email),
    ...checks('users', {
      username: isNotEmpty(table.username),
      email: isNotEmpty(table.email),
      name: isNotEmpty(table.name),
      role: isOneOf(table.role_id, Object.values(Role)),
      time_zone: isNotEmpty(table.time_zone),
      day_start: isWithin(table.day_start, 0, LATEST_DAY_START),
      distance_unit: isOneOf(table.distance_unit, DISTANCE_UNITS)
    })
  ]
)

/** The public persons of users, each with its own page. All usernames are in `names` too (D-36). */
export const persons = pgTable(
  'persons',
  {
    id: id(),
    user_id: partOf(() => users.id),
    username: citext().notNull(),
    /** The heading of the person's page. */
    title: text().notNull(),
    /** Whether the user currently acts as this person; true for exactly one of them (D-36). */
    is_current: boolean().notNull().default(false),
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('persons_username_key').on(table.username),
    index('persons_user').on(table.user_id),
    uniqueIndex('persons_request').on(table.user_id, table.request_key),
    ...checks('persons', { username: isNotEmpty(table.username), title: isNotEmpty(table.title) })
  ]
)

/**
 * Browsers in which a person signed in before. Wrong attempts elsewhere do not block sign-ins there
 * (docs/decisions/0024). Only the SHA-256 of the cookie's token is stored.
 */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    token_hash: bytea().notNull(),
    user_id: partOf(() => users.id),
    /** When this person last signed in there. */
    used_at: when().notNull()
  },
  table => [
    primaryKey({ columns: [table.token_hash, table.user_id] }),
    index('known_browsers_user').on(table.user_id),
    index('known_browsers_use').on(table.used_at)
  ]
)

/** Logins. Only the SHA-256 of the cookie's token is stored. */
export const logins = pgTable(
  'logins',
  {
    token_hash: bytea().primaryKey(),
    user_id: partOf(() => users.id),
    client_uuid: text().notNull(),
    /** The browser's own description of itself. */
    user_agent: text().notNull().default(''),
    created_at: createdAt(),
    /** When the person last entered their password in this login (D-31). */
    confirmed_at: when(),
    expires_at: when().notNull()
  },
  table => [
    index('logins_user').on(table.user_id),
    index('logins_expiry').on(table.expires_at),
    ...checks('logins', { expiry: sql`${table.expires_at} > ${table.created_at}` })
  ]
)
