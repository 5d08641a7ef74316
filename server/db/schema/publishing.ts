import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import { persons, users } from './accounts.ts'
import { activities } from './activities.ts'
import {
  checks,
  citext,
  createdAt,
  hiddenIndex,
  id,
  isNotEmpty,
  isNotNegative,
  isOneOf,
  partOf,
  ref,
  requestKey,
  revision,
  when
} from './columns.ts'
import { imports } from './imports.ts'

/** Books and items that persons write. An item may be in a book (D-116). */
export const items = pgTable(
  'items',
  {
    id: id(),
    person_id: partOf(() => persons.id),
    /** A book of the same person. */
    parent_id: ref().references((): AnyPgColumn => items.id, { onDelete: 'set null' }),
    is_book: boolean().notNull().default(false),
    /** The current one of its `names`, which its address uses. */
    slug: text().notNull(),
    title: text().notNull(),
    /** Clean HTML. */
    content: text().notNull().default(''),
    status: smallint().notNull(),
    /** The item and all books around it are published. Public lists need not check those books. */
    is_public: boolean().notNull(),
    /** When it first became public; null until then. */
    published_at: when(),
    /** When it becomes public by itself; null without such a time. */
    publish_at: when(),
    /**
     * When a moderator hid it; null after one undid that (D-149). All rows of one takedown have the same time.
     */
    hidden_at: when(),
    /** The order in lists, highest first. New items get their time in milliseconds (D-114). */
    order_ms: doublePrecision().notNull(),
    /** The import that created it. */
    import_id: ref().references(() => imports.id, { onDelete: 'set null' }),
    revision: revision(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull()
  },
  table => [
    uniqueIndex('items_request').on(table.person_id, table.request_key),
    index('items_import').on(table.import_id).where(sql`${table.import_id} is not null`),
    index('items_person')
      .on(table.person_id, ...inOrder(table))
      .where(sql`not ${table.is_book}`),
    index('items_person_public')
      .on(table.person_id, ...inOrder(table))
      .where(sql`${table.is_public} and not ${table.is_book}`),
    index('items_books')
      .on(table.person_id, ...inOrder(table))
      .where(sql`${table.is_book}`),
    index('items_book').on(table.parent_id, ...inOrder(table)),
    index('items_book_public')
      .on(table.parent_id, ...inOrder(table))
      .where(sql`${table.is_public}`),
    // For admins, who look for published texts.
    index('items_titles').using('gin', sql`lower(${table.title}) gin_trgm_ops`),
    index('items_published').on(table.id.desc().nullsFirst()).where(sql`${table.status} = 1`),
    hiddenIndex('items', table),
    index('items_sources').on(table.id.desc().nullsFirst()).where(sql`${table.is_public} and ${table.is_book}`),
    index('items_snippets')
      .on(table.id)
      .where(sql`${table.is_public} and ${table.parent_id} is not null and not ${table.is_book}`),
    index('items_publish').on(table.publish_at).where(sql`${table.publish_at} is not null`),
    index('items_feed')
      .on(table.person_id, table.published_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.is_public} and not ${table.is_book}`),
    index('items_feed_book')
      .on(table.parent_id, table.published_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.is_public} and not ${table.is_book}`),
    ...checks('items', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      status: isOneOf(table.status, [0, 1]),
      public: sql`not ${table.is_public} or ${table.status} = 1`
    })
  ]
)

function inOrder({ order_ms, id }: { order_ms: AnyPgColumn; id: AnyPgColumn }): [SQL, SQL] {
  return [sql`${order_ms} desc`, sql`${id} desc`]
}

/**
 * The first segments of addresses, which are one namespace (D-36, D-41): usernames and slugs of items. Former slugs
 * stay, so that old addresses redirect to the new one.
 */
export const names = pgTable(
  'names',
  {
    name: citext().primaryKey(),
    person_id: ref().references(() => persons.id, { onDelete: 'cascade' }),
    item_id: ref().references(() => items.id, { onDelete: 'cascade' })
  },
  table => [
    index('names_person').on(table.person_id),
    index('names_item').on(table.item_id),
    ...checks('names', {
      name: isNotEmpty(table.name),
      owner: sql`num_nonnulls(${table.person_id}, ${table.item_id}) = 1`
    })
  ]
)

