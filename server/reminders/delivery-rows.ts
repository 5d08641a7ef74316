/** Pushes and mails to send: when each is due, and who sends it. */

import { itemPath } from '../../domain/publishing/item.ts'
import { type About, dueFor } from '../../domain/reminders/delivery.ts'
import type { Channel, Choices, ReminderKind, Way } from '../../domain/reminders/kinds.ts'
import type { QuietHours } from '../../domain/reminders/quiet.ts'
import type { ReminderFacts } from '../../domain/reminders/words.ts'
import type { SessionStatus } from '../../domain/sessions/status.ts'
import { IS_SEEN } from '../accounts/unread-rows.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { CASE_IN_REMINDER } from '../moderation/place-rows.ts'

/** A person to remind until a time, their channels and their quiet hours. */
export interface ToTell {
  until: number
  by: readonly Channel[]
  time_zone: string
  quiet: QuietHours | null
}

/** Each way to reach these people, and when it was last used for this reminder. Guests have no email. */
const WAYS_TO = `
  select r.id::int as reminder_id, way.channel, way.device_id::int, d.sent_at
  from reminders r cross join lateral (
    select 'mail' as channel, null::bigint as device_id from users where id = r.user_id and guest_key is null
    union all select 'push', id from push_devices where user_id = r.user_id) way
  left join reminder_deliveries d on d.reminder_id = r.id and d.channel = way.channel
    and d.device_id is not distinct from way.device_id
  where r.id = any($1::bigint[]) order by 1, 3, 4`

/** Locks the devices, and leaves out those that were deleted meanwhile. */
const QUEUE = `
  with known as (select id from push_devices where id = any($2::bigint[]) order by id for key share)
  insert into reminder_deliveries (reminder_id, channel, device_id, due_at)
  select way.* from jsonb_to_recordset($1::jsonb) as
    way(reminder_id bigint, channel text, device_id bigint, due_at timestamptz)
  where way.device_id is null or way.device_id in (select id from known)
  on conflict on constraint reminder_deliveries_once do update
  set due_at = excluded.due_at, attempts = 0, failed_at = null, reason = null where reminder_deliveries.due_at is null`

interface WayTo {
  reminder_id: number
  channel: Way
  device_id: number | null
  sent_at: Date | null
}

/**
 * Queues pushes and mails for reminders. Leaves a delivery that is already waiting as it is.
 * @param told whom each reminder is for, by its id
 */
export async function queueDeliveries(
  tx: Transaction,
  kind: ReminderKind,
  told: ReadonlyMap<number, ToTell>,
  now: number
): Promise<void> {
  const reminders = [...told].filter(([, { by }]) => by.includes('push') || by.includes('mail')).map(([id]) => id)
  if (reminders.length === 0) return
  const { rows } = await tx.$client.query<WayTo>({ text: WAYS_TO }, [reminders])
  const due = rows.flatMap(({ sent_at, ...way }) => {
    const person = told.get(way.reminder_id)
    if (!person?.by.includes(way.channel)) return []
    const at = dueFor({ kind, until: person.until }, now, sent_at?.getTime() ?? null, person)
    return at === null ? [] : [{ ...way, due_at: new Date(at) }]
  })
  const devices = due.flatMap(({ device_id }) => device_id ?? [])
  if (due.length > 0) await tx.$client.query({ text: QUEUE }, [JSON.stringify(due), devices])
}

export interface Device {
  id: number
  endpoint: string
  p256dh: string
  auth: string
}

/** A push or mail that no other node sends until `due_at`, with everything that decides on it. */
export interface Claimed {
  id: number
  channel: Way
  attempts: number
  due_at: Date
  reminder_id: number
  user_id: number
  kind: ReminderKind
  times: number
  at: Date
  told_at: Date
  until: Date
  is_read: boolean
  actor: string | null
  title: string | null
  slug: string | null
  series_title: string | null
  series_slug: string | null
  activity_title: string | null
  activity_slug: string | null
  group: string | null
  item: ItemInReminder | null
  report: ReminderFacts['report']
  goal: ReminderFacts['goal']
  status: SessionStatus | null
  started_at: Date | null
  is_in: boolean
  is_gone: boolean
  place: About['place']
  time_zone: string
  channels: Choices | null
  quiet_from: string | null
  quiet_until: string | null
  is_off: boolean
  device: Device | null
}

