import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { APP_KINDS, type AppKind } from '../../../domain/accounts/apps/apps.ts'
import { type Identity, PURPOSES, type Purpose } from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import { users } from './accounts.ts'
import { bytea, checks, createdAt, id, isNotEmpty, isNotNegative, isOneOf, partOf, ref, when } from './columns.ts'

/** Passkeys, with which a device signs its person in. Only the public key is stored. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The id that the device chose. */
    id: text().primaryKey(),
    user_id: partOf(() => users.id),
    /** The name of the device that created it. */
    name: text().notNull(),
    public_key: bytea().notNull(),
    /** How often it was used, if its device counts. A decreased counter shows a copied key. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser reaches the device. */
    transports: jsonb().$type<string[]>().notNull().default([]),
    created_at: createdAt(),
    used_at: when()
  },
  table => [
    index('passkeys_user').on(table.user_id),
    ...checks('passkeys', { id: isNotEmpty(table.id), counter: isNotNegative(table.counter) })
  ]
)

/** Challenges that devices must sign. Each is valid once, for some minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** The person who adds a passkey; null for a sign-in. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    index('passkey_challenges_user').on(table.user_id),
    index('passkey_challenges_created').on(table.created_at)
  ]
)

/** Who an account is at the provider of single sign-on. The email is only shown, and identifies nobody. */
export const signOnIdentities = pgTable(
  'sign_on_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    user_id: partOf(() => users.id),
    /** The email at the provider when it was last used. */
    email: text().notNull(),
    created_at: createdAt(),
    used_at: when().notNull()
  },
  table => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex('sign_on_identities_user').on(table.user_id, table.issuer),
    ...checks('sign_on_identities', { subject: isNotEmpty(table.subject) })
  ]
)

/**
 * Sign-ins that have begun, for some minutes: at the provider while `identity` is null, then in front of the form for
 * people without an account here.
 */
export const signOnAttempts = pgTable(
  'sign_on_attempts',
  {
    /** The SHA-256 of the state that the provider sends back. */
    state_hash: bytea().primaryKey(),
    /** The SHA-256 of the token of the browser that began. */
    browser_hash: bytea().notNull(),
    nonce: text().notNull(),
    /** The PKCE verifier. */
    verifier: text().notNull(),
    purpose: text().$type<Purpose>().notNull(),
    /** Who connects an account or proves who they are; null for a sign-in. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    /** The page to open afterwards. */
    next: text().notNull(),
    identity: jsonb().$type<Identity>(),
    id_token: text(),
    created_at: createdAt()
  },
  table => [
    index('sign_on_attempts_browser').on(table.browser_hash),
    index('sign_on_attempts_user').on(table.user_id),
    index('sign_on_attempts_created').on(table.created_at),
    ...checks('sign_on_attempts', { purpose: isOneOf(table.purpose, PURPOSES) })
  ]
)

/** Access tokens, with which programs act as their person. Only the SHA-256 of a token is stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: id(),
    user_id: partOf(() => users.id),
    token_hash: bytea().notNull(),
    name: text().notNull(),
    /** With a space between two, as OAuth writes them (domain/accounts/access-tokens/scopes.ts). */
    scopes: text().notNull(),
    created_at: createdAt(),
    expires_at: when().notNull(),
    /** When a program last used it, to the minute; null before the first use. */
    used_at: when(),
    /** The connection of the app that has it; null for a token that its person has created. */
    connection_id: ref().references(() => oauthStates.id, { onDelete: 'cascade' })
  },
  table => [
    uniqueIndex('access_tokens_hash').on(table.token_hash),
    index('access_tokens_connection').on(table.connection_id),
    index('access_tokens_user').on(table.user_id),
    index('access_tokens_expiry').on(table.expires_at),
    ...checks('access_tokens', {
      name: isNotEmpty(table.name),
      scopes: isNotEmpty(table.scopes),
      expiry: sql`${table.expires_at} > ${table.created_at}`
    })
  ]
)

/**
 * What OAuth stores: apps, connections of persons to them, and questions, codes and refresh tokens (domain/accounts/apps).
 * Only the SHA-256 of their keys is stored.
 */
export const oauthStates = pgTable(
  'oauth_states',
  {
    id: id(),
    kind: text().$type<AppKind>().notNull(),
    key_hash: bytea().notNull(),
    /** As the library wants it back, without the key. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Null for an app, and for a question without an answer. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    /** The app of a connection; the connection of a code or refresh token. */
    part_of: ref().references((): AnyPgColumn => oauthStates.id, { onDelete: 'cascade' }),
    /** Of a connection, as in `access_tokens`. */
    scopes: text(),
    created_at: createdAt(),
    /** Null for an app. */
    expires_at: when(),
    /** When a code or refresh token was used up, or a connection was last used. */
    used_at: when()
  },
  table => [
    uniqueIndex('oauth_states_key').on(table.kind, table.key_hash),
    index('oauth_states_user').on(table.user_id),
    index('oauth_states_part').on(table.part_of),
    index('oauth_states_expiry').on(table.expires_at),
    ...checks('oauth_states', { kind: isOneOf(table.kind, APP_KINDS) })
  ]
)

/** The private addresses of calendars. They are not hashed, because people look them up again (docs/decisions/0023). */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull(),
    /** Whether it has the reminders of goals, and the units of programmes. */
    has_goals: boolean().notNull().default(false),
    has_programmes: boolean().notNull().default(false),
    created_at: createdAt()
  },
  table => [uniqueIndex('calendar_feeds_token').on(table.token)]
)
