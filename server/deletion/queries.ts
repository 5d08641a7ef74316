/** The fate of each row of a deleted person (docs/decisions/0026). */
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { namelessUsername } from '../../domain/accounts/username.ts'
import { UTC } from '../../domain/lib/day.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'

/**
 * Each column that names a user, and what happens to its rows. A test finds new columns that are missing here.
 * - `deleted`: at once, with the name. If it was counted elsewhere, `COUNTED` subtracts it.
 * - `in pieces`: later, a piece at a time, since there may be many rows.
 * - `nameless`: rows that others see or the books need stay, with a user without a name.
 * @internal For tests too.
 */
export const ROWS: Record<string, 'deleted' | 'in pieces' | 'nameless'> = {
  'persons.user_id': 'deleted',
  'logins.user_id': 'deleted',
  'known_browsers.user_id': 'deleted',
  'security_events.user_id': 'deleted',
  'passkeys.user_id': 'deleted',
  'access_tokens.user_id': 'deleted',
  'oauth_states.user_id': 'deleted',
  'press_addresses.user_id': 'deleted',
  'webhooks.user_id': 'deleted',
  'passkey_challenges.user_id': 'deleted',
  'sign_on_identities.user_id': 'deleted',
  'sign_on_attempts.user_id': 'deleted',
  'mails.user_id': 'deleted',
  'invitations.user_id': 'deleted',
  'calendar_feeds.user_id': 'deleted',
  'reminders.user_id': 'deleted',
  'reminder_settings.user_id': 'deleted',
  'push_devices.user_id': 'deleted',
  'activity_lists.user_id': 'deleted',
  'followers.user_id': 'deleted',
  'group_members.user_id': 'deleted',
  'mutes.user_id': 'deleted',
  'mutes.muted_id': 'deleted',
  'cards.user_id': 'deleted',
  'item_drafts.user_id': 'deleted',
  'favorites.user_id': 'deleted',
  'follows.user_id': 'deleted',
  'paraphrases.user_id': 'deleted',
  'user_days.user_id': 'deleted',
  'user_amounts.user_id': 'deleted',
  'log_cheers.user_id': 'deleted',
  'goal_cheers.user_id': 'deleted',
  'goal_reminders.user_id': 'deleted',
  'goal_shares.owner_id': 'deleted',
  'goal_shares.user_id': 'deleted',
  'reports.user_id': 'nameless',
  'removals.user_id': 'deleted',
  'removals.admin_id': 'nameless',
  'report_cases.author_id': 'nameless',
  'report_cases.decided_by': 'nameless',
  'logs.user_id': 'in pieces',
  'imports.user_id': 'in pieces',
  'goals.user_id': 'in pieces',
  'notes.user_id': 'in pieces',
  'activities.user_id': 'nameless',
  'groups.user_id': 'nameless',
  'sessions.user_id': 'nameless',
  'waitlist_entries.user_id': 'deleted',
  'series.user_id': 'nameless',
  'programmes.user_id': 'nameless',
  'group_programmes.user_id': 'nameless',
  'programme_follows.user_id': 'deleted',
  'series_regulars.user_id': 'deleted',
  'series_watchers.user_id': 'deleted',
  'attendances.user_id': 'deleted',
  'participants.user_id': 'nameless',
  'participant_totals.user_id': 'nameless',
  'contributions.user_id': 'nameless',
  'messages.user_id': 'nameless',
  'posts.user_id': 'nameless',
  'reminders.actor_id': 'nameless',
  'uploads.user_id': 'nameless',
  'audit_entries.actor_id': 'nameless',
  'moderation_actions.actor_id': 'nameless',
  'moderation_actions.user_id': 'nameless',
  'balances.user_id': 'nameless',
  'ledger.user_id': 'nameless',
  'pool_entries.user_id': 'nameless',
  'customers.user_id': 'nameless',
  'subscriptions.user_id': 'nameless',
  'payments.user_id': 'nameless'
}

const COUNTED = [
  'update activities set followers_count = followers_count - 1 where id in (select activity_id from followers where user_id = $1)',
  'update groups set user_count = user_count - 1 where id in (select group_id from group_members where user_id = $1)'
]

/** Removes personal data from rows that stay. */
const FORGOTTEN = [
  'update participants set client_uuid = null where user_id = $1 and client_uuid is not null',
  'update payments set card_brand = null, card_last4 = null, payer = null where user_id = $1',
  // Only others' programmes that everyone or someone with the address can open stay.
  `update programmes set deleted_at = now() where user_id = $1 and visibility = 'private' and deleted_at is null`,
  // A report stays without its reporter.
  'update reports set user_id = null where user_id = $1',
  "update report_cases set asked_note = '' where author_id = $1 and asked_note <> ''",
  // Pictures that nothing shows are deleted with their files later.
  'update uploads set user_id = null where user_id = $1',
  // Hides rows that stay until their piece is deleted.
  'update goals set deleted_at = now() where user_id = $1 and deleted_at is null'
]

const PIECE = 1000

