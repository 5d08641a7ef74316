/** Mails to send, and sent or failed mails of the last 30 days. */
import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Mail } from '../../domain/mail/mail.ts'
import type { Database, Handle } from '../db/database.ts'
import { mails } from '../db/schema/mail.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'

/**
 * Stores a mail to a person. It is sent soon after the commit; a rolled back transaction sends none.
 * @param to a person, or an address whose account is looked up when the mail is sent
 * @public
 */
export async function queueMail(
  tx: Handle,
  { clock, config }: Pick<Resources, 'clock' | 'config'>,
  to: number | { email: string; userId: number | null },
  mail: Mail
): Promise<void> {
  const recipient = typeof to === 'number' ? { user_id: to } : { user_id: to.userId, email: to.email }
  await tx.insert(mails).values({ ...recipient, ...newMail({ clock, config }, mail) })
}

/** Stores mails to many people with one statement. */
export async function queueMails(
  tx: Handle,
  deps: Pick<Resources, 'clock' | 'config'>,
  sent: readonly { to: number; mail: Mail }[]
): Promise<void> {
  if (sent.length === 0) return
  await tx.insert(mails).values(sent.map(({ to, mail }) => ({ user_id: to, ...newMail(deps, mail) })))
}

function newMail({ clock, config }: Pick<Resources, 'clock' | 'config'>, content: Mail) {
  const now = dateAt(clock)
  return { message_id: newMessageId(config), content, created_at: now, due_at: now }
}

/** The Message-ID of a mail, without the angle brackets. */
export function newMessageId({ mailFrom }: Pick<Resources['config'], 'mailFrom'>): string {
  const [, domain] = mailFrom.address.split('@')
  return `${randomUUID()}@${domain}`
}

export interface ClaimedMail {
  id: number
  /** Without the angle brackets. */
  message_id: string
  content: Mail
  created_at: Date
  attempts: number
  /** No other node sends it until then. */
  due_at: Date
  /** Null when its address has no account. */
  user_id: number | null
  email: string
  /** The name of the recipient; empty if unknown. */
  name: string
  /** The time zone of the recipient; null if unknown. */
  time_zone: string | null
  /** Whether the recipient's account is deleted. */
  is_erased: boolean
}

const CLAIM = `
  with claimed as (
    update mails set due_at = $2, reason = null, user_id = coalesce(user_id, (select id from users where users.email = mails.email))
    where id = (
      select id from mails where sent_at is null and due_at <= $1 order by due_at limit 1 for update skip locked)
    returning *)
  select claimed.id, claimed.message_id, claimed.content, claimed.created_at, claimed.attempts, claimed.due_at,
    claimed.user_id, coalesce(claimed.email, users.email) as email, coalesce(users.name, '') as name,
    users.time_zone, users.erased_at is not null as is_erased
  from claimed left join users on users.id = claimed.user_id`

/**
 * Claims the mail that has been due longest, so that no other node sends it until `until`. If this node dies, another
 * one sends it then.
 */
export async function claimMail(db: Database, now: Date, until: Date): Promise<ClaimedMail | null> {
  const { rows } = await db.$client.query<ClaimedMail>(CLAIM, [now, until])
  return rows[0] ?? null
}

export async function markSent(db: Database, { id }: ClaimedMail, now: Date): Promise<void> {
  await db.update(mails).set({ due_at: null, failed_at: null, sent_at: now }).where(eq(mails.id, id))
}

/** Matches the mail while the claim holds. After that, another node decides. */
const isClaim = ({ id, due_at }: ClaimedMail) => and(eq(mails.id, id), eq(mails.due_at, due_at), isNull(mails.sent_at))

/** @param attempts how often the mail server has delayed it so far */
export async function putOff(
  db: Database,
  mail: ClaimedMail,
  attempts: number,
  until: Date,
  reason: string
): Promise<void> {
  await db.update(mails).set({ attempts, due_at: until, reason }).where(isClaim(mail))
}

/** Stops sending a mail, if the claim still holds. */
export async function giveUp(db: Database, mail: ClaimedMail, now: Date, reason: string): Promise<void> {
  await db.update(mails).set({ due_at: null, failed_at: now, reason }).where(isClaim(mail))
}

/**
 * Queues failed mails again, the oldest first. Returns their number.
 * @param id only this mail, also while it waits for its next try. While a node sends it, it has no reason and stays
 */
export async function retryMails(db: Handle, id?: number): Promise<number> {
  const { rowCount } = await db
    .update(mails)
    .set({ failed_at: null, due_at: sql`${mails.created_at}`, attempts: 0 })
    .where(
      id === undefined
        ? isNotNull(mails.failed_at)
        : and(eq(mails.id, id), isNull(mails.sent_at), isNotNull(mails.reason))
    )
  return rowCount ?? 0
}

/** Deletes a mail that must not be sent. */
export async function dropMail(db: Database, { id }: ClaimedMail): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id))
}

/** Deletes mails that were sent or given up before then. */
export async function deleteMailsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(mails).where(and(isNull(mails.due_at), lt(mails.created_at, before)))
}

export interface Mailbox {
  waiting: number
  failed: number
  /** When the oldest waiting mail became due. */
  oldest: Date | null
}

/** Counts waiting and failed mails, for the metrics. Only the index is read, however many have failed. */
export async function countMails(db: Database): Promise<Mailbox> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(due_at)`.mapWith(Number),
      failed: sql<number>`count(*) filter (where due_at is null)`.mapWith(Number),
      oldest:
        sql<Date | null>`(select min(created_at) from ${mails} where sent_at is null and due_at is not null)`.mapWith(
          mails.created_at
        )
    })
    .from(mails)
    .where(isNull(mails.sent_at))
  if (!row) throw new Error('a count has a row')
  return row
}