/** The goal `o` of a reminder, as `ReminderFacts` has it. */
export const GOAL_IN_REMINDER = `case when o.id is not null then json_build_object('id', o.id, 'title', o.title, 'is_list', o.is_list) end`

/** The text of the reminder `r`, as `toldItem` reads it; null without one. */
export const ITEM_IN_REMINDER = `(select json_build_object('title', i.title, 'slug', i.slug, 'is_book', i.is_book,
    'username', n.username, 'author', n.title, 'book', b.slug)
  from items i join persons n on n.id = i.person_id left join items b on b.id = i.parent_id where i.id = r.item_id)`

export interface ItemInReminder {
  title: string
  slug: string
  is_book: boolean
  username: string
  author: string
  book: string | null
}

/** The text that a reminder is about, as `ReminderFacts` has it. */
export function toldItem(row: ItemInReminder | null): ReminderFacts['item'] {
  if (row === null) return null
  const { title, username, author, book } = row
  return { title, author, path: itemPath(row, username, book === null ? null : { slug: book }) }
}

/**
 * Whether the person `u` is away: everything rests until they are back (server/goals/away.ts).
 * @param now the parameter that has the time
 */
export const isAway = (now: string): string => `coalesce((u.pauses -> -1 ->> 'until')::date
  > (${now}::timestamptz at time zone u.time_zone - u.day_start * interval '1 hour')::date, false)`

const CLAIM = `
  with claimed as (
    update reminder_deliveries set due_at = $2, reason = null where id = any(array(
      select id from reminder_deliveries where due_at <= $1 order by due_at limit $3 for update skip locked))
    returning *)
  select sent.id::int, sent.channel, sent.attempts, sent.due_at, r.id::int as reminder_id, r.user_id::int, r.kind, r.times, r.at,
    r.told_at, r.until, r.read_at is not null as is_read, s.title, s.slug, s.status, s.started_at,
    e.title as series_title, e.slug as series_slug, x.title as activity_title, x.slug as activity_slug, g.title as "group", ${CASE_IN_REMINDER} as report,
    case when a.erased_at is null then a.username end as actor,
    exists (select from participants p where p.session_id = r.session_id and p.user_id = r.user_id
      and p.left_at is null) as is_in,
    ${GOAL_IN_REMINDER} as goal, ${ITEM_IN_REMINDER} as item,
    (select case when e.opens_at is not null then 'offered'
        when coalesce(s.participants_count + s.held_places < s.participant_limit, true) then 'free' end
      from waitlist_entries e where e.session_id = r.session_id and e.user_id = r.user_id) as place,
    p.deleted_at is not null or l.deleted_at is not null or o.deleted_at is not null
      or not ${IS_SEEN} as is_gone,
    u.time_zone, w.channels, w.quiet_from, w.quiet_until, coalesce(w.is_off, false) or ${isAway('$1')} as is_off,
    case when d.id is not null then
      json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth) end as device
  from claimed sent join reminders r on r.id = sent.reminder_id join users u on u.id = r.user_id
  left join reminder_settings w on w.user_id = r.user_id left join sessions s on s.id = r.session_id
  left join series e on e.id = s.series_id left join users a on a.id = r.actor_id left join posts p on p.id = r.post_id left join logs l on l.id = r.log_id
  left join goals o on o.id = r.goal_id left join push_devices d on d.id = sent.device_id left join activities x on x.id = r.activity_id
  left join groups g on g.id = coalesce(r.group_id, s.group_id) left join report_cases c on c.id = r.case_id`

/** Claims the deliveries that have been due longest, so that no other node sends them until `until`. */
export async function claimDeliveries(db: Database, now: Date, until: Date, most: number): Promise<Claimed[]> {
  const { rows } = await db.$client.query<Claimed>(CLAIM, [now, until, most])
  return rows
}

/** The current state of what a claimed reminder is about. */
export function aboutOf({ status, started_at, is_in, is_gone, place }: Claimed): About {
  const session = status === null ? null : { status, startsAt: started_at?.getTime() ?? null }
  return { session, isIn: is_in, isGone: is_gone, place }
}

