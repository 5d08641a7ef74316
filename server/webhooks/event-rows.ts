/** Stores what happens for the webhooks that want it, in the transaction in which it happens. */
import type { Happened } from '../../domain/webhooks/events.ts'
import type { Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'

/** Whom an event concerns: a person, the people who are in a session, and a group. */
interface Whom {
  user?: number
  session?: number
  group?: number | null
  /** Who did it. People who muted or blocked them are not told. */
  by?: number
}

/** An event. Those of one subject are sent in order. */
export type NewEvent = Happened & { whom: Whom; subject: string }

/** Stores events, in their order. It is one statement, because it is part of every press and message. */
export async function recordEvents(
  tx: Transaction,
  { clock }: Pick<Resources, 'clock'>,
  events: readonly NewEvent[]
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ type, data, subject, whom }, nth) => ({
    ...{ nth, type, data, subject, user_id: whom.user ?? null, session_id: whom.session ?? null },
    ...{ group_id: whom.group ?? null, by: whom.by ?? null }
  }))
  await tx.$client.query({ text: STORE_EVENTS }, [JSON.stringify(rows), dateAt(clock)])
}

const STORE_EVENTS = `
  insert into webhook_deliveries (webhook_id, message_id, event, subject, data, created_at, due_at)
  select w.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.type, e.subject, e.data, $2::timestamptz,
    $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as e(nth int, type text, subject text, data jsonb,
    user_id bigint, session_id bigint, group_id bigint, by bigint)
  cross join lateral (
    select id, user_id, events from webhooks where group_id is null and off_at is null and user_id = e.user_id
    union
    select id, user_id, events from webhooks where group_id is null and off_at is null and user_id in (
      select p.user_id from participants p where p.session_id = e.session_id and p.left_at is null)
    union
    select id, user_id, events from webhooks where off_at is null and group_id = e.group_id) w
  where e.type = any(w.events)
    and not exists (select from mutes m where m.user_id = w.user_id and m.muted_id = e.by)
  order by e.nth, w.id`

/** A session, a group or an item, with the address of its page. */
export function thingAt(
  { config }: Pick<Resources, 'config'>,
  path: string,
  title: string
): { title: string; url: string } {
  return { title, url: `${config.appUrl ?? `http://localhost:${config.port}`}${path}` }
}
