import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { MOST_USES } from '../../../domain/accounts/invitations/invitation.ts'
import { SECURITY_KINDS, type SecurityKind } from '../../../domain/accounts/security-event.ts'
import { type MessageKey, Role } from '../../../domain/accounts/user.ts'
import type { Pause } from '../../../domain/days/streak.ts'
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
  ref,
  requestKey,
  revision,
  when
} from './columns.ts'

/** The texts by which admins find a person. @public */
export const findable = sql`(lower(username::text || ' ' || email::text || ' ' || name))`

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
    /** The times in which the person was away. */
    pauses: jsonb().$type<Pause[]>().notNull().default([]),
    has_streaks: boolean().notNull().default(true),
    /** What the person's profile shows besides what everyone sees (D-163). */
    shows_streak: boolean().notNull().default(false),
    shows_sessions: boolean().notNull().default(false),
    /** The unit for distances; null follows the region of each browser (D-154). */
    distance_unit: text().$type<DistanceUnit>(),
    /** While it is later than now, the person can only read, export and leave (D-148). */
    suspended_until: when(),
    /** What the person is told; null when they are not suspended. */
    suspended_reason: text(),
    /** Whether the email waits to be confirmed. Accounts that are older than this rule count as confirmed (D-145). */
    is_unconfirmed: boolean().notNull().default(false),
    /** Whether an admin has yet to approve the account (D-146). */
    is_unapproved: boolean().notNull().default(false),
    /**
     * Set for a guest (D-152): the SHA-256 of the key with which the browser joined. `name` is then the display name, and
     * `email` the username, to which no mail goes.
     */
    guest_key: bytea(),
    /** The username from before a guest registered; null once all rooms have the new one. */
    guest_username: text(),
    /** The invitation with which the person registered; null without one. */
    invitation_id: ref().references((): AnyPgColumn => invitations.id, { onDelete: 'set null' }),
    /** When the person agreed to the terms; null for older accounts and for the first admin. */
    terms_accepted_at: when(),
    revision: revision(),
    /** When the account will be deleted; null again after everything is deleted (D-131). */
    delete_at: when(),
    /** Whether an admin scheduled that deletion, so that only an admin can cancel it. Means nothing without `delete_at`. */
    is_deletion_by_admin: boolean().notNull().default(false),
    /** When the name was removed. The row stays for what others see and for the bookkeeping. */
    erased_at: when(),
    created_at: createdAt()
  },
  table => [
    index('users_unapproved').on(table.id).where(sql`${table.is_unapproved}`),
    uniqueIndex('users_guest_key').on(table.guest_key).where(sql`${table.guest_key} is not null`),
    index('users_to_rename').on(table.id).where(sql`${table.guest_username} is not null`),
    index('users_invitation').on(table.invitation_id).where(sql`${table.invitation_id} is not null`),
    index('users_to_delete').on(table.delete_at).where(sql`${table.delete_at} is not null`),
    index('users_find').using('gin', sql`${findable} gin_trgm_ops`),
    // For the number of new people.
    index('users_created').on(table.created_at),
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

/**
 * Invitations to register. The code is stored as it is, because the list of its owner shows the link again. It gives no
 * access to an account (docs/decisions/0060).
 */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    user_id: partOf(() => users.id),
    code: text().notNull(),
    /** The path of the group or session that the link opens. */
    target: text(),
    uses: integer().notNull().default(0),
    most_uses: integer().notNull(),
    expires_at: when().notNull(),
    ended_at: when(),
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('invitations_code_key').on(table.code),
    uniqueIndex('invitations_request').on(table.user_id, table.request_key),
    ...checks('invitations', {
      code: isNotEmpty(table.code),
      uses: sql`${table.uses} between 0 and ${table.most_uses}`,
      most_uses: isWithin(table.most_uses, 1, MOST_USES)
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
    /** A few sentences of plain text above the person's texts. */
    introduction: text().notNull().default(''),
    /** Whether the user currently acts as this person; true for exactly one of them (D-36). */
    is_current: boolean().notNull().default(false),
    /** When a moderator hid the page (D-149); null otherwise. */
    hidden_at: when(),
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
    /** When the person last proved who they are in this login, by the password or at the provider (D-31). */
    confirmed_at: when(),
    /** The token of single sign-on with which the login began, to end it at the provider too; null for other logins. */
    id_token: text(),
    expires_at: when().notNull()
  },
  table => [
    index('logins_user').on(table.user_id),
    index('logins_expiry').on(table.expires_at),
    ...checks('logins', { expiry: sql`${table.expires_at} > ${table.created_at}` })
  ]
)

/** Failed logins, new devices and refused links, one row for each hour (domain/accounts/security-event.ts). */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    kind: text().$type<SecurityKind>().notNull(),
    /** Null when it is about no account, and beyond the limit of the hour. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    /** The network that a limit counts; null beyond the limit of the hour. */
    address: text(),
    hour: when().notNull(),
    times: integer().notNull().default(1),
    last_at: when().notNull()
  },
  table => [
    unique('security_events_once').on(table.hour, table.kind, table.user_id, table.address).nullsNotDistinct(),
    index('security_events_last').on(table.last_at, table.id),
    index('security_events_user').on(table.user_id, table.last_at).where(sql`${table.user_id} is not null`),
    index('security_events_address').on(table.address, table.last_at).where(sql`${table.address} is not null`),
    ...checks('security_events', { kind: isOneOf(table.kind, SECURITY_KINDS), times: sql`${table.times} > 0` })
  ]
)
