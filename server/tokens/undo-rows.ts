/** Gives the use of an undone log back, and charges it again when the log is restored. */
import { and, eq, gt, gte, inArray, lt, or } from 'drizzle-orm'
import { type LedgerAction, UNDO_ACTIONS, UNDO_MS, usesLeft } from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import { freeUses, ledger } from '../db/schema/billing/tokens.ts'
import { type Change, type Charging, changeBalance, isFreeHut, lockBalance } from './balance-rows.ts'
import { spend } from './ledger-rows.ts'

/**
 * Gives the use of a log back that was charged less than 30 seconds ago, to the bucket that paid it (D-131). Returns how
 * many uses are left then, or null where nothing is given back: the log was free, came later, or had its use back before.
 * A use of an allowance or a purchase that was taken back since is gone with it. The caller has locked the log.
 */
export async function giveBack(
  tx: Transaction,
  charging: Charging,
  userId: number,
  logId: number,
  now: Date
): Promise<number | null> {
  const of = (action: LedgerAction) => and(eq(ledger.action, action), eq(ledger.subject_id, logId))
  const [charged] = await tx
    .select({ id: ledger.id, bucket: ledger.bucket })
    .from(ledger)
    .where(and(of('log'), lt(ledger.amount, 0), gte(ledger.created_at, new Date(now.getTime() - UNDO_MS))))
  if (!charged) return null
  await lockBalance(tx, userId)
  const [spoken] = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(
      or(
        and(of('undone'), gt(ledger.amount, 0)),
        and(
          eq(ledger.user_id, userId),
          gt(ledger.id, charged.id),
          eq(ledger.bucket, charged.bucket),
          inArray(ledger.action, ['ended', 'refund', 'dispute'])
        )
      )
    )
    .limit(1)
  if (spoken) return null
  const change: Change = { bucket: charged.bucket, amount: 1, action: 'undone', subjectId: logId }
  return usesLeft(await changeBalance(tx, userId, change, now), isFreeHut(charging))
}

/**
 * Charges a restored log again where it had its use back. Returns how many uses are left then, or null without a charge.
 * The caller has locked the log.
 * @throws Refused 402 INSUFFICIENT_TOKENS
 */
export async function chargeRestored(
  tx: Transaction,
  charging: Charging,
  userId: number,
  logId: number,
  now: Date
): Promise<number | null> {
  const entries = await tx
    .select({ action: ledger.action })
    .from(ledger)
    .where(and(inArray(ledger.action, [...UNDO_ACTIONS]), eq(ledger.subject_id, logId)))
  const free = and(eq(freeUses.action, 'restored'), eq(freeUses.subject_id, logId))
  const isOwed = entries.length === 1 && (await tx.$count(freeUses, free)) === 0
  return isOwed ? spend(tx, charging, userId, 'restored', { ids: [logId], inSession: false }, now) : null
}