/** Earlier versions of items. Only the newest are kept. */
export const itemVersions = pgTable(
  'item_versions',
  {
    id: id(),
    item_id: partOf(() => items.id),
    /** The item's revision at that time. */
    revision: integer().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    created_at: createdAt()
  },
  table => [index('item_versions_item').on(table.item_id, table.id.desc().nullsFirst())]
)

/** Unsaved text for an existing item. */
export const itemDrafts = pgTable(
  'item_drafts',
  {
    item_id: partOf(() => items.id),
    user_id: partOf(() => users.id),
    title: text().notNull(),
    content: text().notNull(),
    /** The item's revision when the typing started. */
    revision: integer().notNull(),
    /** How often the draft was saved. */
    saves: integer().notNull(),
    saved_at: when().notNull()
  },
  table => [
    primaryKey({ columns: [table.item_id, table.user_id] }),
    index('item_drafts_user').on(table.user_id),
    ...checks('item_drafts', { saves: isNotNegative(table.saves) })
  ]
)

/** Unsaved text for a new item. */
export const newItemDrafts = pgTable(
  'new_item_drafts',
  {
    id: id(),
    person_id: partOf(() => persons.id),
    /** Chosen by the page that started the draft. */
    uuid: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** The book for the item. */
    parent_id: ref().references(() => items.id, { onDelete: 'set null' }),
    /** How often the draft was saved. */
    saves: integer().notNull(),
    saved_at: when().notNull()
  },
  table => [
    uniqueIndex('new_item_drafts_uuid').on(table.person_id, table.uuid),
    index('new_item_drafts_book').on(table.parent_id),
    ...checks('new_item_drafts', { uuid: isNotEmpty(table.uuid), saves: isNotNegative(table.saves) })
  ]
)

/** Stars on books and items (D-66). */
export const favorites = pgTable(
  'favorites',
  {
    user_id: partOf(() => users.id),
    item_id: partOf(() => items.id),
    created_at: createdAt()
  },
  table => [primaryKey({ columns: [table.user_id, table.item_id] }), index('favorites_item').on(table.item_id)]
)

/** Who follows a person or a book (D-162). */
export const follows = pgTable(
  'follows',
  {
    id: id(),
    user_id: partOf(() => users.id),
    person_id: ref().references(() => persons.id, { onDelete: 'cascade' }),
    /** A book. */
    item_id: ref().references(() => items.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    unique('follows_once').on(table.user_id, table.person_id, table.item_id).nullsNotDistinct(),
    index('follows_person').on(table.person_id, table.user_id).where(sql`${table.person_id} is not null`),
    index('follows_item').on(table.item_id, table.user_id).where(sql`${table.item_id} is not null`),
    ...checks('follows', { thing: sql`num_nonnulls(${table.person_id}, ${table.item_id}) = 1` })
  ]
)

/** Texts that were just published, until all followers are notified. */
export const itemNews = pgTable('item_news', {
  item_id: ref()
    .primaryKey()
    .references(() => items.id, { onDelete: 'cascade' }),
  /** The id of the last notified follower. Followers are notified in batches, in the order of their ids. */
  told_until: ref().notNull().default(0)
})

/** Activities that were just listed, until all followers of their creator are notified. */
export const activityNews = pgTable('activity_news', {
  activity_id: ref()
    .primaryKey()
    .references(() => activities.id, { onDelete: 'cascade' }),
  /** The id of the last notified follower. Followers are notified in batches, in the order of their ids. */
  told_until: ref().notNull().default(0)
})

/** A snippet in a person's own words (D-42). */
export const paraphrases = pgTable(
  'paraphrases',
  {
    id: id(),
    item_id: partOf(() => items.id),
    user_id: partOf(() => users.id),
    content: text().notNull(),
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    index('paraphrases_item').on(table.item_id, table.id.desc().nullsFirst()),
    uniqueIndex('paraphrases_request').on(table.user_id, table.request_key),
    ...checks('paraphrases', { content: isNotEmpty(table.content) })
  ]
)
