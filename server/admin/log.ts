/** Rows of the audit log, and of unsent mails and pushes, as admins see them. */
import { deviceName } from '../../domain/accounts/device.ts'
import type { AdminMail, AdminPush, AuditRow } from '../../domain/admin/api.ts'
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/audit-log/entry.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../domain/export/csv.ts'
import type { Database } from '../db/database.ts'
import { listEntries, type listUnsent } from './overview-rows.ts'
import type { listPushes } from './push-rows.ts'

const AT_ONCE = 1000
const COLUMNS = ['number', 'at', 'actor', 'action', 'subject', 'subject_id', 'username', 'before', 'after'] as const

export function toWireEntry({ entry, actor, username }: Awaited<ReturnType<typeof listEntries>>[number]): AuditRow {
  const { hash: _, actor_id: _id, created_at, ...rest } = entry
  return { ...rest, actor, username, at: created_at.toISOString() }
}

/** The action that a query names; null for any other text. */
export function auditActionOf(value: unknown): AuditAction | null {
  return typeof value === 'string' && Object.hasOwn(AUDIT_ACTIONS, value) ? (value as AuditAction) : null
}

/** The whole log as CSV, the newest entry first. */
export async function* logFile(db: Database): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await listEntries(db, { username: null, action: null }, { limit: AT_ONCE, offset })
    for (const row of rows.map(toWireEntry)) {
      const cells = { ...row, before: json(row.before), after: json(row.after) }
      yield csvLine(COLUMNS.map(column => cells[column]))
    }
    if (rows.length < AT_ONCE) return
  }
}

const json = (state: object | null): string => (state ? JSON.stringify(state) : '')

export function toWireMail(row: Awaited<ReturnType<typeof listUnsent>>[number]): AdminMail {
  const { created_at, due_at, failed_at, ...rest } = row
  return {
    ...rest,
    created_at: created_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    failed_at: failed_at?.toISOString() ?? null
  }
}

export function toWirePush({
  device,
  due_at,
  failed_at,
  ...row
}: Awaited<ReturnType<typeof listPushes>>[number]): AdminPush {
  return {
    ...row,
    device: deviceName(device),
    due_at: due_at?.toISOString() ?? null,
    failed_at: failed_at?.toISOString() ?? null
  }
}
