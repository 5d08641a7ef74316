/** The lists of the page of money, and the same lists as CSV. */

import { MONEY_LISTS, type MoneyList, type moneyPage } from '../../domain/admin/money-api.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../domain/export/csv.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import type { Database } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { Slice } from '../lib/paging.ts'
import { tokensIn } from '../tokens/pool.ts'
import { getPool } from '../tokens/pool-rows.ts'
import { countRunning, listPayments, listReturns, listSubscriptions, sumMonths, type Wanted } from './money-rows.ts'

type Money = DataOf<typeof moneyPage>

const MONTHS = 12
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/
const AT_ONCE = 1000

/** Reads a query. Anything unreadable is ignored (API-08). */
export function wantedOf(
  { provider }: Pick<Dependencies, 'provider'>,
  query: Record<string, unknown>
): Wanted & { show: MoneyList } {
  const [, year, month] = MONTH.exec(String(query.month)) ?? []
  const start = (more: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + more))
  return {
    mode: provider.mode,
    show: MONEY_LISTS.find(list => list === query.show) ?? 'payments',
    month: year === undefined ? null : { from: start(0), until: start(1) },
    username: typeof query.q === 'string' ? query.q.trim() || null : null
  }
}

export async function moneyOf(
  { db, clock, provider }: Dependencies,
  wanted: Wanted & { show: MoneyList },
  slice: Slice
) {
  const now = dateAt(clock)
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - MONTHS))
  const [months, running, pool, list] = await Promise.all([
    sumMonths(db, provider.mode, since),
    countRunning(db, provider.mode),
    getPool(db),
    listOf(db, wanted, slice)
  ])
  return { is_live: provider.mode === 'live', months, running, pool: tokensIn(pool), list }
}

async function listOf(db: Database, wanted: Wanted & { show: MoneyList }, slice: Slice): Promise<Money['list']> {
  const { show } = wanted
  switch (show) {
    case 'payments': {
      const rows = await listPayments(db, wanted, slice)
      return {
        show,
        rows: rows.map(({ refunded, is_disputed, to_pool, paid_at, ...row }) => ({
          ...row,
          to_pool: to_pool ? 1 : 0,
          left: row.amount - refunded,
          is_disputed: is_disputed ? 1 : 0,
          paid_at: iso(paid_at) ?? ''
        }))
      }
    }
    case 'returns': {
      const rows = await listReturns(db, wanted, slice)
      return {
        show,
        rows: rows.map(({ created_at, returned_at, ...row }) => ({
          ...row,
          at: created_at.toISOString(),
          returned_at: iso(returned_at)
        }))
      }
    }
    case 'subscriptions': {
      const rows = await listSubscriptions(db, wanted, slice)
      return {
        show,
        rows: rows.map(row => ({
          ...row,
          started_at: row.started_at.toISOString(),
          period_end: iso(row.period_end),
          end_date: iso(row.end_date),
          failed_at: iso(row.failed_at),
          ended_at: iso(row.ended_at)
        }))
      }
    }
  }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

type Row = Money['list']['rows'][number]
/** Amounts are in cents there, and in whole units in a file. */
const CENTS = ['amount', 'left']

/** A whole list as CSV. Its columns are those of the page. */
export async function* moneyFile(db: Database, wanted: Wanted & { show: MoneyList }): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for (let offset = 0; ; offset += AT_ONCE) {
    const { rows }: { rows: Row[] } = await listOf(db, wanted, { limit: AT_ONCE, offset })
    if (offset === 0) yield csvLine(COLUMNS[wanted.show])
    for (const row of rows) {
      const cells = new Map(Object.entries(row))
      yield csvLine(
        COLUMNS[wanted.show].map(name =>
          CENTS.includes(name) ? Number(cells.get(name)) / 100 : (cells.get(name) ?? null)
        )
      )
    }
    if (rows.length < AT_ONCE) return
  }
}

const COLUMNS: Record<MoneyList, readonly string[]> = {
  payments: ['number', 'paid_at', 'username', 'plan', 'to_pool', 'amount', 'left', 'currency', 'is_disputed'],
  returns: ['number', 'at', 'kind', 'username', 'amount', 'currency', 'uses', 'reason', 'returned_at'],
  subscriptions: ['id', 'username', 'plan', 'started_at', 'period_end', 'end_date', 'failed_at', 'ended_at']
}
