/** Which reminders a person has not read. Every page of theirs shows how many, so this is part of their account. */
import { MOST_UNREAD } from '../../domain/reminders/kinds.ts'
import type { Database } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'

/** Whether the news `r` names nothing that became private or was hidden, cancelled or deleted since (D-162). */
const IS_NEWS_SEEN = `case
  when r.item_id is not null then exists (select from items i join persons n on n.id = i.person_id
    where i.id = r.item_id and i.is_public and n.hidden_at is null)
  when r.session_id is not null then exists (select from sessions q where q.id = r.session_id and q.hidden_at is null
    and (r.kind = 'group_session' or not q.unlisted and q.cancelled_at is null))
  else exists (select from activities q where q.id = r.activity_id and q.deleted_at is null and not q.unlisted) end`

/**
 * Whether the reminder `r` names nothing that its person may no longer see. Lists, counts and mails leave it out as long
 * as that is so. A session that was hidden is named to its author only (D-148), and a series tells of itself.
 */
export const IS_SEEN = `(case
  when r.kind in ('followed_news', 'followed_activity', 'group_session') then ${IS_NEWS_SEEN}
  when r.session_id is null or r.kind in ('series_asks', 'series_stopped', 'series_changed') then true
  else not exists (select from sessions q
    where q.id = r.session_id and q.hidden_at is not null and q.user_id <> r.user_id) end)`

/**
 * Whether the inbox lists the reminder `r`. A reminder of a goal is gone once its person logged the goal after it, for
 * that day or a later one.
 */
export const IS_LISTED = `r.is_listed and ${IS_SEEN} and (r.kind <> 'goal_due' or not exists (
  select from logs l join users z on z.id = l.user_id where l.goal_id = r.goal_id and l.deleted_at is null
    and l.created_at >= r.at
    and l.day >= (r.at at time zone z.time_zone - z.day_start * interval '1 hour')::date))`

/**
 * The number of a person's unread reminders, up to `MOST_UNREAD`.
 * @param user the column or parameter with their id
 */
export const unreadOf = (user: string): string => `(select count(*)::int from (
  select from reminders r where r.user_id = ${user} and r.read_at is null and ${IS_LISTED} limit ${MOST_UNREAD}) counted)`

/** The bus channel for changed inboxes. Its messages are usernames as JSON. */
export const INBOX_CHANGED = 'inbox changed'

/** Makes the pages of these people fetch their unread count, on all nodes. */
export function tellInboxes({ bus }: Pick<Dependencies, 'bus'>, usernames: readonly string[]): void {
  if (usernames.length > 0) bus.publish(INBOX_CHANGED, JSON.stringify(usernames))
}

const REMINDED = `
  select distinct u.username from jsonb_to_recordset($1::jsonb) as log(user_id bigint, goal_id bigint)
  join reminders r on r.user_id = log.user_id and r.goal_id = log.goal_id
  join users u on u.id = r.user_id
  where r.kind = 'goal_due' and r.is_listed and r.read_at is null`

/**
 * Tells the people whose logs may have changed their unread count: those with an unread reminder of a goal that they
 * logged. Call it after the commit.
 */
export async function tellReminded(
  deps: Pick<Dependencies, 'bus'> & { db: Database },
  logs: readonly { user_id: number; goal_id: number | null }[]
): Promise<void> {
  const ofGoals = logs.flatMap(({ user_id, goal_id }) => (goal_id === null ? [] : [{ user_id, goal_id }]))
  if (ofGoals.length === 0) return
  const { rows } = await deps.db.$client.query<{ username: string }>({ text: REMINDED }, [JSON.stringify(ofGoals)])
  tellInboxes(
    deps,
    rows.map(({ username }) => username)
  )
}
