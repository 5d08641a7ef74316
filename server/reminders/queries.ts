import type { InboxEntry } from '../../domain/reminders/api.ts'
import { MOST_UNREAD } from '../../domain/reminders/kinds.ts'
import { pathOfReminder, type Told, wordsOfReminder } from '../../domain/reminders/words.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Slice } from '../lib/paging.ts'

interface InboxRow extends Omit<Told, 'session' | 'at'> {
  id: number
  at: Date
  title: string | null
  slug: string | null
  is_read: boolean
}

const INBOX = `
  select r.id::int, r.kind, r.times, r.at, r.read_at is not null as is_read, s.title, s.slug,
    case when a.erased_at is null then a.username end as actor
  from reminders r left join sessions s on s.id = r.session_id left join users a on a.id = r.actor_id
  where r.user_id = $1 and r.is_listed order by r.told_at desc, r.id desc limit $2 offset $3`

/** The inbox of a person, the newest first. */
export async function listInbox(db: Database, userId: number, { limit, offset }: Slice): Promise<InboxEntry[]> {
  const { rows } = await db.$client.query<InboxRow>(INBOX, [userId, limit, offset])
  return rows.map(({ id, title, slug, is_read, ...row }) => {
    const told: Told = {
      ...row,
      at: row.at.getTime(),
      session: title !== null && slug !== null ? { title, slug } : null
    }
    return {
      id,
      kind: row.kind,
      text: wordsOfReminder(told),
      path: pathOfReminder(told),
      at: row.at.toISOString(),
      is_read: is_read ? 1 : 0
    }
  })
}

const UNREAD = `
  select count(*)::int as unread from (
    select from reminders where user_id = $1 and is_listed and read_at is null limit ${MOST_UNREAD}) counted`

export async function countUnread(db: Database, userId: number): Promise<number> {
  const { rows } = await db.$client.query<{ unread: number }>(UNREAD, [userId])
  return rows[0]?.unread ?? 0
}

/** One of a person's reminders, or all that they were told of until then. */
export async function markRead(
  db: Database,
  userId: number,
  which: { id: number | null; until: Date },
  now: Date
): Promise<void> {
  await db.$client.query(
    `update reminders set read_at = $2
     where user_id = $1 and read_at is null and ($3::bigint is null and told_at <= $4 or id = $3)`,
    [userId, now, which.id, which.until]
  )
}

const STARTING = `
  select s.id::int from sessions s left join announced_starts a on a.session_id = s.id
  where s.status = 0 and s.started_at > $1 and s.started_at <= $2 and a.started_at is distinct from s.started_at
  order by s.started_at limit 1000`

/** Sessions that start between the two, of which nobody was told yet. */
export async function listStartingSoon(db: Database, now: Date, until: Date): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(STARTING, [now, until])
  return rows.map(({ id }) => id)
}

const CLAIM = `
  insert into announced_starts (session_id, started_at)
  select id, started_at from sessions where id = $1 and status = 0 and started_at > $2 and started_at <= $3
  on conflict (session_id) do update set started_at = excluded.started_at
    where announced_starts.started_at <> excluded.started_at
  returning started_at`

/** When the session starts, for who is the first to ask since it got this start; null for all others. */
export async function claimStart(tx: Transaction, id: number, now: Date, until: Date): Promise<number | null> {
  const { rows } = await tx.$client.query<{ started_at: Date }>({ text: CLAIM }, [id, now, until])
  return rows[0]?.started_at.getTime() ?? null
}

/** Who is in a session, since when. */
export async function listParticipants(tx: Transaction, sessionId: number) {
  const { rows } = await tx.$client.query<{ id: number; joined_at: Date }>(
    'select user_id::int as id, joined_at from participants where session_id = $1 and left_at is null',
    [sessionId]
  )
  return rows.map(({ id, joined_at }) => ({ id, joinedAt: joined_at.getTime() }))
}

/** Deletes what is older than this, read or not. */
export async function deleteRemindersBefore(db: Database, before: Date): Promise<void> {
  await db.$client.query('delete from reminders where told_at < $1', [before])
}
