/** What the ordinary calls have made for an import: activities and lists. Undoing the import deletes it again. */
import { type findMoved, MARKDOWN, type markMoved } from '../../../domain/import/items/api.ts'
import type { ReceivedBy, ResponseOf } from '../../../domain/lib/endpoint.ts'
import { findCurrentPerson } from '../../accounts/persons/person-rows.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { openImport } from '../open-import.ts'
import { countImported, toWireImport } from '../queries.ts'
import { findByKeys, findItemKeys, markMade as markRows } from './queries.ts'

/** Which of these things the viewer has. */
export async function listMoved(
  { db }: Pick<Dependencies, 'db'>,
  viewer: SignedIn,
  { section, keys }: Pick<ReceivedBy<typeof findMoved>['body'], 'section' | 'keys'>
): Promise<ResponseOf<typeof findMoved>['found']> {
  if (section !== 'items') return findByKeys(db, viewer.id, section, keys)
  const person = await findCurrentPerson(db, viewer.id)
  const found = person ? await findItemKeys(db, viewer, person.id, keys) : new Map<string, never>()
  return keys.flatMap(key => {
    const item = found.get(key)
    return item ? [{ key, name: item.slug }] : []
  })
}

export async function markMade(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  viewer: SignedIn,
  { account = MARKDOWN, section, keys, ...file }: ReceivedBy<typeof markMoved>['body']
): Promise<ResponseOf<typeof markMoved>> {
  return db.transaction(async tx => {
    const { id } = await openImport(tx, viewer, { ...file, source: account }, dateAt(clock))
    await markRows(tx, viewer.id, section, keys, id)
    return { import: toWireImport(await countImported(tx, id, {})) }
  })
}
