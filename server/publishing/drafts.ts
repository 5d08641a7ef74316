/** Drafts and earlier versions of items, so that no written text is lost (D-140). */
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { plainText } from '../../domain/lib/plain-text.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { saveDraft as saveDraftCall } from '../../domain/publishing/draft-api.ts'
import { type Item, mayEdit } from '../../domain/publishing/item.ts'
import type { ItemDraft } from '../../domain/publishing/item-api.ts'
import type { ItemVersion } from '../../domain/publishing/version-api.ts'
import type { Database, Handle } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { safeHtml } from '../lib/html.ts'
import { readId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { forgetItemUses, noteDraftUses } from '../uploads/upload-rows.ts'
import { type DraftRow, deleteDraftRow, findDraft, upsertDraft } from './draft-rows.ts'
import { type FoundItem, getItem } from './item-rows.ts'
import { lockItem, save } from './items.ts'
import { deleteVersionRow, findVersion, listVersions, type VersionRow } from './version-rows.ts'

/** An item that the viewer may edit; other people's items are not found. */
async function getOwnItem(db: Handle, slugOrId: string, viewer: SignedIn): Promise<FoundItem> {
  const found = await getItem(db, slugOrId, viewer)
  return mayEdit(found, viewer) ? found : refuse({ kind: 'notFound' })
}

/** Saves a draft. Refuses when another page has saved one since, and returns that draft (D-140). */
export async function saveDraft(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  sent: ReceivedBy<typeof saveDraftCall>['body']
): Promise<{ saves: number; saved_at: string }> {
  const content = safeHtml(sent.content)
  return db.transaction(async tx => {
    const { id } = await getOwnItem(tx, slugOrId, viewer)
    const found = await lockItem(tx, id, viewer)
    const stored = await findDraft(tx, id, viewer.id)
    if (isOld(sent.saves, stored?.saves ?? 0)) {
      const newer = stored ? toWireDraft(stored) : { title: found.title, content: found.content, saves: 0 }
      refuse(changedMeanwhile({ revision: found.revision, ...newer }))
    }
    const saved_at = dateAt(clock)
    const saves = (stored?.saves ?? 0) + 1
    const revision = sent.revision ?? found.revision
    await upsertDraft(tx, { item_id: id, user_id: viewer.id, title: sent.title, content, revision, saves, saved_at })
    await noteDraftUses(tx, id, viewer.id, content)
    return { saves, saved_at: saved_at.toISOString() }
  })
}

export function toWireDraft({ title, content, revision, saves, saved_at }: DraftRow): ItemDraft {
  return { title, content, revision, saves, saved_at: saved_at.toISOString() }
}

/** The earlier versions of an item, for its owner. */
export async function getVersions(db: Database, viewer: SignedIn, slugOrId: string): Promise<ItemVersion[]> {
  const { id } = await getOwnItem(db, slugOrId, viewer)
  return (await listVersions(db, id)).map(toWireVersion)
}

/** One earlier version with its content, for its owner. */
export async function getVersion(
  db: Handle,
  viewer: SignedIn,
  slugOrId: string,
  version: string
): Promise<ItemVersion & { content: string }> {
  const { id } = await getOwnItem(db, slugOrId, viewer)
  const row = (await findVersion(db, id, readId(version))) ?? refuse({ kind: 'notFound' })
  return { ...toWireVersion(row), content: row.content }
}

/** Deletes a version, and its pictures unless something else shows them. A version that is already gone is no error. */
export async function deleteVersion(
  { db }: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  version: string
): Promise<void> {
  await db.transaction(async tx => {
    const { id } = await getOwnItem(tx, slugOrId, viewer)
    await lockItem(tx, id, viewer)
    await deleteVersionRow(tx, id, readId(version))
    await forgetItemUses(tx, id)
  })
}

/** Deletes a draft, and the pictures that only the draft has. */
export async function deleteDraft({ db }: Dependencies, viewer: SignedIn, slugOrId: string): Promise<void> {
  await db.transaction(async tx => {
    const { id } = await getOwnItem(tx, slugOrId, viewer)
    await deleteDraftRow(tx, id, viewer.id)
    await forgetItemUses(tx, id)
  })
}

/** Restores a version. The current text becomes a version first, so that nothing is lost. */
export async function restoreVersion(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  version: string,
  revision: number | undefined
): Promise<Item> {
  return deps.db.transaction(async tx => {
    const { title, content } = await getVersion(tx, viewer, slugOrId, version)
    const found = await lockItem(tx, slugOrId, viewer)
    return save(tx, deps, viewer, found, { title, content, revision })
  })
}

function toWireVersion({ id, revision, title, content, created_at }: VersionRow): ItemVersion {
  return { id, revision, title, summary: plainText(content), created_at: created_at.toISOString() }
}
