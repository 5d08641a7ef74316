/**
 * The tables. Words of the trade in the singular sense of the product: `sessions` are timed group sessions, being
 * signed in is a row of `logins`. Flags are booleans here and 0/1 on the wire; durations whole seconds; dates
 * `timestamptz`. What the running totals (`*_done`) hold is defined by `contribution` in domain/logs/log.ts.
 *
 * An index that counts down says `nullsFirst()`: that is what `order by … desc` means to PostgreSQL, while drizzle's
 * bare `desc()` makes one that puts nulls last, which no query of ours can be answered from.
 */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import type { MessageKey } from '../../domain/accounts/user.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import type { ListItem, QuickLogButton, Timer } from '../../domain/goals/goal.ts'
import type { Flag } from '../../domain/lib/fields.ts'
import type { ModerationAction } from '../../domain/moderation/api.ts'
import type { Summary } from '../../domain/sessions/api.ts'
import type { NewRoomEvent } from '../../domain/sessions/live.ts'
import type { Bucket } from '../../domain/tokens/tokens.ts'

/** Text that compares without regard to case. */
const citext = customType<{ data: string }>({ dataType: () => 'citext' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const ref = () => bigint({ mode: 'number' })
const when = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => when().notNull()
const requestKey = () => text()

export const users = pgTable(
  'users',
  {
    id: id(),
    username: citext().notNull(),
    email: citext().notNull(),
    name: text().notNull(),
    first_name: text().notNull().default(''),
    last_name: text().notNull().default(''),
    password_hash: text().notNull(),
    role_id: smallint().notNull().default(1),
    is_new: boolean().notNull().default(true),
    new_messages: jsonb().$type<Record<MessageKey, Flag>>().notNull(),
    created_at: createdAt()
  },
  table => [uniqueIndex('users_username_key').on(table.username), uniqueIndex('users_email_key').on(table.email)]
)

/** A person owns a public page; usernames of users and persons share this one namespace (D-36). */
export const persons = pgTable(
  'persons',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    username: citext().notNull(),
    title: text().notNull().default(''),
    created_at: createdAt()
  },
  table => [uniqueIndex('persons_username_key').on(table.username), index('persons_user').on(table.user_id)]
)

/** Being signed in. Only the SHA-256 of the cookie's token is stored. */
export const logins = pgTable(
  'logins',
  {
    token_hash: bytea().primaryKey(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    client_uuid: text().notNull(),
    created_at: createdAt(),
    expires_at: when().notNull()
  },
  table => [index('logins_user').on(table.user_id), index('logins_expiry').on(table.expires_at)]
)

/** Uses left in each bucket; the ledger's sums equal them (`npm run audit`). */
export const balances = pgTable(
  'balances',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    monthly: integer().notNull().default(0),
    free: integer().notNull().default(0),
    purchased: integer().notNull().default(0)
  },
  table => [
    check('balances_not_negative', sql`${table.monthly} >= 0 and ${table.free} >= 0 and ${table.purchased} >= 0`)
  ]
)

/** Every change of a balance, never updated or deleted. */
export const ledger = pgTable(
  'ledger',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bucket: text().$type<Bucket>().notNull(),
    amount: integer().notNull(),
    action: text().notNull(),
    /** Row of the table that the action names; null where nothing was made (welcome). */
    subject_id: ref(),
    created_at: createdAt()
  },
  table => [
    index('ledger_user').on(table.user_id, table.id.desc().nullsFirst()),
    // Nothing is charged twice, whatever is retried.
    uniqueIndex('ledger_charged_once').on(table.action, table.subject_id).where(sql`${table.amount} < 0`)
  ]
)

export const terms = pgTable(
  'terms',
  {
    id: id(),
    parent_id: ref(),
    slug: text().notNull(),
    title: text().notNull(),
    sort: integer().notNull()
  },
  table => [uniqueIndex('terms_slug_key').on(table.slug)]
)

/** People and activities with one interest, also called huts (D-37). Books of published items are others (D-116). */
export const groups = pgTable(
  'groups',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Set by site admins alone; its title stands in brackets after this one's (D-112). */
    parent_id: ref().references((): AnyPgColumn => groups.id, { onDelete: 'set null' }),
    slug: text().notNull(),
    title: text().notNull(),
    /** In small letters, as of activities. */
    searched: text().generatedAlwaysAs(sql`lower(title)`),
    content: text().notNull().default(''),
    /** Members, kept with the row, so that a list need not count them. */
    user_count: integer().notNull().default(0),
    request_key: requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull()
  },
  table => [
    uniqueIndex('groups_slug_key').on(table.slug),
    uniqueIndex('groups_request').on(table.user_id, table.request_key),
    // The list: those with the most people first.
    index('groups_list').on(table.user_count.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('groups_searched').using('gin', sql`${table.searched} gin_trgm_ops`).with({ fastupdate: false }),
    check('groups_count_not_negative', sql`${table.user_count} >= 0`)
  ]
)