/** The quiet hours of a row, if it has any. */
export function quietOf(row: { quiet_from: string | null; quiet_until: string | null }): QuietHours | null {
  const { quiet_from: from, quiet_until: until } = row
  return from !== null && until !== null ? { from, until } : null
}

/**
 * Marks a delivery as sent and returns true, if the claim is still held. If more happened while it was being sent, the
 * delivery is due again at `next`.
 * @param next null when that would be too late
 */
export async function markSent(
  db: Handle,
  { id, due_at, reminder_id, told_at }: Claimed,
  now: Date,
  next: Date | null
): Promise<boolean> {
  const { rowCount } = await db.$client.query(
    `update reminder_deliveries set sent_at = $3, attempts = 0, failed_at = null, reason = null,
       due_at = case when (select told_at from reminders where id = $4) > $5 then $6::timestamptz end
     where id = $1 and due_at = $2`,
    [id, due_at, now, reminder_id, told_at, next]
  )
  return rowCount === 1
}

/** Like `markSent`, for many. */
export async function markAllSent(
  db: Database,
  sent: readonly { claimed: Claimed; at: Date; next: Date | null }[]
): Promise<void> {
  const rows = sent.map(({ claimed: { id, due_at, told_at }, at, next }) => ({ id, due_at, told_at, at, next }))
  await db.$client.query(
    `update reminder_deliveries d set sent_at = item.at, attempts = 0, failed_at = null, reason = null,
       due_at = case when r.told_at > item.told_at then item.next end
     from jsonb_to_recordset($1::jsonb) as
       item(id bigint, due_at timestamptz, told_at timestamptz, at timestamptz, next timestamptz), reminders r
     where d.id = item.id and d.due_at = item.due_at and r.id = d.reminder_id`,
    [JSON.stringify(rows)]
  )
}

/** Drops deliveries that nobody needs any more. */
export async function dropAll(db: Database, claimed: readonly Claimed[]): Promise<void> {
  if (claimed.length === 0) return
  const rows = claimed.map(({ id, due_at }) => ({ id, due_at }))
  await db.$client.query(
    `update reminder_deliveries d set attempts = 0, due_at = null, failed_at = null, reason = null
     from jsonb_to_recordset($1::jsonb) as item(id bigint, due_at timestamptz)
     where d.id = item.id and d.due_at = item.due_at`,
    [JSON.stringify(rows)]
  )
}

/** Delays a claimed delivery until then. @param reason why the last attempt failed; null when nothing was tried */
export async function putOff(
  db: Database,
  { id, due_at }: Claimed,
  attempts: number,
  until: Date,
  reason: string | null = null
): Promise<void> {
  await db.$client.query(
    `update reminder_deliveries set attempts = $3, due_at = $4, reason = coalesce($5, reason)
     where id = $1 and due_at = $2`,
    [id, due_at, attempts, until, reason]
  )
}

/** Stops a delivery that failed, until the reminder has news. */
export async function giveUp(
  db: Database,
  { id, due_at }: Claimed,
  fault: { at: Date; reason: string }
): Promise<void> {
  await db.$client.query(
    `update reminder_deliveries set attempts = 0, due_at = null, failed_at = $3, reason = $4
     where id = $1 and due_at = $2`,
    [id, due_at, fault.at, fault.reason]
  )
}

/** Deletes a device whose browser is gone or has taken back its permission. */
export async function forgetDevice(db: Database, id: number): Promise<void> {
  await db.$client.query('delete from push_devices where id = $1', [id])
}

export interface Waiting {
  channel: Way
  waiting: number
  failed: number
  oldest: Date | null
}

/** Counts due and given-up deliveries by channel. */
export async function countDeliveries(db: Database, now: Date): Promise<Waiting[]> {
  const { rows } = await db.$client.query<Waiting>(
    `select channel, count(due_at)::int as waiting, count(failed_at)::int as failed, min(due_at) as oldest
     from reminder_deliveries where due_at <= $1 or failed_at is not null group by channel`,
    [now]
  )
  return rows
}
