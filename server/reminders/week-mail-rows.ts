/** Who gets the weekly mail, when, and what is in it. */
import { WEEKLY } from '../../domain/reminders/kinds.ts'
import { MOST_LINES } from '../../domain/reminders/week-mail.ts'
import { pathOfReminder, wordsOfReminder } from '../../domain/reminders/words.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { IS_SEEN } from '../accounts/unread-rows.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { isAway } from './delivery-rows.ts'
import { FACTS, factsOf, type InboxRow } from './queries.ts'

export async function hasWeekMail(db: Handle, userId: number): Promise<boolean> {
  const { rowCount } = await db.$client.query(
    'select from reminder_settings where user_id = $1 and week_mail_at is not null',
    [userId]
  )
  return rowCount === 1
}

/** A person whose weekly mail is due. No other node has them until the transaction ends. */
export interface DueReader {
  user_id: number
  time_zone: string
  week_mail_at: Date
  /** They get no mails now: switched off, away, deleted, or without an email. */
  is_off: boolean
}

const CLAIM = `
  select w.user_id::int, u.time_zone, w.week_mail_at,
    w.is_off or u.erased_at is not null or u.guest_key is not null or ${isAway('$1')} as is_off
  from reminder_settings w join users u on u.id = w.user_id
  where w.week_mail_at <= $1 order by w.week_mail_at limit $2 for update of w skip locked`

/** Claims the people whose mail has been due longest. */
export async function claimReaders(tx: Transaction, now: Date, most: number): Promise<DueReader[]> {
  const { rows } = await tx.$client.query<DueReader>({ text: CLAIM }, [now, most])
  return rows
}

const MOVE = `
  update reminder_settings w set week_mail_at = moved.at
  from jsonb_to_recordset($1::jsonb) as moved(user_id bigint, at timestamptz) where w.user_id = moved.user_id`

/** Stores when the next mails of these people are due. */
export async function moveWeekMails(tx: Transaction, moved: { user_id: number; at: Date }[]): Promise<void> {
  await tx.$client.query({ text: MOVE }, [JSON.stringify(moved)])
}

const NEWS = `${FACTS} where r.id in (
    select one.id from jsonb_to_recordset($1::jsonb) as who(id bigint, since timestamptz) cross join lateral (
      select r.id from reminders r where r.user_id = who.id and r.kind = any($2) and r.told_at > who.since and ${IS_SEEN}
        and (r.session_id is null or exists (select from sessions q where q.id = r.session_id and q.status <> ${SessionStatus.Ended}))
      order by r.told_at desc, r.id desc limit $3) one)
  order by r.told_at desc, r.id desc`

/**
 * The lines of each person's mail: what was new since their time, the newest first. One more than `MOST_LINES` when there are
 * more. Sessions that have ended are left out.
 */
export async function listWeekNews(
  tx: Transaction,
  readers: readonly { id: number; since: Date }[]
): Promise<Map<number, { text: string; path: string }[]>> {
  const { rows } = await tx.$client.query<InboxRow>({ text: NEWS }, [JSON.stringify(readers), WEEKLY, MOST_LINES + 1])
  const news = new Map<number, { text: string; path: string }[]>()
  for (const row of rows) {
    const facts = factsOf(row)
    const lines = news.get(row.user_id) ?? []
    lines.push({ text: wordsOfReminder(facts), path: pathOfReminder(facts) })
    news.set(row.user_id, lines)
  }
  return news
}
