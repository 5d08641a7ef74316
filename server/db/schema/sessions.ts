import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import type { Summary } from '../../../domain/sessions/api.ts'
import { ALL_ANSWERS, type Answer } from '../../../domain/sessions/people/answers.ts'
import { HOST, MEMBER } from '../../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import type { NewRoomEvent } from '../../../domain/socket/messages.ts'
import { users } from './accounts.ts'
import { activities, filtersOf, idsInWords, planChecks, planFields } from './activities.ts'
import {
  allWords,
  checks,
  createdAt,
  hiddenIndex,
  id,
  isNotNegative,
  isOneOf,
  needs,
  partOf,
  ref,
  requestKey,
  when
} from './columns.ts'
import { series } from './series.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: needs(() => users.id),
    activity_id: ref().references(() => activities.id, { onDelete: 'set null' }),
    /** The session that this one repeats. The same people are invited. */
    again_of: ref().references((): AnyPgColumn => sessions.id, { onDelete: 'set null' }),
    /**
     * The series that it is a date of, and when the rule of the series has this date; null for a date that a new rule no
     * longer has (D-150).
     */
    series_id: ref().references((): AnyPgColumn => series.id, { onDelete: 'set null' }),
    series_at: when(),
    /** Its host has opened its page. Only dates of a series note it. */
    host_saw: boolean().notNull().default(false),
    slug: text().notNull(),
    title: text().notNull(),
    /** The current title of its activity, by which a search also finds the session (D-58). */
    activity_title: text().notNull().default(''),
    searched: text().generatedAlwaysAs(sql`lower(title || e'\\n' || activity_title)`),
    words: allWords(sql`title || ' ' || activity_title`, idsInWords),
    ...planFields,
    status: smallint().$type<SessionStatus>().notNull().default(SessionStatus.NotStarted),
    is_free: boolean().notNull().default(false),
    started_at: when(),
    ended_at: when(),
    /** When the host or the sweep cancelled it before its start. It counts as ended and appears nowhere (D-139). */
    cancelled_at: when(),
    /** When a pause in the plan started that delays the end; null without one (D-94). */
    paused_since: when(),
    /** When a host paused the whole session; null while it runs. */
    paused_at: when(),
    /** Seconds of all such pauses so far. */
    paused_seconds: doublePrecision().notNull().default(0),
    /** When to check next whose turn it is, for reminders; null when no part has turns that need a reminder. */
    turns_at: when(),
    /** The number of present participants. It is stored in this row, so that the last place is given once (D-60). */
    participants_count: integer().notNull().default(0),
    /** The number of places that offers hold (D-151). Everyone else counts them as taken. */
    held_places: integer().notNull().default(0),
    /** The number of people on the waitlist, also those with an offer. */
    waiting_count: integer().notNull().default(0),
    /** When to settle the waitlist again (domain/sessions/people/waitlist.ts); null when only people change it. */
    waitlist_at: when(),
    /** A host has ended the waitlist. */
    waitlist_ended: boolean().notNull().default(false),
    /** Totals of the whole room, written under the row's lock (D-85). */
    summary: jsonb().$type<Omit<Summary, 'participants'>>().notNull().default({ logs: 0, tasks: {} }),
    /** The number of the room's last event. */
    seq: integer().notNull().default(0),
    /** Whether it was unlisted before a moderator hid it; null while it is not hidden. */
    was_unlisted: boolean(),
    /** A host closed the chat. */
    chat_locked: boolean().notNull().default(false),
    /** Whether people can join as guests; null while the host has not chosen (D-152). */
    guests: boolean(),
    guests_chat: boolean().notNull().default(false),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull()
  },
  table => [
    uniqueIndex('sessions_slug_key').on(table.slug),
    uniqueIndex('sessions_request').on(table.user_id, table.request_key),
    // The public list: running sessions first, then the soonest start (D-57). The index has every column that lists and
    // searches filter by, so they find a page without reading rows.
    index('sessions_live')
      .on(
        table.status.desc().nullsFirst(),
        table.started_at.asc(),
        table.id.asc(),
        table.ended_at.asc(),
        table.paused_since.asc(),
        ...filtersOf(table)
      )
      .where(sql`${table.status} < 2 and not ${table.is_preset} and not ${table.unlisted}`),
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
      .where(sql`${table.status} < 2 and not ${table.is_preset} and not ${table.unlisted}`),
    index('sessions_group')
      .on(table.group_id, table.status.desc().nullsFirst(), table.started_at.asc(), table.id.asc())
      .where(sql`${table.status} < 2 and not ${table.is_preset}`),
    // For the sums of a group's sessions.
    index('sessions_of_group').on(table.group_id).where(sql`${table.group_id} is not null and ${table.status} > 0`),
    index('sessions_series').on(table.series_id, table.series_at).where(sql`${table.series_id} is not null`),
    index('sessions_again').on(table.again_of).where(sql`${table.again_of} is not null`),
    index('sessions_activity').on(table.activity_id, table.status, table.started_at),
    index('sessions_to_start').on(table.started_at).where(sql`${table.status} = 0 and ${table.started_at} is not null`),
    index('sessions_to_end').on(table.ended_at).where(sql`${table.status} = 1 and ${table.ended_at} is not null`),
    index('sessions_waitlist').on(table.waitlist_at).where(sql`${table.waitlist_at} is not null`),
    index('sessions_turns').on(table.turns_at).where(sql`${table.status} = 1 and ${table.turns_at} is not null`),
    // Events of rooms that ended long ago are deleted.
    index('sessions_ended').on(table.ended_at).where(sql`${table.status} = 2`),
    index('sessions_searched')
      .using('gin', sql`${table.searched} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${table.status} < 2`),
    // For admins, who look for sessions of any status.
    index('sessions_titles').using('gin', sql`lower(${table.title}) gin_trgm_ops`),
    index('sessions_status').on(table.status, table.id.desc().nullsFirst()),
    hiddenIndex('sessions', table),
    index('sessions_words').using('gin', table.words).with({ fastupdate: false }).where(sql`${table.status} < 2`),
    ...checks('sessions', {
      ...planChecks(table),
      status: isOneOf(table.status, Object.values(SessionStatus)),
      started: sql`${table.status} = 0 or ${table.started_at} is not null or ${table.cancelled_at} is not null`,
      cancelled: sql`${table.cancelled_at} is null or ${table.status} = 2`,
      ended: sql`${table.status} < 2 or ${table.ended_at} is not null`,
      paused: isNotNegative(table.paused_seconds),
      participants: isNotNegative(table.participants_count),
      held: sql`${table.held_places} between 0 and ${table.waiting_count}`,
      seq: isNotNegative(table.seq)
    })
  ]
)

