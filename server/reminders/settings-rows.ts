/** The settings of a person’s reminders, their devices, and what they are reminded of. */
import type { Day } from '../../domain/lib/day.ts'
import { type ListedGoalReminder, type ListedStart, MOST_LISTED } from '../../domain/reminders/api.ts'
import type { Choices } from '../../domain/reminders/kinds.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import type { Device } from './delivery-rows.ts'

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
