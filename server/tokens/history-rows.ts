import { and, desc, eq, sql } from 'drizzle-orm'
import type { LedgerEntry } from '../../domain/tokens/api.ts'
import type { LedgerAction } from '../../domain/tokens/tokens.ts'
import type { Database } from '../db/database.ts'
import { ledger } from '../db/schema/billing/tokens.ts'
import type { Slice } from '../lib/paging.ts'

/** Written with plain table names: inside `sql` drizzle omits the table where it sees only one. */
const subjectTitle = sql<
  string | null
>`case case when ledger.action in ('undone', 'restored') then 'log' else ledger.action end
  when 'goal' then (select g.title from goals g where g.id = ledger.subject_id)
  when 'log' then (select coalesce(g.title, s.title) from logs l
    left join goals g on g.id = l.goal_id left join sessions s on s.id = l.session_id where l.id = ledger.subject_id)
  when 'join' then (select s.title from participants p join sessions s on s.id = p.session_id
    where p.id = ledger.subject_id)
  when 'message' then (select s.title from messages m join sessions s on s.id = m.session_id
    where m.id = ledger.subject_id)
  when 'post' then (select coalesce(nullif(p.title, ''), s.title) from posts p join sessions s on s.id = p.session_id
    where p.id = ledger.subject_id)
  end`

/** The newest entries, each with the title of the thing it paid for. */
export async function listLedger(
  db: Database,
  userId: number,
  reason: LedgerAction | null,
  { limit, offset }: Slice
): Promise<LedgerEntry[]> {
  const rows = await db
    .select({
      id: ledger.id,
      bucket: ledger.bucket,
      amount: ledger.amount,
      action: ledger.action,
      created_at: ledger.created_at,
      subject: subjectTitle
    })
    .from(ledger)
    .where(reason ? and(eq(ledger.user_id, userId), eq(ledger.action, reason)) : eq(ledger.user_id, userId))
    .orderBy(desc(ledger.id))
    .limit(limit)
    .offset(offset)
  return rows.map(row => ({ ...row, subject: row.subject || null, created_at: row.created_at.toISOString() }))
}

/** Whether the person has redeemed tokens from the pool. */
export async function hasRedeemed(db: Database, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: ledger.id })
    .from(ledger)
    .where(and(eq(ledger.user_id, userId), eq(ledger.action, 'redeem')))
  return row !== undefined
}
