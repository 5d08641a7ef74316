/** Rows of the audit log, and of unsent mails and pushes, as admins see them. */
import { deviceName } from '../../domain/accounts/device.ts'
import type { AuditRow } from '../../domain/admin/api.ts'
import type { AdminMail, AdminPush } from '../../domain/admin/delivery-api.ts'
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/audit-log/entry.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../domain/export/csv.ts'
import { plainText } from '../../domain/lib/plain-text.ts'
import { HIDDEN_KINDS } from '../../domain/moderation/hidden.ts'
import type { Database } from '../db/database.ts'
import type { Slice } from '../lib/paging.ts'
import { listPlaces } from '../moderation/place-rows.ts'
import { listSubjects } from '../reports/subject-rows.ts'
import { listEntries, type listUnsent, type Wanted } from './overview-rows.ts'
import type { listPushes } from './push-rows.ts'

const AT_ONCE = 1000
const COLUMNS = [
  'number',
  'at',
  'actor',
  'action',
  'subject',
  'subject_id',
  'username',
  'title',
  'before',
  'after'
] as const
/** How many characters of a text name a message or a post. */
const MOST_TEXT = 60

/** Entries of the log. The log has ids only, so titles are those of today. */
export async function showEntries(db: Database, wanted: Wanted, slice: Slice): Promise<AuditRow[]> {
  const rows = await listEntries(db, wanted, slice)
  const titles = new Map<string, { title: string | null; path: string | null }>()
  const byKind = Map.groupBy(rows, ({ entry }) => HIDDEN_KINDS.find(kind => kind === entry.subject) ?? null)
  await Promise.all(
    [...byKind].map(async ([kind, some]) => {
      if (kind === null) return
      const ids = [...new Set(some.flatMap(({ entry }) => entry.subject_id ?? []))]
      const [subjects, places] = await Promise.all([listSubjects(db, kind, ids), listPlaces(db, kind, ids)])
      for (const id of ids) {
        const { title = '', text = '' } = subjects.get(id) ?? {}
        titles.set(`${kind} ${id}`, {
          title: title || plainText(text, MOST_TEXT) || null,
          path: places.get(id) ?? null
        })
      }
    })
  )
  return rows.map(({ entry, actor, username }) => {
    const { hash: _, actor_id: _id, created_at, ...rest } = entry
    const named = titles.get(`${entry.subject} ${entry.subject_id}`) ?? { title: null, path: null }
    return { ...rest, actor, username, ...named, at: created_at.toISOString() }
  })
}

/** Reads the query of the log. Ignores unreadable filters. */
export function wantedOf({ q, action }: Record<string, unknown>): Wanted {
  return {
    username: (typeof q === 'string' && q.trim()) || null,
    action: typeof action === 'string' && Object.hasOwn(AUDIT_ACTIONS, action) ? (action as AuditAction) : null
  }
}

/** The entries that were searched for as CSV, the newest first. */
export async function* logFile(db: Database, wanted: Wanted): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await showEntries(db, wanted, { limit: AT_ONCE, offset })
    for (const row of rows) {
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
