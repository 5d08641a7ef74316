/** Persons and the names of people and items, which are one namespace (D-36, D-41). */
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { type Person, personPath } from '../../../domain/publishing/person.ts'
import type { Database, Handle, Transaction } from '../../db/database.ts'
import { preparedInsert } from '../../db/prepared.ts'
import { finderByKey, findRow, hasRow, updateRows } from '../../db/rows.ts'
import { persons, users } from '../../db/schema/accounts.ts'
import { names } from '../../db/schema/publishing.ts'
import { readSlugOrId } from '../../lib/id.ts'

export type PersonRow = typeof persons.$inferSelect

const insertRow = preparedInsert(persons)

/** Inserts a person and their name, which nobody else can take again. */
export async function insertPerson(tx: Transaction, person: typeof persons.$inferInsert): Promise<PersonRow> {
  const row = await insertRow(tx, person)
  await tx.insert(names).values({ name: row.username, person_id: row.id })
  return row
}

export function isNameTaken(db: Handle, name: string): Promise<boolean> {
  return hasRow(db, names, eq(names.name, name))
}

/** Those of the names that are taken, in lower case. */
export async function listTakenNames(db: Handle, wished: readonly string[]): Promise<Set<string>> {
  if (wished.length === 0) return new Set()
  const rows = await db
    .select({ name: names.name })
    .from(names)
    .where(inArray(names.name, [...wished]))
  return new Set(rows.map(({ name }) => name.toLowerCase()))
}

/** The person or item of an address's first segment; items also by earlier slugs. */
export async function findNamed(db: Database, name: string) {
  const [row] = await db
    .select({ person_id: names.person_id, item_id: names.item_id })
    .from(names)
    .where(eq(names.name, name))
  return row ?? null
}

/** By username or id. A numeric username wins over an id, as on the page. */
export async function findPerson(db: Handle, usernameOrId: string | number): Promise<PersonRow | null> {
  const { slug, id } = readSlugOrId(String(usernameOrId))
  const isCalledSo = eq(persons.username, slug)
  const rows = await db
    .select()
    .from(persons)
    .where(typeof usernameOrId === 'number' ? eq(persons.id, id) : or(eq(persons.id, id), isCalledSo))
    .orderBy(desc(isCalledSo))
  return rows[0] ?? null
}

/** Whether the person came with the account. A second one shows nothing that tells whose it is (D-35). */
export function isMainPerson(db: Handle, { user_id, username }: PersonRow): Promise<boolean> {
  return hasRow(db, users, and(eq(users.id, user_id), eq(users.username, username)))
}

/** The person that a user writes as now. */
export function findCurrentPerson(db: Handle, userId: number): Promise<PersonRow | null> {
  return findRow(db, persons, and(eq(persons.user_id, userId), persons.is_current))
}

/** Locks a person, so that all changes of their items follow each other. */
export async function lockPerson(tx: Transaction, id: number): Promise<void> {
  await tx.select({ id: persons.id }).from(persons).where(eq(persons.id, id)).for('no key update')
}

/** The persons of a user, the oldest first, which is the one that came with the account. */
export function listPersons(db: Handle, userId: number): Promise<PersonRow[]> {
  return db.select().from(persons).where(eq(persons.user_id, userId)).orderBy(persons.id)
}

export const findPersonByKey = finderByKey(persons)

/** Switches the current person in one statement, so that a user always has exactly one. */
export async function setCurrentPerson(db: Handle, userId: number, id: number): Promise<void> {
  await updateRows(db, persons, eq(persons.user_id, userId), { is_current: eq(persons.id, id) as never })
}

/** Changes the given fields of a person's page. */
export async function describePerson(
  db: Database,
  id: number,
  change: Partial<Pick<PersonRow, 'title' | 'introduction'>>
): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(persons).set(change).where(eq(persons.id, id))
}

export function toWirePerson({ id, username, title }: Pick<PersonRow, 'id' | 'username' | 'title'>): Person {
  return { id, username, title, path: personPath(username), breadcrumbs: { person_title: title } }
}
