import { desc, eq, sql } from 'drizzle-orm'
import type { PlanKey } from '../../domain/accounts/user.ts'
import type { LedgerEntry } from '../../domain/tokens/api.ts'
import type { Balance, Bucket, ChargedAction } from '../../domain/tokens/tokens.ts'
import type { Database, Transaction } from '../db/database.ts'
import { balances, ledger } from '../db/schema.ts'

/** The balance with its row locked until the transaction ends. */
export async function lockBalance(tx: Transaction, userId: number): Promise<Balance & { plan: PlanKey | null }> {
  const [row] = await tx
    .select({ monthly: balances.monthly, free: balances.free, purchased: balances.purchased })
    .from(balances)
    .where(eq(balances.user_id, userId))
    .for('update')
  if (!row) throw new Error(`user ${userId} has no balance`)
  return { ...row, plan: null }
}

interface Charge {
  userId: number
  bucket: Bucket
  action: ChargedAction
  subjectId: number
  now: Date
}

/** One use from one bucket, with its entry, in one statement. */
export async function takeOne(tx: Transaction, charge: Charge): Promise<void> {
  const column = sql.identifier(charge.bucket)
  await tx.execute(sql`
    with taken as (update balances set ${column} = ${column} - 1 where user_id = ${charge.userId})
    insert into ledger (user_id, bucket, amount, action, subject_id, created_at)
    values (${charge.userId}, ${charge.bucket}, -1, ${charge.action}, ${charge.subjectId}, ${charge.now})`)
}

export async function findBalance(db: Database, userId: number): Promise<Balance | null> {
  const [row] = await db
    .select({ monthly: balances.monthly, free: balances.free, purchased: balances.purchased })
    .from(balances)
    .where(eq(balances.user_id, userId))
  return row ?? null
}

/** Written by hand with aliases: inside `sql` drizzle leaves out the names of tables where it sees only one. */
const subjectTitle = sql<string | null>`case ledger.action
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

/** The newest entries, each with the title of what was paid for. */
export async function listLedger(
  db: Database,
  userId: number,
  { limit, offset }: { limit: number; offset: number }
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
    .where(eq(ledger.user_id, userId))
    .orderBy(desc(ledger.id))
    .limit(limit)
    .offset(offset)
  return rows.map(row => ({ ...row, subject: row.subject || null, created_at: row.created_at.toISOString() }))
}
