/** Telling people of something: rows of their inboxes, written in the transaction in which it happens. */
import { lastsUntil } from '../../domain/reminders/delivery.ts'
import { type Choices, channelsOf, type ReminderKind } from '../../domain/reminders/kinds.ts'
import type { Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { queueDeliveries, quietOf } from './delivery-rows.ts'

export interface News {
  kind: ReminderKind
  /** Ids of persons. Nobody is told of what they did themselves, nor of what somebody does whom they muted. */
  to: number[]
  sessionId: number | null
  /** Their post that somebody replied to. */
  postId?: number
  /** Their log that somebody cheered. */
  logId?: number
  /** The activity that a group asked for, and the group. */
  activityId?: number
  groupId?: number
  /** Who did it. */
  actorId?: number
  /** The start of the session or of the turn, or when it happened. In ms since 1970. */
  at: number
  /** The end of the turn, or the start of the session. */
  end?: number
}

/** On the bus, with usernames as JSON: their inboxes have changed. */
export const INBOX_CHANGED = 'inbox changed'

const PEOPLE = `
  select u.id::int as user_id, u.username, u.time_zone, s.channels, s.quiet_from, s.quiet_until
  from users u left join reminder_settings s on s.user_id = u.id
  where u.id = any($1::bigint[]) and u.erased_at is null and u.id is distinct from $2
    and not exists (select from mutes m where m.user_id = u.id and m.muted_id = $2)
  order by u.id`

/** What is about the same thing is one row. It is unread again, and counts what was not read. */
const TELL = `
  insert into reminders (user_id, kind, session_id, post_id, log_id, activity_id, group_id, actor_id, at, told_at, until,
    is_listed)
  select person.id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, person.is_listed
  from rows from (jsonb_to_recordset($11::jsonb) as (id bigint, is_listed boolean)) as person
  order by person.id
  on conflict on constraint reminders_once do update
  set actor_id = excluded.actor_id, at = excluded.at, told_at = excluded.told_at, until = excluded.until, is_listed = excluded.is_listed,
    times = case when reminders.read_at is null and $12 then reminders.times + 1 else 1 end, read_at = null
  where $12 or reminders.at <> excluded.at
  returning id::int`

/** Of these every one is news; the others are told once for each time that they are about. */
const EACH_COUNTS: readonly ReminderKind[] = ['post_reply', 'log_cheer']

/** Returns the usernames whose inboxes changed, for `tellInboxes` after the commit. */
export async function remind(tx: Transaction, { clock }: Pick<Resources, 'clock'>, news: News): Promise<string[]> {
  const { kind, to, sessionId, postId = null, logId = null, actorId = null, at, end = null } = news
  const { activityId = null, groupId = null } = news
  if (to.length === 0) return []
  const { rows: people } = await tx.$client.query<Person>({ text: PEOPLE }, [to, actorId])
  const told = people
    .map(person => ({ ...person, by: channelsOf(person.channels ?? {}, kind), quiet: quietOf(person) }))
    .filter(({ by }) => by.length > 0)
  if (told.length === 0) return []
  const rows = told.map(({ user_id, by }) => ({ id: user_id, is_listed: by.includes('page') }))
  const until = lastsUntil(kind, at, end)
  const written = await tx.$client.query<{ id: number }>({ text: TELL }, [
    ...[kind, sessionId, postId, logId, activityId, groupId, actorId, new Date(at), dateAt(clock), new Date(until)],
    ...[JSON.stringify(rows), EACH_COUNTS.includes(kind)]
  ])
  const ids = written.rows.map(({ id }) => id)
  if (ids.length > 0) await queueDeliveries(tx, ids, { kind, until }, told, clock.now())
  return told.filter(({ by }) => by.includes('page')).map(({ username }) => username)
}

interface Person {
  user_id: number
  username: string
  time_zone: string
  channels: Choices | null
  quiet_from: string | null
  quiet_until: string | null
}

/** Their pages ask how much is unread, on all nodes. */
export function tellInboxes({ bus }: Pick<Resources, 'bus'>, usernames: readonly string[]): void {
  if (usernames.length > 0) bus.publish(INBOX_CHANGED, JSON.stringify(usernames))
}

/** What is not there any more is in no inbox. */
export async function forgetRemindersOf(tx: Transaction, about: { session: number } | { post: number }): Promise<void> {
  const [column, id] = 'session' in about ? ['session_id', about.session] : ['post_id', about.post]
  await tx.$client.query(`delete from reminders where ${column} = $1`, [id])
}

/** The same for a post of which every reply of others is gone. */
export async function forgetUnansweredReminder(tx: Transaction, postId: number): Promise<void> {
  await tx.$client.query(
    `delete from reminders r where r.post_id = $1 and not exists (
       select from posts p where p.parent_id = $1 and p.deleted_at is null and p.user_id <> r.user_id)`,
    [postId]
  )
}

/** The same for a log that nobody cheers any more. */
export async function forgetUncheeredReminder(tx: Transaction, logId: number): Promise<void> {
  await tx.$client.query(
    'delete from reminders r where r.log_id = $1 and not exists (select from log_cheers c where c.log_id = $1)',
    [logId]
  )
}
