import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { movedKey } from '../../../domain/export/keys.ts'
import type { Keyed } from '../../../domain/import/items/api.ts'
import type { Handle, Transaction } from '../../db/database.ts'
import { updateRows } from '../../db/rows.ts'
import { persons } from '../../db/schema/accounts.ts'
import { activities } from '../../db/schema/activities.ts'
import { activityLists } from '../../db/schema/lists.ts'
import { items } from '../../db/schema/publishing.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { ownSource } from '../open-import.ts'

interface Found {
  id: number
  slug: string
}

/**
 * The items of a person with these keys. A key may also name an item of the viewer themselves, because people import
 * what they have exported here.
 */
export async function findItemKeys(
  db: Handle,
  viewer: SignedIn,
  personId: number,
  keys: readonly string[]
): Promise<Map<string, Found>> {
  if (keys.length === 0) return new Map()
  const own = movedKey(ownSource(viewer), 'items', '')
  const ownIds = keys.flatMap(key => (key.startsWith(own) ? Number(key.slice(own.length)) : []))
  const ids = ownIds.filter(Number.isSafeInteger)
  const rows = await db
    .select({ id: items.id, slug: items.slug, person_id: items.person_id, key: items.request_key })
    .from(items)
    .innerJoin(persons, eq(persons.id, items.person_id))
    .where(
      and(
        eq(persons.user_id, viewer.id),
        sql`(${items.person_id} = ${personId} and ${inArray(items.request_key, [...keys])}
          or ${items.id} = any(${sql.param(ids)}::bigint[]))`
      )
    )
  return new Map(
    rows.flatMap(({ id, slug, key }) =>
      [...(key === null ? [] : [key]), `${own}${id}`].map(name => [name, { id, slug }] as const)
    )
  )
}

/** The activities or lists of a person that were made with these keys, with a name that addresses them. */
export async function findByKeys(
  db: Handle,
  userId: number,
  section: Exclude<Keyed, 'items'>,
  keys: string[]
): Promise<{ key: string; name: string }[]> {
  if (keys.length === 0) return []
  const rows =
    section === 'activities'
      ? await db
          .select({ key: activities.request_key, name: activities.slug })
          .from(activities)
          .where(
            and(eq(activities.user_id, userId), inArray(activities.request_key, keys), isNull(activities.deleted_at))
          )
      : await db
          .select({ key: activityLists.request_key, name: sql<string>`${activityLists.id}::text` })
          .from(activityLists)
          .where(and(eq(activityLists.user_id, userId), inArray(activityLists.request_key, keys)))
  return rows.flatMap(({ key, name }) => (key === null ? [] : [{ key, name }]))
}

/** Notes that an import made these activities or lists, unless another one did. */
export async function markMade(
  tx: Transaction,
  userId: number,
  section: Exclude<Keyed, 'items'>,
  keys: string[],
  importId: number
): Promise<void> {
  if (keys.length === 0) return
  const table = section === 'activities' ? activities : activityLists
  await updateRows(
    tx,
    table,
    and(eq(table.user_id, userId), inArray(table.request_key, keys), isNull(table.import_id)),
    { import_id: importId }
  )
}
