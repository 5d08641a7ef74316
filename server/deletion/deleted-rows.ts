/**
 * Each column that names a user, and what happens to its rows. A test finds new columns that are missing here.
 * - `deleted`: at once, with the name. If it was counted elsewhere, `COUNTED` subtracts it.
 * - `in pieces`: later, a piece at a time, since there may be many rows.
 * - `nameless`: rows that others see or the books need stay, with a user without a name.
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

export const COUNTED = [
  'update activities set followers_count = followers_count - 1 where id in (select activity_id from followers where user_id = $1)',
  'update groups set user_count = user_count - 1 where id in (select group_id from group_members where user_id = $1)'
]

/** Removes personal data from rows that stay. */
export const FORGOTTEN = [
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
export const IN_PIECES = [
  `delete from logs where id in (select id from logs where user_id = $1 and session_id is null limit ${PIECE})`,
  `update logs set goal_id = null, title = '', content = '' where id in (
     select id from logs where user_id = $1 and (goal_id is not null or title <> '' or content <> '') limit ${PIECE})`,
  `delete from imports where id in (select id from imports where user_id = $1 limit ${PIECE})`,
  `delete from notes where id in (select id from notes where user_id = $1 limit ${PIECE})`,
  `delete from goals where id in (select id from goals where user_id = $1 limit ${PIECE})`
]
