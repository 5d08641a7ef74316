/** Queues the pushes and mails of a reminder. */
import { dueFor } from '../../domain/reminders/delivery.ts'
import type { Channel, ReminderKind, Way } from '../../domain/reminders/kinds.ts'
import type { QuietHours } from '../../domain/reminders/quiet.ts'
import type { Transaction } from '../db/database.ts'

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