export const groupMembers = pgTable(
  'group_members',
  {
    group_id: ref()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.group_id, table.user_id] }),
    index('group_members_user').on(table.user_id, table.group_id)
  ]
)

const planFields = {
  content: text().notNull().default(''),
  plan: jsonb().$type<Plan>().notNull(),
  duration: integer().notNull(),
  participant_limit: integer(),
  difficulty: smallint(),
  term_id: ref().references(() => terms.id),
  /** The group it is in, at most one (D-111). A session has the one of its activity. */
  group_id: ref().references(() => groups.id),
  is_preset: boolean().notNull().default(false),
  is_manually_started: boolean().notNull().default(false),
  needs_code: boolean().notNull().default(false),
  join_code: text(),
  donation_link: text().notNull().default('')
}

export const activities = pgTable(
  'activities',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    slug: text().notNull(),
    title: text().notNull(),
    /** In small letters: comparing without regard to case costs ten times as much. */
    searched: text().generatedAlwaysAs(sql`lower(title)`),
    ...planFields,
    followers_count: integer().notNull().default(0),
    request_key: requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    uniqueIndex('activities_slug_key').on(table.slug),
    uniqueIndex('activities_request').on(table.user_id, table.request_key),
    // Lists and searches walk these without reading a row.
    index('activities_newest')
      .on(table.id.desc().nullsFirst(), table.difficulty.asc(), table.searched.asc())
      .where(sql`${table.deleted_at} is null`),
    index('activities_list').on(table.is_preset, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('activities_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('activities_term')
      .on(table.term_id, table.id.desc().nullsFirst(), table.difficulty.asc(), table.searched.asc())
      .where(sql`${table.deleted_at} is null`),
    index('activities_group').on(table.group_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    // Read far more often than written, and what waits to be merged is read whole by each search.
    index('activities_searched').using('gin', sql`${table.searched} gin_trgm_ops`).with({ fastupdate: false })
  ]
)

/** Every word of every title, in small letters; triggers keep it. Words stay when their last title goes. */
export const titleWords = pgTable('title_words', { word: text().primaryKey() }, table => [
  index('title_words_part').using('gin', sql`${table.word} gin_trgm_ops`)
])

export const followers = pgTable(
  'followers',
  {
    activity_id: ref()
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.activity_id, table.user_id] }),
    index('followers_user').on(table.user_id, table.activity_id)
  ]
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    activity_id: ref().references(() => activities.id),
    slug: text().notNull(),
    title: text().notNull(),
    /** Of its activity as it is called now, since a search finds the session by that too (D-58). */
    activity_title: text().notNull().default(''),
    searched: text().generatedAlwaysAs(sql`lower(title || e'\\n' || activity_title)`),
    ...planFields,
    status: smallint().$type<0 | 1 | 2>().notNull().default(0),
    is_free: boolean().notNull().default(false),
    started_at: when(),
    ended_at: when(),
    /** Since when a pause delays the end, from the plan; null while none does (D-94). */
    paused_since: when(),
    /** Present participants, kept with the row so that the last place is given once (D-60). */
    participants_count: integer().notNull().default(0),
    /** Totals of the whole room, written under the row's lock (D-85). */
    summary: jsonb().$type<Omit<Summary, 'participants'>>().notNull().default({ logs: 0, tasks: {} }),
    /** Number of the room's last event. */
    seq: integer().notNull().default(0),
    /** A host has closed the chat. */
    chat_locked: boolean().notNull().default(false),
    request_key: requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    uniqueIndex('sessions_slug_key').on(table.slug),
    uniqueIndex('sessions_request').on(table.user_id, table.request_key),
    // The public list: running first, then the soonest start (D-57). With all that lists and searches ask for, so that
    // they walk to their page without reading a row.
    index('sessions_live')
      .on(
        table.status.desc().nullsFirst(),
        table.started_at.asc(),
        table.id.asc(),
        table.ended_at.asc(),
        table.paused_since.asc(),
        table.difficulty.asc(),
        table.searched.asc()
      )
      .where(sql`${table.status} < 2 and not ${table.is_preset} and ${table.deleted_at} is null`),
    index('sessions_term')
      .on(
        table.term_id,
        table.status.desc().nullsFirst(),
        table.started_at.asc(),
        table.id.asc(),
        table.ended_at.asc(),
        table.paused_since.asc(),
        table.difficulty.asc(),
        table.searched.asc()
      )
      .where(sql`${table.status} < 2 and not ${table.is_preset} and ${table.deleted_at} is null`),
    index('sessions_group')
      .on(table.group_id, table.status.desc().nullsFirst(), table.started_at.asc(), table.id.asc())
      .where(sql`${table.status} < 2 and not ${table.is_preset} and ${table.deleted_at} is null`),
    index('sessions_activity').on(table.activity_id, table.status, table.started_at),
    index('sessions_to_start').on(table.started_at).where(sql`${table.status} = 0 and ${table.started_at} is not null`),
    index('sessions_to_end').on(table.ended_at).where(sql`${table.status} = 1 and ${table.ended_at} is not null`),
    // Rooms that ended long ago, whose events are thrown away.
    index('sessions_ended').on(table.ended_at).where(sql`${table.status} = 2`),
    index('sessions_searched')
      .using('gin', sql`${table.searched} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${table.status} < 2 and ${table.deleted_at} is null`),
    check('sessions_count_not_negative', sql`${table.participants_count} >= 0`)
  ]
)

