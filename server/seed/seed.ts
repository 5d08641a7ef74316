/**
 * Fills an empty database with real content: categories, the tour with its session 10, and activities with their plans.
 * The admin owns everything. It is one transaction, so a killed start leaves nothing half done.
 */
import { eq, sql } from 'drizzle-orm'
import { firstOrder } from '../../domain/publishing/order.ts'
import type { Database, Transaction } from '../db/database.ts'
import { persons } from '../db/schema/accounts.ts'
import { activities, terms } from '../db/schema/activities.ts'
import { groupMembers, groups } from '../db/schema/groups.ts'
import { items, names } from '../db/schema/publishing.ts'
import { safeHtml } from '../lib/html.ts'
import * as content from './content.ts'
import type { SeedActivity } from './plan-builder.ts'
import { planColumns } from './plan-columns.ts'
import { insertTourSession } from './tour-session.ts'

type Item = typeof items.$inferInsert

/** An arbitrary number that no other lock uses. Two nodes that start on one empty database seed it once. */
const SEED_LOCK = 7_201_970

/** Inserts the content unless it exists. @param admin the id of the owner */
export async function seedContent(db: Database, admin: number, now: Date): Promise<void> {
  await db.transaction(async tx => {
    // A second node waits for the one that seeds, longer than a request may wait.
    await tx.execute(sql`set local lock_timeout = '5min'`)
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    const [seeded] = await tx.select({ id: terms.id }).from(terms).limit(1)
    if (seeded) return
    const termIds = new Map<string, number>()
    await insertTerms(tx, content.categories, null, termIds)
    const groupIds = await insertGroups(tx, admin, now)
    const tourId = await insertActivity(tx, content.tour.activity, admin, termIds, now)
    // The list shows the newest first, so insert the file's first entry last.
    for (const activity of content.activities.toReversed()) {
      const id = await insertActivity(tx, activity, admin, termIds, now)
      const group_id = groupIds.get(activity.category)
      if (group_id) await tx.update(activities).set({ group_id }).where(eq(activities.id, id))
    }
    await insertTourSession(tx, tourId, admin, termIds, now)
    await insertBook(tx, admin, now)
  })
}

/** Inserts a public book with its items. */
async function insertBook(tx: Transaction, admin: number, now: Date): Promise<void> {
  const [person] = await tx.select({ id: persons.id }).from(persons).where(eq(persons.user_id, admin)).limit(1)
  if (!person) throw new Error('the admin is no person')
  const insert = async (
    { slug, title, content }: content.SeedItem,
    place: Pick<Item, 'parent_id' | 'is_book' | 'order_ms'>
  ) => {
    const shown = { status: 1, is_public: true, created_at: now, updated_at: now }
    const values = { person_id: person.id, slug, title, content, ...place, ...shown }
    const [row] = await tx.insert(items).values(values).returning({ id: items.id })
    if (!row) throw new Error(`item ${slug} was not inserted`)
    await tx.insert(names).values({ name: slug, item_id: row.id })
    return row.id
  }
  const order_ms = firstOrder(now.getTime())
  const parent_id = await insert(content.book, { parent_id: null, is_book: true, order_ms })
  // The list shows the highest order first, so the first item gets the highest.
  for (const [index, chapter] of content.book.items.entries()) {
    await insert(chapter, { parent_id, is_book: false, order_ms: order_ms - index })
  }
}

/** Inserts the groups and returns their ids by category. The creator is a member of each, like any creator (D-113). */
async function insertGroups(tx: Transaction, admin: number, now: Date): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { categories, ...group } of content.groups.toReversed()) {
    const [row] = await tx
      .insert(groups)
      .values({
        ...group,
        content: safeHtml(group.content),
        ...{ user_id: admin, user_count: 1, created_at: now, updated_at: now }
      })
      .returning({ id: groups.id })
    if (!row) throw new Error(`group ${group.slug} was not inserted`)
    await tx.insert(groupMembers).values({ group_id: row.id, user_id: admin, created_at: now })
    for (const category of categories) ids.set(category, row.id)
  }
  return ids
}

async function insertTerms(
  tx: Transaction,
  categories: readonly content.SeedCategory[],
  parent: number | null,
  ids: Map<string, number>
): Promise<void> {
  for (const { slug, title, children } of categories) {
    const [row] = await tx
      .insert(terms)
      .values({ slug, title, parent_id: parent, sort: ids.size })
      .returning({ id: terms.id })
    if (!row) throw new Error(`category ${slug} was not inserted`)
    ids.set(slug, row.id)
    await insertTerms(tx, children ?? [], row.id, ids)
  }
}

async function insertActivity(
  tx: Transaction,
  activity: SeedActivity,
  admin: number,
  termIds: Map<string, number>,
  now: Date
): Promise<number> {
  const [row] = await tx
    .insert(activities)
    .values({
      user_id: admin,
      slug: activity.slug,
      title: activity.title,
      ...planColumns(activity, termIds),
      is_preset: activity.is_preset,
      created_at: now,
      updated_at: now
    })
    .returning({ id: activities.id })
  if (!row) throw new Error(`activity ${activity.slug} was not inserted`)
  return row.id
}
