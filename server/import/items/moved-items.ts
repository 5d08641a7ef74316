/** Adds items of files. */
import { MARKDOWN, type MovedItem, type moveItems as moveItemsCall } from '../../../domain/import/items/api.ts'
import type { ReceivedBy, ResponseOf } from '../../../domain/lib/endpoint.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import { findCurrentPerson, lockPerson } from '../../accounts/persons/person-rows.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { withFreeSlug } from '../../lib/idempotency.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { insertMovedItem } from '../../publishing/moved/moved-item.ts'
import { openImport } from '../open-import.ts'
import { countImported, toWireImport } from '../queries.ts'
import { findItemKeys } from './queries.ts'

type Sent = ReceivedBy<typeof moveItemsCall>['body']

/** Adds the items that are not there yet, all of them or none. */
export async function moveItems(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  viewer: SignedIn,
  { items, account = MARKDOWN, ...file }: Sent
): Promise<ResponseOf<typeof moveItemsCall>> {
  const person = (await findCurrentPerson(db, viewer.id)) ?? refuse({ kind: 'notFound' })
  // Someone may take a slug between the check and the insert. The whole call then runs again.
  return withFreeSlug('names_pkey', () =>
    db.transaction(async tx => {
      const now = dateAt(clock)
      const { id } = await openImport(tx, viewer, { ...file, source: account }, now)
      await lockPerson(tx, person.id)
      const there = await findItemKeys(tx, viewer, person.id, keysIn(items))
      let added = 0
      for (const item of items) {
        if (there.has(item.key)) continue
        const bookId = (item.book === null ? null : there.get(item.book)?.id) ?? null
        const made = await insertMovedItem(tx, person, item, { bookId, importId: id, now })
        there.set(item.key, made)
        added += 1
      }
      return { import: toWireImport(await countImported(tx, id, { items: added })), added }
    })
  )
}

const keysIn = (items: readonly MovedItem[]): string[] =>
  items.flatMap(({ key, book }) => (book === null ? [key] : [key, book]))