/** One row for everyone who ever joined. `left_at` is set while they are not in the room. */
export const participants = pgTable(
  'participants',
  {
    id: id(),
    session_id: partOf(() => sessions.id),
    user_id: needs(() => users.id),
    /** 1 = host (SEC-41), 0 = everyone else. */
    role: smallint().notNull().default(MEMBER),
    is_ready: boolean().notNull().default(false),
    /** Left as a host, and may host again (D-73). */
    was_host: boolean().notNull().default(false),
    client_uuid: text(),
    /** Whether the join cost one use. Hosts at creation and free sessions cost nothing (D-15, D-75). */
    charged: boolean().notNull().default(false),
    /** A regular of a series has the place before paying for it. The use is charged when the session begins (D-150). */
    owes: boolean().notNull().default(false),
    /** When the sweep last looked whether a person who owes a use has tokens. */
    purse_checked_at: when(),
    joined_at: when().notNull(),
    left_at: when(),
    /** What they said before the start: they come, or they can't make it. Null without an answer. */
    answer: text().$type<Answer>(),
    /** When a host removed the person permanently. */
    removed_at: when(),
    completed_at: when(),
    /** The session's `started_at`, copied here so that an index can sort a person's sessions by it. */
    starts_at: when()
  },
  table => [
    uniqueIndex('participants_once').on(table.session_id, table.user_id),
    index('participants_order').on(table.session_id, table.joined_at, table.id).where(sql`${table.left_at} is null`),
    // A person's sessions: first those without a start, then the latest start (D-55).
    index('participants_user')
      .on(table.user_id, table.starts_at.desc().nullsFirst(), table.session_id.desc().nullsFirst())
      .where(sql`${table.left_at} is null`),
    index('participants_owing').on(table.starts_at).where(sql`${table.owes} and ${table.left_at} is null`),
    ...checks('participants', {
      role: isOneOf(table.role, [MEMBER, HOST]),
      answer: isOneOf(table.answer, ALL_ANSWERS),
      removed: sql`${table.removed_at} is null or ${table.left_at} is not null`
    })
  ]
)

