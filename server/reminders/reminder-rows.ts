/** Reminds people: writes rows of their inboxes, in the transaction of the event itself. */
import { lastsUntil } from '../../domain/reminders/delivery.ts'
import { type Choices, channelsOf, choicesInForce, type ReminderKind, WEEKLY } from '../../domain/reminders/kinds.ts'
import type { Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isAway, quietOf } from './delivery-rows.ts'
import { queueDeliveries } from './queue-rows.ts'

export interface News {
  kind: ReminderKind
  /** Ids of people. A person is never reminded of their own actions, or of those of people they muted. */
  to: number[]
  sessionId: number | null
  /** The post that someone replied to. */
  postId?: number
  /** The log that someone cheered. */
  logId?: number
  /** The goal that someone cheered. */
  goalId?: number
  /** The text that was published. */
  itemId?: number
  /** The activity that is new or has a new session, or that a group asked for, and the group. */
  activityId?: number
  groupId?: number
  /** What a moderator decided about. */
  caseId?: number
  /** The person who caused the reminder. */
  actorId?: number
  /** The start of the session or of the turn, or when it happened. In ms since 1970. */
  at: number
  /** The end of the turn, or the start of the session. */
  end?: number
}

const PEOPLE = `
  select u.id::int as user_id, u.username, u.time_zone, s.channels, s.quiet_from, s.quiet_until,
    coalesce(s.is_off, false) or ${isAway('$3')} as is_off, s.week_mail_at is not null as has_week_mail
  from users u left join reminder_settings s on s.user_id = u.id
  where u.id = any($1::bigint[]) and u.erased_at is null and u.id is distinct from $2
    and not exists (select from mutes m where m.user_id = u.id and m.muted_id = $2)
  order by u.id`

/** Keeps one row for each thing. A new event makes it unread again, and raises its count if it was unread. */
const TELL = `
  insert into reminders (user_id, kind, session_id, post_id, log_id, goal_id, activity_id, group_id, case_id, item_id, actor_id,
    at, told_at, until, is_listed)
  select person.id, $1, $2, $3, $4, $5, $6, $7, $8, $15, $9, $10, $11, $12, person.is_listed
  from rows from (jsonb_to_recordset($13::jsonb) as (id bigint, is_listed boolean)) as person
  order by person.id
  on conflict on constraint reminders_once do update
  set actor_id = excluded.actor_id, at = excluded.at, told_at = excluded.told_at, until = excluded.until, is_listed = excluded.is_listed,
    times = case when reminders.read_at is null and $14 then reminders.times + 1 else 1 end, read_at = null
  where $14 or reminders.at <> excluded.at
  returning id::int, user_id::int`

/** Whether every event counts. For others, only a new time is an event. */
const counts = ({ kind, activityId }: News): boolean =>
  kind === 'post_reply' || kind === 'log_cheer' || (kind === 'followed_news' && activityId !== undefined)

/** Reminds people. Returns the usernames whose inboxes changed, for `tellInboxes` after the commit. */
export async function remind(tx: Transaction, { clock }: Pick<Resources, 'clock'>, news: News): Promise<string[]> {
  const { kind, to, sessionId, postId = null, logId = null, actorId = null, at, end = null } = news
  const { goalId = null, activityId = null, groupId = null, caseId = null, itemId = null } = news
  if (to.length === 0) return []
  const { rows: people } = await tx.$client.query<Person>({ text: PEOPLE }, [to, actorId, dateAt(clock)])
  const told = people
    .map(person => ({
      ...person,
      by: channelsOf(choicesInForce(person.channels ?? {}, person.is_off), kind),
      quiet: quietOf(person)
    }))
    // The weekly mail is made of reminders, also of those that the inbox does not list.
    .filter(({ by, has_week_mail }) => by.length > 0 || (has_week_mail && WEEKLY.includes(kind)))
  if (told.length === 0) return []
  const rows = told.map(({ user_id, by }) => ({ id: user_id, is_listed: by.includes('page') }))
  const until = lastsUntil(kind, at, end)
  const written = await tx.$client.query<{ id: number; user_id: number }>({ text: TELL }, [
    ...[
      kind,
      sessionId,
      postId,
      logId,
      goalId,
      activityId,
      groupId,
      caseId,
      actorId,
      new Date(at),
      dateAt(clock),
      new Date(until)
    ],
    ...[JSON.stringify(rows), counts(news), itemId]
  ])
  const byUser = new Map(told.map(person => [person.user_id, { ...person, until }]))
  await queueDeliveries(
    tx,
    kind,
    byReminder(written.rows, ({ user_id }) => byUser.get(user_id)),
    clock.now()
  )
  return told.filter(({ by }) => by.includes('page')).map(({ username }) => username)
}

/** Whom each written reminder is for, by its id. */
export function byReminder<Row extends { id: number }, Told>(
  written: readonly Row[],
  toldOf: (row: Row) => Told | undefined
): Map<number, Told> {
  return new Map(
    written.flatMap(row => {
      const told = toldOf(row)
      return told ? [[row.id, told]] : []
    })
  )
}

interface Person {
  user_id: number
  username: string
  time_zone: string
  channels: Choices | null
  quiet_from: string | null
  quiet_until: string | null
  is_off: boolean
  has_week_mail: boolean
}

/** Deletes the reminders about a session or post that no longer exists. Those about its series stay. */
export async function forgetRemindersOf(tx: Transaction, about: { session: number } | { post: number }): Promise<void> {
  const [column, id] = 'session' in about ? ['session_id', about.session] : ['post_id', about.post]
  await tx.$client.query(
    `delete from reminders where ${column} = $1 and kind not in ('series_asks', 'series_stopped', 'series_changed')`,
    [id]
  )
}

/**
 * Takes the reminders `r` off lists, and sends nothing more about them. The rows stay, because they know when a push was
 * sent last: someone who takes back a cheer and cheers again sends no more of them.
 */
const takeOff = (where: string): string => `
  with gone as (update reminders r set is_listed = false, read_at = coalesce(r.read_at, r.told_at) where ${where}
    returning id)
  update reminder_deliveries d set due_at = null from gone where d.reminder_id = gone.id and d.due_at is not null`

/** Takes back the reminder about a post when no replies by other people are left. */
export async function forgetUnansweredReminder(tx: Transaction, postId: number): Promise<void> {
  const isUnanswered = `r.post_id = $1 and not exists (
    select from posts p where p.parent_id = $1 and p.deleted_at is null and p.user_id <> r.user_id)`
  await tx.$client.query(takeOff(isUnanswered), [postId])
}

/** Takes back the reminder about a log or a goal when no cheers are left. */
export async function forgetUncheeredReminder(
  tx: Transaction,
  about: { log: number } | { goal: number }
): Promise<void> {
  const [thing, id] = 'log' in about ? ['log', about.log] : ['goal', about.goal]
  // A goal has reminders of other kinds too.
  const isUncheered = `r.${thing}_id = $1 and r.kind = 'log_cheer'
    and not exists (select from ${thing}_cheers c where c.${thing}_id = $1)`
  await tx.$client.query(takeOff(isUncheered), [id])
}
