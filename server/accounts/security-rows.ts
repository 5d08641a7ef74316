/** Writes security events (domain/accounts/security-event.ts), and deletes old ones. */
import type { FastifyRequest } from 'fastify'
import { MOST_SECURITY_ROWS, SECURITY_KEPT_MS, type SecurityKind } from '../../domain/accounts/security-event.ts'
import { type Refusal, Refused } from '../../domain/lib/refusal.ts'
import type { Handle } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { networkOf } from '../lib/limits/rate-limit.ts'

const HOUR_MS = 3_600_000

/** An account by its id or email, or nobody. An email without an account counts as nobody. */
type Who = { id: number } | { email: string } | null

const NOTE = `
  with room as (
    select count(*) < ${MOST_SECURITY_ROWS} as is_left
    from (select from security_events where hour = $5 limit ${MOST_SECURITY_ROWS}) rows)
  insert into security_events (kind, user_id, address, hour, last_at)
  select $1, case when is_left then coalesce($2::bigint, (select id from users where users.email = $3::citext)) end,
    case when is_left then $4 end, $5, $6 from room
  on conflict on constraint security_events_once do update
  set times = security_events.times + 1, last_at = excluded.last_at`

/** Counts an event of this hour. */
export async function noteSecurity(
  db: Handle,
  { clock }: Pick<Resources, 'clock'>,
  request: FastifyRequest,
  kind: SecurityKind,
  who: Who
): Promise<void> {
  const now = clock.now()
  const hour = new Date(Math.floor(now / HOUR_MS) * HOUR_MS)
  const [id, email] = who === null ? [null, null] : 'id' in who ? [who.id, null] : [null, who.email]
  await db.$client.query({ text: NOTE }, [kind, id, email, networkOf(request), hour, new Date(now)])
}

/** Runs a sign-in or the use of a link, and notes its refusal. */
export async function watched<Value>(
  resources: Pick<Resources, 'db' | 'clock'>,
  request: FastifyRequest,
  { kind, who = null, isNoted = isInvalid }: { kind: SecurityKind; who?: Who; isNoted?: (refusal: Refusal) => boolean },
  work: () => Promise<Value>
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused && isNoted(error.refusal)) {
      await noteSecurity(resources.db, resources, request, kind, who)
    }
    throw error
  }
}

const isInvalid = ({ kind }: Refusal): boolean => kind === 'invalid'

/** Whether the token of a link was refused, and not another field. */
export const isOfToken = (refusal: Refusal): boolean => refusal.kind === 'invalid' && 'token' in refusal.fields

export async function forgetOldSecurity({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  await db.$client.query('delete from security_events where last_at < $1', [new Date(clock.now() - SECURITY_KEPT_MS)])
}