/** How long people were in the room of a date of a series (D-150). */
export const attendances = pgTable(
  'attendances',
  {
    session_id: partOf(() => sessions.id),
    user_id: partOf(() => users.id),
    seconds: integer().notNull(),
    seen_at: when().notNull()
  },
  table => [
    primaryKey({ columns: [table.session_id, table.user_id] }),
    index('attendances_user').on(table.user_id),
    ...checks('attendances', { seconds: isNotNegative(table.seconds) })
  ]
)

/** The people who wait for a place in a full session (D-151). A row is deleted when its person stops waiting. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: id(),
    session_id: partOf(() => sessions.id),
    user_id: partOf(() => users.id),
    /** The lowest is first in line. */
    rank: integer().notNull(),
    /** Why a host moved the person to the front; null when nobody did. */
    moved_reason: text(),
    created_at: createdAt(),
    /** When the person's offer begins; null without one. It holds the place from its creation on. */
    opens_at: when(),
    /** When the person got the news of their offer, or of a free place. */
    told_at: when()
  },
  table => [uniqueIndex('waitlist_once').on(table.session_id, table.user_id), index('waitlist_user').on(table.user_id)]
)

/**
 * Running totals of each participant's logs, per goal of the session. The columns have no CHECK, because an upsert that
 * subtracts proposes a negative row first.
 */
export const participantTotals = pgTable(
  'participant_totals',
  {
    session_id: partOf(() => sessions.id),
    user_id: needs(() => users.id),
    task_uuid: text().notNull(),
    action: text().notNull(),
    amount: doublePrecision().notNull().default(0),
    distance: doublePrecision().notNull().default(0),
    duration: bigint({ mode: 'number' }).notNull().default(0),
    list_progress: jsonb().$type<string[]>().notNull().default([])
  },
  table => [primaryKey({ columns: [table.session_id, table.user_id, table.task_uuid, table.action] })]
)

/**
 * The keys of texts that participants added to a part, so that each is added once. The text itself is in the plan
 * (TMR-07).
 */
export const contributions = pgTable(
  'contributions',
  {
    session_id: partOf(() => sessions.id),
    user_id: needs(() => users.id),
    request_key: text().notNull(),
    request_digest: text(),
    created_at: createdAt()
  },
  table => [uniqueIndex('contributions_request').on(table.user_id, table.request_key)]
)

/** New sessions of a group, until all its members are notified. */
export const groupNews = pgTable('group_news', {
  session_id: ref()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** The id of the last notified member. Members are notified in batches, in the order of their ids. */
  told_until: ref().notNull().default(0),
  /** A later date of a series: only those who want to hear of each date are notified. */
  to_watchers: boolean().notNull().default(false)
})

/** The events of a room, numbered without gaps. A page that missed some gets the rest. */
export const roomEvents = pgTable(
  'room_events',
  {
    session_id: partOf(() => sessions.id),
    seq: integer().notNull(),
    event: jsonb().$type<NewRoomEvent>().notNull(),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.session_id, table.seq] }),
    ...checks('room_events', { seq: sql`${table.seq} > 0` })
  ]
)
