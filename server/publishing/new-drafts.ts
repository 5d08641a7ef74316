/**
 * Drafts of new items that are not saved yet. Each is a row under a uuid that its page chose, with a count of its
 * saves. A second device continues it, and is refused when both change it (D-140). Saving the item ends the draft.
 */
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { NewItemDraft, saveNewDraft as saveNewDraftCall } from '../../domain/publishing/draft-api.ts'
import { MOST_NEW_DRAFTS, NO_SUCH_BOOK, TOO_MANY_DRAFTS } from '../../domain/publishing/item.ts'
import { lockPerson } from '../accounts/persons/person-rows.ts'
import { getOwn } from '../accounts/persons/persons.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { safeHtml } from '../lib/html.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findBook } from './book-rows.ts'
import {
  countNewDrafts,
  deleteNewDraftRow,
  findNewDraft,
  listNewDrafts,
  type NewDraftRow,
  upsertNewDraft
} from './draft-rows.ts'

/** The drafts of new items of one of the viewer's persons. */
export async function getNewDrafts(deps: Dependencies, viewer: SignedIn, person: string): Promise<NewItemDraft[]> {
  const { id } = await getOwn(deps, viewer, person)
  return (await listNewDrafts(deps.db, id)).map(toWire)
}

/** Refuses when another page has saved or ended the draft since, and returns the current draft (D-140). */
export async function saveNewDraft(
  deps: Dependencies,
  viewer: SignedIn,
  { person, draft: uuid }: { person: string; draft: string },
  { title, parent_id, saves: began, ...sent }: ReceivedBy<typeof saveNewDraftCall>['body']
): Promise<{ saves: number; saved_at: string }> {
  const content = safeHtml(sent.content)
  const { id: person_id } = await getOwn(deps, viewer, person)
  return deps.db.transaction(async tx => {
    await lockPerson(tx, person_id)
    const stored = await findNewDraft(tx, person_id, uuid)
    if (isOld(began, stored?.saves ?? 0)) {
      const newer = stored ? toWire(stored) : { uuid, title: '', content: '', parent_id: null, saves: 0 }
      // There is no item yet, so its revision is 0.
      refuse(changedMeanwhile({ revision: 0, ...newer }))
    }
    if (!stored && (await countNewDrafts(tx, person_id)) >= MOST_NEW_DRAFTS) {
      refuse({ kind: 'conflict', message: TOO_MANY_DRAFTS })
    }
    const book = parent_id === null ? null : await findBook(tx, parent_id)
    if (parent_id !== null && book?.person_id !== person_id) refuse(invalid('parent_id', NO_SUCH_BOOK))
    const saved_at = dateAt(deps.clock)
    const saves = (stored?.saves ?? 0) + 1
    await upsertNewDraft(tx, { person_id, uuid, title, content, parent_id, saves, saved_at })
    return { saves, saved_at: saved_at.toISOString() }
  })
}

/** Discards a draft. */
export async function deleteNewDraft(
  deps: Dependencies,
  viewer: SignedIn,
  { person, draft }: { person: string; draft: string }
): Promise<void> {
  const { id } = await getOwn(deps, viewer, person)
  await deleteNewDraftRow(deps.db, id, draft)
}

function toWire({ uuid, title, content, parent_id, saves, saved_at }: NewDraftRow): NewItemDraft {
  return { uuid, title, content, parent_id, saves, saved_at: saved_at.toISOString() }
}
