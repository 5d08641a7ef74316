import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { AuditAction } from '../../domain/audit-log/entry.ts'
import { addDays, type Day, dayOf, startOfDay } from '../../domain/lib/day.ts'
import { findUserId } from '../accounts/user-rows.ts'
import type { Database } from '../db/database.ts'
import { securityEvents, users } from '../db/schema/accounts.ts'
import { auditEntries } from '../db/schema/audit-log.ts'
import { mails } from '../db/schema/mail.ts'
import { networkOf } from '../lib/limits/rate-limit.ts'
import type { Slice } from '../lib/paging.ts'

/** The days of the chart. */
const DAYS = 30
const MOST_MAILS = 100

/** New accounts on each of the last 30 days in that zone, the oldest first. */
export async function countNewPeople(db: Database, now: number, zone: string): Promise<{ day: Day; count: number }[]> {
  const calendar = { time_zone: zone, day_start: 0 }
  const first = addDays(dayOf(now, calendar), 1 - DAYS)
  const { rows } = await db.$client.query<{ day: Day; count: number }>(
    `select to_char(created_at at time zone $2, 'YYYY-MM-DD') as day, count(*)::int as count
     from users where created_at >= $1 and guest_key is null group by 1`,
    [new Date(startOfDay(first, calendar)), zone]
  )
  const counts = new Map(rows.map(({ day, count }) => [day, count]))
  return Array.from({ length: DAYS }, (_, index) => {
    const day = addDays(first, index)
    return { day, count: counts.get(day) ?? 0 }
  })
}

/** When the first account was created. */
export async function findBeginning(db: Database): Promise<Date> {
  const [row] = await db.select({ at: users.created_at }).from(users).orderBy(users.id).limit(1)
  if (!row) throw new Error('a hut has an admin')
  return row.at
}

/** How many people used a login since then. @param loginEnds the earliest end of such a login */
export async function countSeen(db: Database, loginEnds: Date): Promise<number> {
  const { rows } = await db.$client.query<{ count: number }>(
    'select count(distinct user_id)::int as count from logins where expires_at > $1',
    [loginEnds]
  )
  return rows[0]?.count ?? 0
}

export interface Wanted {
  /** The username of the actor, or of the person it was done to. */
  username: string | null
  action: AuditAction | null
}

const actor = sql<string | null>`(select u.username from users u where u.id = audit_entries.actor_id)`
const subjectName = sql<string | null>`(select u.username from users u
  where audit_entries.subject = 'user' and u.id = audit_entries.subject_id)`

/** Entries of the audit log, the newest first. */
export async function listEntries(db: Database, { username, action }: Wanted, { limit, offset }: Slice) {
  // With the id as a value, PostgreSQL knows whether the person has few entries or most of them.
  const id = username === null ? null : await findUserId(db, username)
  const isTheirs =
    id === null
      ? sql`false`
      : or(eq(auditEntries.actor_id, id), and(eq(auditEntries.subject, 'user'), eq(auditEntries.subject_id, id)))
  return db
    .select({ entry: auditEntries, actor, username: subjectName })
    .from(auditEntries)
    .where(and(username === null ? undefined : isTheirs, action === null ? undefined : eq(auditEntries.action, action)))
    .orderBy(desc(auditEntries.number))
    .limit(limit)
    .offset(offset)
}

/** Mails that were given up, and then those that wait. */
export async function listUnsent(db: Database) {
  const kind = sql<string>`${mails.content} ->> 'kind'`
  const username = sql<string | null>`(select u.username from users u where u.id = mails.user_id)`
  const to = sql<string | null>`coalesce(${mails.email}, (select u.email from users u
    where u.id = mails.user_id and u.erased_at is null))`
  const { id, created_at, attempts, due_at, failed_at, reason } = mails
  const fields = { id, kind, username, to, created_at, attempts, due_at, failed_at, reason }
  // Each has an index, so that an outage with many thousands of mails takes no longer.
  const [failed, waiting] = await Promise.all([
    db.select(fields).from(mails).where(isNotNull(failed_at)).orderBy(asc(id)).limit(MOST_MAILS),
    db
      .select(fields)
      .from(mails)
      .where(and(isNull(mails.sent_at), isNotNull(due_at)))
      .orderBy(asc(due_at))
      .limit(MOST_MAILS)
  ])
  return [...failed, ...waiting].slice(0, MOST_MAILS)
}

/** Security events, the newest first. @param q a username, or an address as a limit counts it; empty for all */
export function listSecurity(db: Database, q: string, { limit, offset }: Slice) {
  const { id, kind, address, times, last_at } = securityEvents
  const username = sql<string | null>`(select u.username from users u where u.id = security_events.user_id)`
  const theirs = sql`(select u.id from users u where u.username = ${q})`
  return db
    .select({ id, kind, username, address, times, last_at })
    .from(securityEvents)
    .where(q === '' ? undefined : or(eq(securityEvents.user_id, theirs), eq(address, networkOf({ ip: q }))))
    .orderBy(desc(last_at), desc(id))
    .limit(limit)
    .offset(offset)
}
