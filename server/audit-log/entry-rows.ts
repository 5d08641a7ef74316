/** Writes the log of what admins and moderators do, and checks its chain (domain/audit-log/entry.ts). */
import { createHash } from 'node:crypto'
import { asc, eq, gt } from 'drizzle-orm'
import {
  type AuditAction,
  type AuditEntry,
  type AuditState,
  type AuditSubject,
  hashedText
} from '../../domain/audit-log/entry.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { findRow, lockRow } from '../db/rows.ts'
import { auditEntries, auditHead } from '../db/schema/audit-log.ts'

const HEAD = 1
/** How many entries a check reads at once. */
const CHECKED_AT_ONCE = 5000

interface Action {
  action: AuditAction
  subject?: AuditSubject
  subjectId?: number
  before?: AuditState
  after?: AuditState
}

/**
 * Adds an entry in the transaction of the action. Actions of all nodes wait for each other here, because each entry
 * contains the hash of the one before.
 * @param actor null for a command of the operator
 */
export async function recordAction(
  tx: Transaction,
  actor: { id: number } | null,
  { action, subject, subjectId, before, after }: Action,
  now: Date
): Promise<void> {
  const head = await lockLog(tx)
  const entry: AuditEntry = {
    number: head.number + 1,
    actor_id: actor?.id ?? null,
    action,
    subject: subject ?? null,
    subject_id: subjectId ?? null,
    before: before ?? null,
    after: after ?? null,
    at: now.getTime()
  }
  const hash = hashOf(entry, head.hash)
  const { at: _, ...row } = entry
  await tx.insert(auditEntries).values({ ...row, created_at: now, hash })
  await tx.update(auditHead).set({ number: entry.number, hash }).where(eq(auditHead.id, HEAD))
}

/** Locks the log until the transaction ends. Returns its newest entry. */
async function lockLog(tx: Transaction): Promise<{ number: number; hash: Buffer }> {
  await tx
    .insert(auditHead)
    .values({ id: HEAD, number: 0, hash: Buffer.alloc(0) })
    .onConflictDoNothing()
  const head = await lockRow(tx, auditHead, eq(auditHead.id, HEAD))
  if (!head) throw new Error('the head of the audit log is gone')
  return head
}

/** Recomputes the chain. Returns one line per fault, for an operator. */
export async function checkChain(db: Handle): Promise<string[]> {
  let previous: Buffer = Buffer.alloc(0)
  let number = 0
  const findings: string[] = []
  for (;;) {
    const rows = await db
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.number, number))
      .orderBy(asc(auditEntries.number))
      .limit(CHECKED_AT_ONCE)
    for (const { hash, created_at, ...row } of rows) {
      if (row.number !== number + 1) findings.push(`the audit log misses its entries after ${number}`)
      else if (!hashOf({ ...row, at: created_at.getTime() }, previous).equals(hash)) {
        findings.push(`entry ${row.number} of the audit log was changed`)
      }
      previous = hash
      number = row.number
    }
    if (rows.length < CHECKED_AT_ONCE) break
  }
  const head = await findRow(db, auditHead, eq(auditHead.id, HEAD))
  if ((head?.number ?? 0) !== number || (head && number > 0 && !head.hash.equals(previous))) {
    findings.push(`the audit log ends at entry ${number}, but its newest one was ${head?.number ?? 'never stored'}`)
  }
  return findings
}

function hashOf(entry: AuditEntry, previous: Buffer): Buffer {
  return createHash('sha256')
    .update(hashedText(entry, previous.toString('hex')))
    .digest()
}
