/** Claims the pushes and mails that are due. */
import { itemPath } from '../../domain/publishing/item.ts'
import type { About } from '../../domain/reminders/delivery.ts'
import type { Choices, ReminderKind, Way } from '../../domain/reminders/kinds.ts'
import type { QuietHours } from '../../domain/reminders/quiet.ts'
import type { ReminderFacts } from '../../domain/reminders/words.ts'
import type { SessionStatus } from '../../domain/sessions/status.ts'
import { IS_SEEN } from '../accounts/unread-rows.ts'
import type { Database } from '../db/database.ts'
import { CASE_IN_REMINDER } from '../moderation/place-rows.ts'

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
  left join groups g on g.id = coalesce(r.group_id, s.group_id) and g.hidden_at is null left join report_cases c on c.id = r.case_id`

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
