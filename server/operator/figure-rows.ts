/** The database figures of `/metrics`. */
import { LOGIN_LASTS_MS } from '../../domain/accounts/login.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Database } from '../db/database.ts'

const DAY_MS = 86_400_000

const COUNT = `
  select pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from users where erased_at is null and guest_key is null) as people,
    (select count(distinct user_id)::int from logins where expires_at > $1) as people_today,
    (select count(*)::int from sessions where status = $2) as running`

/**
 * Counts the figures. A login expires a fixed time after its last use, so its expiry tells who was here in the last
 * day.
 */
export async function countFigures(
  db: Database,
  now: number
): Promise<{ bytes: number; people: number; people_today: number; running: number }> {
  const usedToday = new Date(now + LOGIN_LASTS_MS - DAY_MS)
  const { rows } = await db.$client.query(COUNT, [usedToday, SessionStatus.Running])
  return rows[0]
}