/** A row for everybody who ever joined; `left_at` while they are out. */
export const participants = pgTable(
  'participants',
  {
    id: id(),
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** 1 = host (SEC-41), 0 = everybody else. */
    role: smallint().notNull().default(0),
    is_ready: boolean().notNull().default(false),
    client_uuid: text(),
    /** Paid one use; hosts at creation and free sessions did not (D-15, D-75). */
    charged: boolean().notNull().default(false),
    joined_at: when().notNull(),
    left_at: when(),
    /** A host removed them: they are out for good. */
    removed_at: when(),
    completed_at: when(),
    /** When the session starts, kept here too, so that a person's sessions are read in this order by an index. */
    starts_at: when()
  },
  table => [
    uniqueIndex('participants_once').on(table.session_id, table.user_id),
    index('participants_order').on(table.session_id, table.joined_at, table.id).where(sql`${table.left_at} is null`),
    // The sessions of a person: those that wait for their start first, then the newest start (D-55).
    index('participants_user')
      .on(table.user_id, table.starts_at.desc().nullsFirst(), table.session_id.desc().nullsFirst())
      .where(sql`${table.left_at} is null`)
  ]
)

/** What each participant did per goal of the session: running totals of their logs. */
export const participantTotals = pgTable(
  'participant_totals',
  {
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    task_uuid: text().notNull(),
    action: text().notNull(),
    amount: doublePrecision().notNull().default(0),
    distance: doublePrecision().notNull().default(0),
    duration: bigint({ mode: 'number' }).notNull().default(0),
    list_progress: jsonb().$type<string[]>().notNull().default([])
  },
  table => [primaryKey({ columns: [table.session_id, table.user_id, table.task_uuid, table.action] })]
)

