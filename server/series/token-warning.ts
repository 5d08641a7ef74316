/** Tells regulars a day and an hour before a date that they lack tokens for it (D-150). */
import { CHECKED_BEFORE } from '../../domain/sessions/people/owed.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import { type Balance, takeUse } from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { remind, tellInboxes } from '../reminders/reminder-rows.ts'
import { isFreeHut } from '../tokens/ledger-rows.ts'

const AT_ONCE = 1000
const [EARLY, LATE] = CHECKED_BEFORE

/** Checks everyone who owes a use for a date that begins soon. A check at each of the two times is enough. */
export async function warnOfTokens(deps: Dependencies): Promise<void> {
  if (isFreeHut(deps)) return
  for (;;) {
    const { checked, told } = await deps.db.transaction(tx => check(tx, deps))
    tellInboxes(deps, told)
    if (checked < AT_ONCE) return
  }
}

interface Owing extends Balance {
  id: number
  user_id: number
  session_id: number
  starts_at: Date
  plan: PlanKey | null
}

/**
 * Locks the sessions too, since each reminder refers to one. A row that is locked comes at the next look, so two
 * transactions never wait for each other.
 */
const DUE = `
  select p.id::int, p.user_id::int, p.session_id::int, p.starts_at, b.monthly, b.free, b.purchased, b.plan
  from participants p join sessions s on s.id = p.session_id join balances b on b.user_id = p.user_id
  where p.owes and p.left_at is null and p.starts_at > $1 and p.starts_at <= $2
    and s.status = ${SessionStatus.NotStarted} and not s.is_free
    and coalesce(p.purse_checked_at < p.starts_at - case when p.starts_at <= $3 then $5 else $4 end::interval, true)
  order by p.starts_at, p.id limit ${AT_ONCE} for no key update of p skip locked for key share of s skip locked`

async function check(tx: Transaction, deps: Dependencies): Promise<{ checked: number; told: string[] }> {
  const now = deps.clock.now()
  const [at, early, late] = [new Date(now), new Date(now + EARLY), new Date(now + LATE)]
  const { rows } = await tx.$client.query<Owing>(DUE, [at, early, late, seconds(EARLY), seconds(LATE)])
  if (rows.length === 0) return { checked: 0, told: [] }
  await tx.$client.query('update participants set purse_checked_at = $2 where id = any($1::bigint[])', [
    rows.map(({ id }) => id),
    at
  ])
  const poor = rows.filter(row => !takeUse({ ...row, isFree: false }, true).ok)
  const told: string[] = []
  for (const [sessionId, people] of Map.groupBy(poor, row => row.session_id)) {
    const to = people.map(({ user_id }) => user_id)
    const end = people[0]?.starts_at.getTime() ?? now
    told.push(...(await remind(tx, deps, { kind: 'place_unpaid', to, sessionId, at: now, end })))
  }
  return { checked: rows.length, told }
}

function seconds(ms: number): string {
  return `${ms / 1000} seconds`
}
