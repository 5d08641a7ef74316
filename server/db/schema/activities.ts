import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { DIFFICULTIES } from '../../../domain/activities/difficulty.ts'
import type { Plan } from '../../../domain/activities/plan.ts'
import { readPlan, writePlan } from '../../../domain/activities/stored-plan.ts'
import { users } from './accounts.ts'
import {
  allWords,
  checks,
  createdAt,
  hiddenIndex,
  id,
  isDuration,
  isNotEmpty,
  isNotNegative,
  isOneOf,
  needs,
  partOf,
  ref,
  requestKey,
  revision,
  when
} from './columns.ts'
import { groups } from './groups.ts'
import { imports } from './imports.ts'

/** Every plan is written and read with this column type. */
const versionedPlan = customType<{ data: Plan }>({
  dataType: () => 'jsonb',
  toDriver: plan => JSON.stringify(writePlan(plan)),
  fromDriver: stored => readPlan(stored)
})

/** The ids of the category and the group, as words of `allWords`. */
export const idsInWords = sql`array['#t' || term_id::text, '#g' || group_id::text]`

/** The categories of activities, as a tree. */
export const terms = pgTable(
  'terms',
  {
    id: id(),
    /** A category with subcategories cannot be deleted. */
    parent_id: ref().references((): AnyPgColumn => terms.id),
    slug: text().notNull(),
    title: text().notNull(),
    sort: integer().notNull()
  },
  table => [
    uniqueIndex('terms_slug_key').on(table.slug),
    ...checks('terms', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      parent: sql`${table.parent_id} <> ${table.id}`,
      sort: isNotNegative(table.sort)
    })
  ]
)

/**
 * A group's request to the host of an activity to move it into the group. A declined request stays, so that it is made
 * only once (D-134).
 */
export const groupProposals = pgTable(
  'group_proposals',
  {
    group_id: partOf(() => groups.id),
    activity_id: partOf((): AnyPgColumn => activities.id),
    created_at: createdAt(),
    declined_at: when()
  },
  table => [
    primaryKey({ columns: [table.group_id, table.activity_id] }),
    index('group_proposals_activity').on(table.activity_id)
  ]
)

/** The columns that activities and sessions share. */
export const planFields = {
  content: text().notNull().default(''),
  plan: versionedPlan().notNull(),
  duration: integer().notNull(),
  participant_limit: integer(),
  difficulty: smallint(),
  term_id: ref().references(() => terms.id),
  /** The group of an activity, at most one (D-134). A session has the group of its activity. */
  group_id: ref().references(() => groups.id, { onDelete: 'set null' }),
  is_preset: boolean().notNull().default(false),
  is_manually_started: boolean().notNull().default(false),
  needs_code: boolean().notNull().default(false),
  join_code: text(),
  donation_link: text().notNull().default(''),
  /** It appears in no list, search or site map. Everyone with the address can open it (D-159). */
  unlisted: boolean().notNull().default(false),
  /** When a moderator hid it (D-149); null otherwise. A hidden one is unlisted too, so that lists need not check both. */
  hidden_at: when(),
  revision: revision()
}

/** The checks of both tables with these columns. */
export const planChecks = (
  table: Record<keyof typeof planFields | 'slug' | 'title', AnyPgColumn>
): Record<string, SQL> => ({
  slug: isNotEmpty(table.slug),
  title: isNotEmpty(table.title),
  duration: isDuration(table.duration),
  limit: isNotNegative(table.participant_limit),
  difficulty: isOneOf(
    table.difficulty,
    DIFFICULTIES.map(({ value }) => value)
  ),
  code: sql`not ${table.needs_code} or ${table.join_code} <> '' and ${table.join_code} is not null`
})

/** The columns that lists and searches of activities and sessions filter by, as the last columns of an index. */
export const filtersOf = (table: Record<'difficulty' | 'searched' | 'term_id' | 'group_id', AnyPgColumn>) => [
  table.difficulty,
  table.searched,
  table.term_id,
  table.group_id
]

export const activities = pgTable(
  'activities',
  {
    id: id(),
    user_id: needs(() => users.id),
    slug: text().notNull(),
    title: text().notNull(),
    /** The title in lower case, because `ilike` costs ten times as much. */
    searched: text().generatedAlwaysAs(sql`lower(title)`),
    words: allWords(sql`title`, idsInWords),
    ...planFields,
    followers_count: integer().notNull().default(0),
    /** The activity whose plan it began with. */
    copied_from: ref().references((): AnyPgColumn => activities.id, { onDelete: 'set null' }),
    /** Another person has followed it or joined a session of it. Visitors see such activities first (D-159). */
    is_used: boolean().notNull().default(false),
    /** The import that created it. */
    import_id: ref().references(() => imports.id, { onDelete: 'set null' }),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    uniqueIndex('activities_slug_key').on(table.slug),
    uniqueIndex('activities_request').on(table.user_id, table.request_key),
    index('activities_import').on(table.import_id).where(sql`${table.import_id} is not null`),
    // Lists and searches use these indexes without reading rows: `newest` for signed-in people, `used` for visitors.
    index('activities_newest')
      .on(table.id.desc().nullsFirst(), ...filtersOf(table))
      .where(sql`${table.deleted_at} is null and not ${table.unlisted}`),
    index('activities_used')
      .on(table.is_used.desc().nullsFirst(), table.id.desc().nullsFirst(), ...filtersOf(table))
      .where(sql`${table.deleted_at} is null and not ${table.unlisted}`),
    index('activities_list')
      .on(table.is_preset, table.id.desc().nullsFirst())
      .where(sql`${table.deleted_at} is null and not ${table.unlisted}`),
    index('activities_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('activities_term')
      .on(table.term_id, table.id.desc().nullsFirst(), table.difficulty.asc(), table.searched.asc())
      .where(sql`${table.deleted_at} is null and not ${table.unlisted}`),
    index('activities_term_used')
      .on(
        table.term_id,
        table.is_used.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.difficulty.asc(),
        table.searched.asc()
      )
      .where(sql`${table.deleted_at} is null and not ${table.unlisted}`),
    index('activities_copies')
      .on(table.copied_from, table.id.desc().nullsFirst())
      .where(sql`${table.deleted_at} is null and not ${table.unlisted} and ${table.copied_from} is not null`),
    index('activities_group').on(table.group_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    // The index is read far more often than written. With `fastupdate` each search would read the whole pending list.
    index('activities_searched').using('gin', sql`${table.searched} gin_trgm_ops`).with({ fastupdate: false }),
    hiddenIndex('activities', table),
    index('activities_words').using('gin', table.words).with({ fastupdate: false }),
    ...checks('activities', { ...planChecks(table), followers: isNotNegative(table.followers_count) })
  ]
)

/**
 * Every word of every title, including categories, in lower case. Triggers add the words. A word stays after its last
 * title is deleted.
 */
export const titleWords = pgTable('title_words', { word: text().primaryKey() }, table => [
  index('title_words_part').using('gin', sql`${table.word} gin_trgm_ops`)
])

export const followers = pgTable(
  'followers',
  {
    activity_id: partOf(() => activities.id),
    user_id: partOf(() => users.id),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.activity_id, table.user_id] }),
    index('followers_user').on(table.user_id, table.activity_id)
  ]
)
