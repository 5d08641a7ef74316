/** Tells regulars a day and an hour before a date that they lack tokens for it (D-150). */

import { takeUse } from '../../domain/tokens/tokens.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { remind } from '../reminders/reminder-rows.ts'
import { isFreeHut } from '../tokens/balance-rows.ts'
import { hasUnchecked, lockUnchecked, noteChecked } from './token-rows.ts'

const AT_ONCE = 1000

/** Checks everyone who owes a use for a date that begins soon. A check at each of the two times is enough. */
export async function warnOfTokens(deps: Dependencies): Promise<void> {
  if (isFreeHut(deps)) return
  while (await hasUnchecked(deps.db, deps.clock.now())) {
    const { checked, told } = await deps.db.transaction(tx => check(tx, deps))
    tellInboxes(deps, told)
    if (checked < AT_ONCE) return
  }
}

async function check(tx: Transaction, deps: Dependencies): Promise<{ checked: number; told: string[] }> {
  const now = deps.clock.now()
  const rows = await lockUnchecked(tx, now, AT_ONCE)
  if (rows.length === 0) return { checked: 0, told: [] }
  await noteChecked(
    tx,
    rows.map(({ id }) => id),
    new Date(now)
  )
  const poor = rows.filter(row => !takeUse({ ...row, isFree: false }, true).ok)
  const told: string[] = []
  for (const [sessionId, people] of Map.groupBy(poor, row => row.session_id)) {
    const to = people.map(({ user_id }) => user_id)
    const end = people[0]?.starts_at.getTime() ?? now
    told.push(...(await remind(tx, deps, { kind: 'place_unpaid', to, sessionId, at: now, end })))
  }
  return { checked: rows.length, told }
}
