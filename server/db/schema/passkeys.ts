import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, checks, createdAt, isNotEmpty, isNotNegative, partOf, ref, when } from './columns.ts'

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
