/**
 * Handles calls that arrive in one room at the same moment: one transaction, one lock, one read of the balances and one
 * charge. Each call is refused on its own. `lib/sharing/batch-by-key.ts` collects them.
 */

import { allow, deny, type Result } from '../../domain/lib/result.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import type { Purse, Use, UseAction } from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isSameCall, KEY_IS_USED, ownKey, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockBalances } from '../tokens/balance-rows.ts'
import { charge } from '../tokens/ledger-rows.ts'
import type { RecordEvent, SessionRow } from './room-rows.ts'

interface Wish {
  viewer: Pick<SignedIn, 'id'>
  key: RequestKey | null
}

/** A new row for a wish, and the use that pays for it; null when it is free. */
export interface Draft<New> {
  user_id: number
  row: New
  use: Use | null
}

/** A row that is there already, or a draft. Several wishes may share one draft. */
export type Decision<New, Row> = { stored: Row } | Draft<New>

/** The rules and rows of one kind of call. */
interface Kind<W extends Wish, New, Row extends { id: number }, Value> {
  /** What each new row costs a use for. */
  action: UseAction
  /** The rows that earlier calls made with the keys of these wishes, by `ownKey`. */
  earlier: ReadonlyMap<string, { row: Row; request_digest: string | null }>
  decide: (wish: W, purse: Purse, drafts: readonly Draft<New>[]) => Result<Decision<New, Row>>
  /** Stores new rows. Returns a row for each, or null if another transaction used its key meanwhile. */
  insert: (rows: New[]) => Promise<(Row | null)[]>
  /** Does everything that follows from the new rows. Returns the function that makes the response to a wish. */
  finish: (made: Row[]) => Promise<(wish: W, row: Row, left: number | null) => Result<Value>>
}

export interface RoomChange {
  tx: Transaction
  record: RecordEvent
  session: SessionRow
  /** The ids of the people who call. */
  people: number[]
}

/**
 * Returns an outcome for each wish, in order.
 * @param open reads what the rules need; the balances are locked after its first statements
 */
export function together<W extends Wish, New, Row extends { id: number }, Value>(
  deps: Dependencies,
  sessionId: number,
  wishes: W[],
  open: (change: RoomChange) => Promise<Kind<W, New, Row, Value>>
): Promise<Result<Value>[]> {
  return deps.rooms.change(sessionId, async (tx, record, session) => {
    needVisible(session, null)
    const people = [...new Set(wishes.map(({ viewer }) => viewer.id))]
    const [kind, purses] = await Promise.all([open({ tx, record, session, people }), lockBalances(tx, deps, people)])
    const drafts: Draft<New>[] = []
    const decided = wishes.map(decideInTurn(kind, purses, drafts))
    const rows = await kind.insert(drafts.map(({ row }) => row))
    const charges = drafts.flatMap(({ user_id, use }, index) => {
      const row = rows[index]
      return use && row ? [{ userId: user_id, bucket: use.bucket, subjectId: row.id }] : []
    })
    await charge(tx, kind.action, charges, dateAt(deps.clock))
    const respond = await kind.finish(rows.filter(row => row !== null))
    return wishes.map((wish, index) => {
      const decision = decided[index]
      if (!decision) throw new Error('a wish has no outcome')
      if (!decision.ok) return decision
      if ('stored' in decision.value) return respond(wish, decision.value.stored, null)
      const row = rows[drafts.indexOf(decision.value)]
      return row ? respond(wish, row, decision.value.use?.left ?? null) : deny(KEY_IS_USED)
    })
  })
}

/** Returns the function that decides the wishes in order. It adds to the drafts, and takes their uses. */
function decideInTurn<W extends Wish, New, Row extends { id: number }>(
  kind: Pick<Kind<W, New, Row, unknown>, 'earlier' | 'decide'>,
  purses: Map<number, Purse>,
  drafts: Draft<New>[]
): (wish: W) => Result<Decision<New, Row>> {
  const keyed = new Map<string, { decision: Decision<New, Row>; request_digest: string | null }>()
  for (const [own, { row, request_digest }] of kind.earlier)
    keyed.set(own, { decision: { stored: row }, request_digest })
  return wish => {
    const { viewer, key } = wish
    const known = key && keyed.get(ownKey(viewer.id, key))
    if (known) return isSameCall(known, key) ? allow(known.decision) : deny(KEY_IS_USED)
    const purse = purses.get(viewer.id)
    if (!purse) throw new Error(`user ${viewer.id} has no balance`)
    const outcome = kind.decide(wish, purse, drafts)
    if (!outcome.ok || 'stored' in outcome.value || drafts.includes(outcome.value)) return outcome
    const { value: draft } = outcome
    drafts.push(draft)
    if (draft.use) purses.set(viewer.id, draft.use.purse)
    if (key) keyed.set(ownKey(viewer.id, key), { decision: draft, request_digest: key.request_digest })
    return outcome
  }
}
