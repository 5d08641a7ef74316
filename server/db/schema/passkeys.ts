import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, checks, createdAt, isNotEmpty, isNotNegative, ref, when } from './columns.ts'

/** Keys that devices keep, and that sign their person in. Only the public half is here. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** As the device calls it. */
    id: text().primaryKey(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the device that it was made on. */
    name: text().notNull(),
    public_key: bytea().notNull(),
    /** How often it was used, where its device counts; one that goes back is a copy. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser reaches its device. */
    transports: jsonb().$type<string[]>().notNull().default([]),
    created_at: createdAt(),
    used_at: when()
  },
  table => [
    index('passkeys_user').on(table.user_id),
    ...checks('passkeys', { id: isNotEmpty(table.id), counter: isNotNegative(table.counter) })
  ]
)

/** What devices were asked to sign, for some minutes and once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** Who is adding a passkey; null where somebody is signing in. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    index('passkey_challenges_user').on(table.user_id),
    index('passkey_challenges_created').on(table.created_at)
  ]
)
