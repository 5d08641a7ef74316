import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import {
  allWords,
  checks,
  createdAt,
  hiddenIndex,
  id,
  isNotEmpty,
  isNotNegative,
  needs,
  partOf,
  ref,
  requestKey,
  revision,
  when
} from './columns.ts'

/** People and activities with one interest. The API calls them huts (D-37). */
export const groups = pgTable(
  'groups',
  {
    id: id(),
    user_id: needs(() => users.id),
    /** Only site admins set it. Its title appears in brackets after this group's title (D-112). */
    parent_id: ref().references((): AnyPgColumn => groups.id, { onDelete: 'set null' }),
    slug: text().notNull(),
    title: text().notNull(),
    /** The title in lower case, as in activities. */
    searched: text().generatedAlwaysAs(sql`lower(title)`),
    content: text().notNull().default(''),
    /** The time zone of the group's days. */
    time_zone: text().notNull().default('UTC'),
    words: allWords(sql`title`),
    /** The number of members, so that lists need not count them. */
    user_count: integer().notNull().default(0),
    /** The number of activities. A trigger counts them. */
    activity_count: integer().notNull().default(0),
    /** When a moderator hid it (D-149); null otherwise. */
    hidden_at: when(),
    revision: revision(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull()
  },
  table => [
    uniqueIndex('groups_slug_key').on(table.slug),
    uniqueIndex('groups_request').on(table.user_id, table.request_key),
    // The list shows the groups with the most people first. Among equals, groups without activities come last.
    index('groups_user').on(table.user_id),
    index('groups_list').on(
      table.user_count.desc().nullsFirst(),
      sql`(${table.activity_count} = 0)`,
      table.id.desc().nullsFirst()
    ),
    index('groups_searched').using('gin', sql`${table.searched} gin_trgm_ops`).with({ fastupdate: false }),
    hiddenIndex('groups', table),
    index('groups_words').using('gin', table.words).with({ fastupdate: false }),
    ...checks('groups', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      parent: sql`${table.parent_id} <> ${table.id}`,
      count: isNotNegative(table.user_count),
      activities: isNotNegative(table.activity_count)
    })
  ]
)

export const groupMembers = pgTable(
  'group_members',
  {
    group_id: partOf(() => groups.id),
    user_id: partOf(() => users.id),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.group_id, table.user_id] }),
    index('group_members_user').on(table.user_id, table.group_id)
  ]
)