export const goals = pgTable(
  'goals',
  {
    id: id(),
    uuid: uuid().notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    session_id: ref().references(() => sessions.id),
    /** The goal of the session's plan that progress counts for. */
    task_uuid: text(),
    /** `session id/task uuid` of the template that this is a copy of, kept when it leaves the session (D-102). */
    copied_from: text(),
    title: text().notNull(),
    link: text().notNull().default(''),
    content: text().notNull().default(''),
    status: smallint().$type<1 | 2>().notNull().default(1),
    action: text().notNull().default(''),
    action_duration: integer().notNull().default(0),
    duration: integer().notNull().default(0),
    amount: doublePrecision(),
    amount_per_log: doublePrecision(),
    distance: doublePrecision(),
    unit: text().notNull().default(''),
    sets: integer().notNull().default(1),
    is_interval: boolean().notNull().default(false),
    timers: jsonb().$type<Timer[]>().notNull().default([]),
    is_list: boolean().notNull().default(false),
    list: jsonb().$type<ListItem[]>().notNull().default([]),
    quick_log_buttons: jsonb().$type<QuickLogButton[]>().notNull().default([]),
    completions_required: integer(),
    amount_done: doublePrecision().notNull().default(0),
    distance_done: doublePrecision().notNull().default(0),
    /** Sums outgrow 32 bits: thirty-day logs, for years. */
    duration_done: bigint({ mode: 'number' }).notNull().default(0),
    started_at: when(),
    ended_at: when(),
    completed_at: when(),
    request_key: requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    index('goals_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('goals_session').on(table.session_id).where(sql`${table.session_id} is not null`),
    index('goals_copied').on(table.user_id, table.copied_from).where(sql`${table.copied_from} is not null`),
    uniqueIndex('goals_request').on(table.user_id, table.request_key)
  ]
)

export const logs = pgTable(
  'logs',
  {
    id: id(),
    uuid: uuid().notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    goal_id: ref().references(() => goals.id, { onDelete: 'cascade' }),
    session_id: ref().references(() => sessions.id),
    task_uuid: text(),
    ql_button_uuid: text(),
    title: text().notNull().default(''),
    content: text().notNull().default(''),
    action: text().notNull().default(''),
    amount: doublePrecision(),
    distance: doublePrecision(),
    duration: integer(),
    status: smallint().$type<1 | 2 | 3 | 4>().notNull(),
    started_at: when(),
    ended_at: when(),
    paused_at: when(),
    /** Seconds that had run when the log last stopped running. */
    elapsed_duration: doublePrecision().notNull().default(0),
    /** When a running timed log reaches its end; the sweep completes it then. */
    due_at: when(),
    request_key: requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    index('logs_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('logs_goal').on(table.goal_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('logs_session').on(table.session_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    // Timers that run or are paused: few, asked for on every goal card and session page.
    index('logs_open')
      .on(table.goal_id)
      .where(sql`${table.status} in (1, 3) and ${table.duration} > 0 and ${table.deleted_at} is null`),
    index('logs_open_in_session')
      .on(table.session_id, table.user_id)
      .where(sql`${table.status} in (1, 3) and ${table.duration} > 0 and ${table.deleted_at} is null`),
    index('logs_due').on(table.due_at).where(sql`${table.status} = 1 and ${table.due_at} is not null`),
    uniqueIndex('logs_request').on(table.user_id, table.request_key)
  ]
)

export const messages = pgTable(
  'messages',
  {
    id: id(),
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    client_uuid: text(),
    request_key: requestKey(),
    created_at: createdAt(),
    deleted_at: when()
  },
  table => [
    index('messages_session').on(table.session_id, table.id.desc().nullsFirst()),
    uniqueIndex('messages_request').on(table.user_id, table.request_key)
  ]
)

/** The discussion of a session; `parent_id` makes it a reply to a post (D-108). */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parent_id: ref().references((): AnyPgColumn => posts.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    title: text().notNull().default(''),
    content: text().notNull(),
    request_key: requestKey(),
    created_at: createdAt(),
    deleted_at: when()
  },
  table => [
    index('posts_session').on(table.session_id, table.id.desc().nullsFirst()).where(sql`${table.parent_id} is null`),
    index('posts_replies').on(table.parent_id, table.id).where(sql`${table.deleted_at} is null`),
    uniqueIndex('posts_request').on(table.user_id, table.request_key)
  ]
)

/** What participants have added to the text of a part, by key: the text itself is in the plan (TMR-07). */
export const contributions = pgTable(
  'contributions',
  {
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    request_key: requestKey().notNull(),
    created_at: createdAt()
  },
  table => [uniqueIndex('contributions_request').on(table.user_id, table.request_key)]
)

/** Whose words a person does not want to see. */
export const mutes = pgTable(
  'mutes',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    muted_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [primaryKey({ columns: [table.user_id, table.muted_id] })]
)

/** Who did what to whom, and when; never updated or deleted. */
export const moderationActions = pgTable(
  'moderation_actions',
  {
    id: id(),
    session_id: ref().references(() => sessions.id, { onDelete: 'set null' }),
    actor_id: ref().references(() => users.id, { onDelete: 'set null' }),
    action: text().$type<ModerationAction>().notNull(),
    /** Whom it was done to; null where it was nobody in particular. */
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    /** Row of the message or post. */
    subject_id: ref(),
    created_at: createdAt()
  },
  table => [index('moderation_session').on(table.session_id, table.id.desc().nullsFirst())]
)

/** What happened in a room, in order and without a gap; pages that missed some are sent the rest. */
export const roomEvents = pgTable(
  'room_events',
  {
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    news: jsonb().$type<NewRoomEvent>().notNull(),
    created_at: createdAt()
  },
  table => [primaryKey({ columns: [table.session_id, table.seq] })]
)

/** Private lists of activities (D-54). */
export const activityLists = pgTable(
  'activity_lists',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    request_key: requestKey(),
    created_at: createdAt()
  },
  table => [
    index('activity_lists_user').on(table.user_id, table.id.desc().nullsFirst()),
    uniqueIndex('activity_lists_request').on(table.user_id, table.request_key)
  ]
)

export const listedActivities = pgTable(
  'listed_activities',
  {
    list_id: ref()
      .notNull()
      .references(() => activityLists.id, { onDelete: 'cascade' }),
    activity_id: ref()
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.list_id, table.activity_id] }),
    index('listed_activities_activity').on(table.activity_id)
  ]
)
