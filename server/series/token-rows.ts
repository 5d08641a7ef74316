/** Regulars whose tokens are checked before a date (D-150). */
import { CHECKED_BEFORE } from '../../domain/sessions/people/owed.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import type { Balance } from '../../domain/tokens/tokens.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'

export interface Owing extends Balance {
  id: number
  user_id: number
  session_id: number
  starts_at: Date
  plan: PlanKey | null
}

const [EARLY, LATE] = CHECKED_BEFORE

const DUE = `
  from participants p join sessions s on s.id = p.session_id join balances b on b.user_id = p.user_id
  where p.owes and p.left_at is null and p.starts_at > $1 and p.starts_at <= $2
    and s.status = ${SessionStatus.NotStarted} and not s.is_free
    and coalesce(p.purse_checked_at < p.starts_at - case when p.starts_at <= $3 then $5 else $4 end::interval, true)`

const valuesAt = (now: number) => [
  ...[new Date(now), new Date(now + EARLY), new Date(now + LATE)],
  ...[seconds(EARLY), seconds(LATE)]
]

/** Whether anyone's tokens are due for a check. Locks nothing. */
export async function hasUnchecked(db: Database, now: number): Promise<boolean> {
  const { rowCount } = await db.$reads.query({ text: `select ${DUE} limit 1` }, valuesAt(now))
  return rowCount === 1
}

/**
 * The places whose tokens are due for a check. Locks the sessions too, since each reminder refers to one. A row that is
 * locked comes at the next look, so two transactions never wait for each other.
 */
export async function lockUnchecked(tx: Transaction, now: number, most: number): Promise<Owing[]> {
  const { rows } = await tx.$client.query<Owing>(
    `select p.id::int, p.user_id::int, p.session_id::int, p.starts_at, b.monthly, b.free, b.purchased, b.plan ${DUE}
     order by p.starts_at, p.id limit ${most} for no key update of p skip locked for key share of s skip locked`,
    valuesAt(now)
  )
  return rows
}

export async function noteChecked(tx: Handle, places: number[], at: Date): Promise<void> {
  await tx.$client.query('update participants set purse_checked_at = $2 where id = any($1::bigint[])', [places, at])
}

function seconds(ms: number): string {
  return `${ms / 1000} seconds`
}