/** Each runs until it finds nothing more. A log in a session counts there, and stays without words. */
const IN_PIECES = [
  `delete from logs where id in (select id from logs where user_id = $1 and session_id is null limit ${PIECE})`,
  `update logs set goal_id = null, title = '', content = '' where id in (
     select id from logs where user_id = $1 and (goal_id is not null or title <> '' or content <> '') limit ${PIECE})`,
  `delete from imports where id in (select id from imports where user_id = $1 limit ${PIECE})`,
  `delete from notes where id in (select id from notes where user_id = $1 limit ${PIECE})`,
  `delete from goals where id in (select id from goals where user_id = $1 limit ${PIECE})`
]

/** Locks the row, so that keeping the account happens either before or after its deletion. */
export async function lockDeletion(tx: Transaction, id: number) {
  const { username, email, delete_at, erased_at, is_unapproved, guest_key } = users
  const [row] = await tx
    .select({ username, email, delete_at, erased_at, is_unapproved, guest_key })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  if (!row) throw new Error(`user ${id} is gone`)
  return row
}

/** Sets when an account is deleted; null keeps it. */
export async function setDeletion(tx: Handle, id: number, at: Date | null): Promise<void> {
  await tx.update(users).set({ delete_at: at }).where(eq(users.id, id))
}

/** Cancels the deletion. Returns false when the account is already deleted, and its pieces still follow. */
export function keep(db: Database, id: number): Promise<boolean> {
  return updateRows(db, users, and(eq(users.id, id), isNull(users.erased_at)), { delete_at: null })
}

/** Accounts that are due, also those that an earlier run did not finish. */
export async function listDue(db: Database, now: Date) {
  const { id, username, erased_at } = users
  return db
    .select({ id, username, erased_at })
    .from(users)
    .where(and(isNotNull(users.delete_at), lte(users.delete_at, now)))
    .orderBy(users.delete_at)
}

/** Running and upcoming sessions that the person is in. */
export async function listOpenSessions(db: Database, userId: number): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: string }>(
    `select s.id from participants p join sessions s on s.id = p.session_id
     where p.user_id = $1 and p.left_at is null and s.status < 2 and s.cancelled_at is null order by s.id`,
    [userId]
  )
  return rows.map(({ id }) => Number(id))
}

/** Sessions whose plan has the person's name: those they were in, and repetitions of these. */
export async function listSessionsNaming(
  db: Database,
  { id, username }: { id: number; username: string }
): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    `with recursive theirs as (
       select p.session_id as id from participants p where p.user_id = $1
       union select s.id from sessions s join theirs t on s.again_of = t.id)
     select s.id::int from sessions s join theirs t on t.id = s.id
     where strpos(s.plan::text, $2) > 0 or strpos(s.plan::text, $3) > 0 order by s.id`,
    [id, `<strong>${username}:</strong>`, `"${username}"`]
  )
  return rows.map(row => row.id)
}

/** Renames the person in the events of a room too, for people who catch up. */
export async function renameInEvents(tx: Transaction, room: number, from: string, to: string): Promise<void> {
  await tx.$client.query(
    `update room_events set event = replace(event::text, $2, $3)::jsonb
     where session_id = $1 and strpos(event::text, $2) > 0`,
    [room, from, to]
  )
}

/** Passes groups of a deleted person to the member who joined first. */
const GROUPS_PASS = `
  update groups g set user_id = heir.user_id
  from (
    select distinct on (m.group_id) m.group_id, m.user_id from group_members m join users u on u.id = m.user_id
    where u.erased_at is null and m.user_id <> $1 order by m.group_id, m.created_at, m.user_id) heir
  where heir.group_id = g.id and g.user_id = $1`

/** Removes the name, and everything that has few rows. */
export async function takeName(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.$client.query(GROUPS_PASS, [id])
  for (const statement of COUNTED) await tx.$client.query(statement, [id])
  for (const [column, fate] of Object.entries(ROWS)) {
    const [table, name] = column.split('.')
    if (fate === 'deleted') await tx.$client.query(`delete from ${table} where ${name} = $1`, [id])
  }
  for (const statement of FORGOTTEN) await tx.$client.query(statement, [id])
  const nameless = namelessUsername(id)
  await tx
    .update(users)
    .set({
      ...{ username: nameless, email: nameless, name: 'deleted', first_name: '', last_name: '', new_email: null },
      // No password has this hash.
      ...{
        password_hash: '',
        guest_key: null,
        erased_at: now,
        ...UTC,
        rest_days: [],
        pauses: [],
        shows_streak: false,
        shows_sessions: false,
        new_messages: {} as never
      }
    })
    .where(and(eq(users.id, id), isNull(users.erased_at)))
}

/** Deletes one piece of rows of which there may be many. Returns whether there is more. */
export async function erasePiece(db: Database, id: number): Promise<boolean> {
  for (const statement of IN_PIECES) {
    const { rowCount } = await db.$client.query(statement, [id])
    if (rowCount) return true
  }
  return false
}
