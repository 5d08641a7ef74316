import type { Day } from '../../domain/lib/day.ts'
import { type InboxEntry, type ListedGoalReminder, type ListedStart, MOST_LISTED } from '../../domain/reminders/api.ts'
import type { Choices } from '../../domain/reminders/kinds.ts'
import { pathOfReminder, type ReminderFacts, wordsOfReminder } from '../../domain/reminders/words.ts'
import { IS_LISTED, unreadOf } from '../accounts/unread-rows.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import type { Slice } from '../lib/paging.ts'
import { CASE_IN_REMINDER } from '../moderation/place-rows.ts'
import { type Device, GOAL_IN_REMINDER, ITEM_IN_REMINDER, type ItemInReminder, toldItem } from './delivery-rows.ts'

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
  left join report_cases c on c.id = r.case_id left join activities y on y.id = r.activity_id left join groups g on g.id = coalesce(r.group_id, s.group_id)`

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

/** Returns the stored key of this name. If there is none, stores this one first; the first node to store one wins. */
export async function keepKey<Value>(db: Database, name: string, value: Value, now: Date): Promise<Value> {
  const find = () => db.$client.query<{ value: Value }>('select value from server_keys where name = $1', [name])
  const known = (await find()).rows[0]
  if (known) return known.value
  await db.$client.query(
    'insert into server_keys (name, value, created_at) values ($1, $2, $3) on conflict (name) do nothing',
    [name, JSON.stringify(value), now]
  )
  const kept = (await find()).rows[0]
  if (!kept) throw new Error(`the key ${name} is gone`)
  return kept.value
}

interface SettingsRow {
  channels: Choices
  quiet_from: string | null
  quiet_until: string | null
  is_off: boolean
  week_mail_at: Date | null
}

const NO_CHOICES: SettingsRow = { channels: {}, quiet_from: null, quiet_until: null, is_off: false, week_mail_at: null }

/** The reminder settings of a person, or the defaults. */
export async function findSettings(db: Handle, userId: number): Promise<SettingsRow> {
  const { rows } = await db.$client.query<SettingsRow>(
    'select channels, quiet_from, quiet_until, is_off, week_mail_at from reminder_settings where user_id = $1',
    [userId]
  )
  return rows[0] ?? NO_CHOICES
}

/** Like `findSettings`, with the row locked. Creates the row if there is none, except for a deleted user. */
export async function lockSettings(tx: Transaction, userId: number): Promise<SettingsRow> {
  await tx.$client.query(
    `insert into reminder_settings (user_id, channels) select id, '{}' from users where id = $1 and erased_at is null
     on conflict (user_id) do nothing`,
    [userId]
  )
  const { rows } = await tx.$client.query<SettingsRow>(
    'select channels, quiet_from, quiet_until, is_off, week_mail_at from reminder_settings where user_id = $1 for update',
    [userId]
  )
  return rows[0] ?? NO_CHOICES
}

/** Stores the reminder settings of a person. */
export async function saveSettings(tx: Transaction, userId: number, row: SettingsRow): Promise<void> {
  await tx.$client.query(
    `update reminder_settings set channels = $2, quiet_from = $3, quiet_until = $4, is_off = $5, week_mail_at = $6
     where user_id = $1`,
    [userId, JSON.stringify(row.channels), row.quiet_from, row.quiet_until, row.is_off, row.week_mail_at]
  )
}

interface DeviceRow extends Device {
  login_hash: Buffer
  user_agent: string
  created_at: Date
}

/** Devices of a person whose logins have not ended, newest first. */
export async function listDevices(db: Handle, userId: number, now: Date): Promise<DeviceRow[]> {
  const { rows } = await db.$client.query<DeviceRow>(
    `select d.id::int, d.endpoint, d.p256dh, d.auth, d.login_hash, d.created_at, l.user_agent
     from push_devices d join logins l on l.token_hash = d.login_hash
     where d.user_id = $1 and l.expires_at > $2 order by d.created_at desc, d.id desc`,
    [userId, now]
  )
  return rows
}

/**
 * Stores a device. A browser has one address, which belongs to the last person who allowed pushes there. Returns false
 * when the login has ended meanwhile, and then stores nothing.
 */
export async function saveDevice(
  tx: Transaction,
  userId: number,
  login: Buffer,
  { endpoint, p256dh, auth }: Omit<Device, 'id'>,
  now: Date
): Promise<boolean> {
  const { rowCount } = await tx.$client.query('select from logins where token_hash = $1 for key share', [login])
  if (rowCount === 0) return false
  await tx.$client.query('delete from push_devices where endpoint = $1 or login_hash = $2', [endpoint, login])
  await tx.$client.query(
    `insert into push_devices (user_id, login_hash, endpoint, p256dh, auth, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (endpoint) do update set user_id = excluded.user_id, login_hash = excluded.login_hash,
       p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
    [userId, login, endpoint, p256dh, auth, now]
  )
  return true
}

/** Deletes a device of this person. Returns false when they have no such device. */
export async function deleteDevice(db: Database, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.$client.query('delete from push_devices where id = $1 and user_id = $2', [id, userId])
  return rowCount === 1
}

/** The reminders of a person's open goals, by time. */
export async function listGoalReminders(db: Handle, userId: number, today: Day): Promise<ListedGoalReminder[]> {
  const { rows } = await db.$client.query<ListedGoalReminder>(
    `select g.id::int as goal_id, g.title, r.at, r.weekdays, r.at_night::int,
       (g.pauses -> -1 ->> 'from' is not null
         and coalesce((g.pauses -> -1 ->> 'until')::date > $2::date, true))::int as is_paused
     from goal_reminders r join goals g on g.id = r.goal_id
     where r.user_id = $1 and g.deleted_at is null and g.status = 1 order by r.at, g.id limit ${MOST_LISTED}`,
    [userId, today]
  )
  return rows
}

/** The planned sessions that a person is in, the next first. */
export async function listStartsOf(db: Handle, userId: number, now: Date): Promise<ListedStart[]> {
  const { rows } = await db.$client.query<Omit<ListedStart, 'starts_at'> & { starts_at: Date }>(
    `select s.title, '/sessions/' || s.slug as path, s.started_at as starts_at
     from participants p join sessions s on s.id = p.session_id
     where p.user_id = $1 and p.left_at is null and s.status = 0 and s.started_at > $2
     order by s.started_at, s.id limit ${MOST_LISTED}`,
    [userId, now]
  )
  return rows.map(({ starts_at, ...row }) => ({ ...row, starts_at: starts_at.toISOString() }))
}
