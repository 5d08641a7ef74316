/** Finds the person of a press address. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import { prepared } from '../db/prepared.ts'
import { users } from '../db/schema/accounts.ts'
import { pressAddresses } from '../db/schema/presses.ts'
import type { Resources } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { account, withoutRights } from './viewer-rows.ts'

const presserBySecret = prepared(db =>
  db
    .select({ account, distance_unit: users.distance_unit, address: pressAddresses })
    .from(pressAddresses)
    .innerJoin(users, eq(users.id, pressAddresses.user_id))
    .where(and(eq(pressAddresses.secret_hash, sql.placeholder('hash')), isNull(users.erased_at)))
)

interface Presser {
  address: typeof pressAddresses.$inferSelect
  /** How the person reads distances; null when their browser decides. */
  distance_unit: DistanceUnit | null
  viewer: SignedIn
}

/** The press address with a secret, and its person; null for any other secret (D-156). */
export async function findPresser(
  { db, config }: Pick<Resources, 'db' | 'config'>,
  hash: Buffer,
  now: Date
): Promise<Presser | null> {
  const [row] = await presserBySecret(db).execute({ hash })
  if (!row) return null
  const { id, created_at: since } = row.address
  const viewer = withoutRights(config, row.account, { client_uuid: `press-${id}`, login: hash, since, until: now })
  return { address: row.address, distance_unit: row.distance_unit, viewer }
}
