import type { InboxEntry } from '../../domain/reminders/api.ts'
import { pathOfReminder, type ReminderFacts, wordsOfReminder } from '../../domain/reminders/words.ts'
import { IS_LISTED, unreadOf } from '../accounts/unread-rows.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Slice } from '../lib/paging.ts'
import { CASE_IN_REMINDER } from '../moderation/place-rows.ts'
import { GOAL_IN_REMINDER, ITEM_IN_REMINDER, type ItemInReminder, toldItem } from './delivery-rows.ts'

export interface InboxRow extends Omit<ReminderFacts, 'session' | 'series' | 'activity' | 'item' | 'at'> {
  id: number
  user_id: number
  item: ItemInReminder | null
  at: Date
  title: string | null
  slug: string | null
  series_title: string | null
  series_slug: string | null
  activity_title: string | null
  activity_slug: string | null
  is_read: boolean
}

/** Everything that the words of the reminders `r` need. */
export const FACTS = `
  select r.id::int, r.user_id::int, r.kind, r.times, r.at, r.read_at is not null as is_read, s.title, s.slug,
    e.title as series_title, e.slug as series_slug,
    case when a.erased_at is null then a.username end as actor,
    y.title as activity_title, y.slug as activity_slug, g.title as "group", ${CASE_IN_REMINDER} as report,
    ${GOAL_IN_REMINDER} as goal, ${ITEM_IN_REMINDER} as item
  from reminders r left join sessions s on s.id = r.session_id left join users a on a.id = r.actor_id
  left join series e on e.id = s.series_id
  left join goals o on o.id = r.goal_id
  left join report_cases c on c.id = r.case_id left join activities y on y.id = r.activity_id left join groups g on g.id = coalesce(r.group_id, s.group_id) and g.hidden_at is null`

const INBOX = `${FACTS} where r.user_id = $1 and ${IS_LISTED}
  order by r.told_at desc, r.id desc limit $2 offset $3`

/** The inbox of a person, the newest first. */
export async function listInbox(db: Database, userId: number, { limit, offset }: Slice): Promise<InboxEntry[]> {
  const { rows } = await db.$client.query<InboxRow>(INBOX, [userId, limit, offset])
  return rows.map(row => {
    const told = factsOf(row)
    return {
      id: row.id,
      kind: row.kind,
      text: wordsOfReminder(told),
      path: pathOfReminder(told),
      at: row.at.toISOString(),
      is_read: row.is_read ? 1 : 0
    }
  })
}

/** The facts of a row of `FACTS`, for its words and its path. */
export function factsOf(row: InboxRow): ReminderFacts {
  const { kind, goal, group, report, actor, times } = row
  return {
    ...{ kind, goal, group, report, actor, times },
    at: row.at.getTime(),
    session: named(row.title, row.slug),
    series: named(row.series_title, row.series_slug),
    activity: named(row.activity_title, row.activity_slug),
    item: toldItem(row.item)
  }
}

/** The title and slug of the thing that a reminder is about; null when it has none. */
export function named(title: string | null, slug: string | null): { title: string; slug: string } | null {
  return title !== null && slug !== null ? { title, slug } : null
}

const UNREAD = `select ${unreadOf('$1')} as unread`

/** The number of unread reminders, up to `MOST_UNREAD`. */
export async function countUnread(db: Database, userId: number): Promise<number> {
  const { rows } = await db.$client.query<{ unread: number }>(UNREAD, [userId])
  return rows[0]?.unread ?? 0
}

/** Marks one of a person's reminders as read, or all that arrived until then. */
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
  where s.status = 0 and s.hidden_at is null and s.started_at > $1 and s.started_at <= $2 and a.started_at is distinct from s.started_at
  order by s.started_at limit 1000`

/** Sessions that start between these times and have not been announced. */
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

/** Claims the announcement of a start. Returns the start to the first caller, and null to all others. */
export async function claimStart(tx: Transaction, id: number, now: Date, until: Date): Promise<number | null> {
  const { rows } = await tx.$client.query<{ started_at: Date }>({ text: CLAIM }, [id, now, until])
  return rows[0]?.started_at.getTime() ?? null
}

/** People in a session, and since when. */
export async function listParticipants(tx: Transaction, sessionId: number) {
  const { rows } = await tx.$client.query<{ id: number; joined_at: Date }>(
    'select user_id::int as id, joined_at from participants where session_id = $1 and left_at is null',
    [sessionId]
  )
  return rows.map(({ id, joined_at }) => ({ id, joinedAt: joined_at.getTime() }))
}

/** Deletes reminders older than this, read or not. */
export async function deleteRemindersBefore(db: Database, before: Date): Promise<void> {
  await db.$client.query('delete from reminders where told_at < $1', [before])
}

/** Returns the stored key of this name. If there is none, makes and stores one; the first node to store one wins. */
export async function keepKey<Value>(
  db: Database,
  name: string,
  make: () => Value | Promise<Value>,
  now: Date
): Promise<Value> {
  const find = () => db.$client.query<{ value: Value }>('select value from server_keys where name = $1', [name])
  const known = (await find()).rows[0]
  if (known) return known.value
  await db.$client.query(
    'insert into server_keys (name, value, created_at) values ($1, $2, $3) on conflict (name) do nothing',
    [name, JSON.stringify(await make()), now]
  )
  const kept = (await find()).rows[0]
  if (!kept) throw new Error(`the key ${name} is gone`)
  return kept.value
}
