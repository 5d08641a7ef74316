/**
 * Publishes the texts whose time has come (D-162), by the ordinary command. Its transaction locks the person and reads
 * the item again, so a text is published once on any number of nodes.
 */
import { ItemStatus } from '../../domain/publishing/item.ts'
import { lockPerson } from '../accounts/persons/person-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { findItem } from './item-rows.ts'
import { store } from './items.ts'
import { listDueItems } from './queries.ts'

const MOST = 1000

/** Publishes all due texts. One that fails delays no other one. */
export async function publishDue(deps: Dependencies): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listDueItems(deps.db, dateAt(deps.clock), MOST)) {
    await publish(deps, id).catch(error => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} texts could not be published`)
}

async function publish(deps: Dependencies, id: number): Promise<void> {
  await deps.db.transaction(async tx => {
    const listed = await findItem(tx, id, null)
    if (listed) await lockPerson(tx, listed.person_id)
    const found = listed && (await findItem(tx, id, null))
    // Its author has published, delayed or cancelled it meanwhile.
    if (!found?.publish_at || found.publish_at.getTime() > deps.clock.now() || found.hidden_at) return
    await store(tx, deps, found, { status: ItemStatus.Published })
  })
}
