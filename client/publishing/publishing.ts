/** Actions on items, groups and persons. Each change updates the loaded pages. */
import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '../../domain/lib/endpoint.ts'
import * as api from '../../domain/publishing/api.ts'
import { type Item, ItemStatus } from '../../domain/publishing/item.ts'
import * as itemApi from '../../domain/publishing/item-api.ts'
import { move, type Placed } from '../../domain/publishing/order.ts'
import * as sourceApi from '../../domain/publishing/source-api.ts'
import * as versionApi from '../../domain/publishing/version-api.ts'
import { call } from '../lib/api.ts'
import { type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { addressOf, changePages, pageQuery, queryClient, reloadPages } from '../lib/page-cache.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { removeSoon } from '../ui/rows/remove-soon.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** The fields of an item's form. */
export interface ItemFields {
  title: string
  /** HTML. */
  content: string
  parent_id: number | null
}

const GROUPS = 'groups-of-person'

/** The groups of a person with the user's stars. Loads when a list of them opens (PUB-012, PUB-065). */
export function groupsQuery(username: string) {
  return queryOptions({
    queryKey: [GROUPS, username],
    queryFn: () => call(itemApi.searchParents, { params: { person: username } })
  })
}

/** @param making belongs to one form, so that sending it several times creates one item (PUB-052, PUB-059) */
export async function createItem(
  fields: ItemFields & { status: 0 | 1; publish_at?: string | undefined },
  making: { current: Making }
): Promise<Item> {
  const body = { ...fields, person_id: undefined, draft: making.current.key }
  const { title, content, parent_id, publish_at } = fields
  const change = { title, content, parent_id, ...(publish_at ? { publish_at } : {}) }
  return make(body, making, ({ id }) => patchItem(id, change))
}

/** Creates a group of items (D-115, PUB-064). */
export function createGroup(title: string, making: { current: Making }): Promise<Item> {
  return make({ title, content: '', parent_id: null, is_book: 1 as const }, making, ({ id }) =>
    patchItem(id, { title })
  )
}

async function make(
  body: Parameters<typeof call<typeof itemApi.storeItem>>[1]['body'],
  making: { current: Making },
  change: (item: Item) => Promise<Item>
): Promise<Item> {
  const send = async (sent: typeof body, key: string) => (await call(itemApi.storeItem, { body: sent, key })).item
  const { made } = await makeOnce(body, making, send, change)
  making.current = newMaking()
  await refresh()
  return made
}

type Change = Parameters<typeof call<typeof itemApi.updateItem>>[1]['body']['itemData']

/** Sends only the changed keys (PUB-053, PUB-060, PUB-062). */
export async function updateItem(id: number, itemData: Change): Promise<Item> {
  const item = await patchItem(id, itemData)
  await refresh()
  return item
}

async function patchItem(id: number, itemData: Change): Promise<Item> {
  return (await call(itemApi.updateItem, { params: { item: String(id) }, body: { itemData } })).item
}

/**
 * Restores a version; the current state becomes a version too. Refused if the item was saved elsewhere since the form
 * opened.
 */
export async function restoreVersion({ id, revision }: Item, version: number): Promise<Item> {
  const params = { item: String(id), version: String(version) }
  const { item } = await call(versionApi.restoreVersion, { params, body: { revision } })
  await refresh()
  return item
}

/** Deletes a version for good, with pictures that only this version contains. */
export async function deleteVersion({ id }: Item, version: number): Promise<void> {
  await call(versionApi.deleteVersion, { params: { item: String(id), version: String(version) } })
  await queryClient.invalidateQueries({ queryKey: ['versions', id] })
}

/** The path of the call that deletes the item. */
export const deletionPath = ({ id }: Item): string => fillPath(itemApi.deleteItem.path, { item: String(id) })

/** Deletes the item in ten seconds, unless the person undoes it (D-118). */
export function removeItemSoon(item: Item): void {
  removeSoon({ path: deletionPath(item), name: `“${item.title}”`, remove: () => removeItem(item) })
}

/**
 * Deletes the item and removes it from the lists by the slug that the server returns (D-115, PUB-054, PUB-063).
 * @internal Used by tests.
 */
export async function removeItem({ id }: Item): Promise<void> {
  const { slug } = await call(itemApi.deleteItem, { params: { item: String(id) } })
  changeItems(items => items.filter(item => item.slug !== slug))
  await refresh()
}

/** Publishes an unpublished item, and the reverse (PUB-049, PUB-055, PUB-056). */
export async function toggleStatus({ id, status }: Item): Promise<void> {
  const wanted = status === ItemStatus.Published ? ItemStatus.Unpublished : ItemStatus.Published
  const show = (shown: Item['status']) => changeItem(id, { status: shown })
  show(wanted)
  try {
    await patchItem(id, { status: wanted })
  } catch (error) {
    show(status)
    toast.error(messageOf(error))
  }
  await refresh()
}

/**
 * Moves an item: shows the new order at once, and saves it (PUB-041..PUB-043).
 *
 * @param leaves the item moves to another page
 */
export async function moveItem(list: readonly Item[], from: number, to: number, leaves = false): Promise<void> {
  const changes = move(list, from, to)
  changeItems(items => placed(items, changes))
  try {
    for (const { id, order_ms } of changes) await patchItem(id, { order_ms })
    if (leaves) await refresh()
  } catch (error) {
    toast.error(`We couldn’t save the order. ${messageOf(error)}`)
    await refresh()
  }
}

/** Loads another page of the list on screen, to move an item beyond an end of the page. */
export async function itemsOf(
  page: typeof api.personPage | typeof api.itemPage,
  pathname: string,
  number: number
): Promise<readonly Item[]> {
  const address = addressOf(page, { pathname, search: number > 1 ? `?page=${number}` : '' })
  return (await queryClient.fetchQuery(pageQuery<typeof page>(page, address)))?.items ?? []
}

function placed(items: Item[], changes: readonly Placed[]): Item[] {
  const orders = new Map(changes.map(({ id, order_ms }) => [id, order_ms]))
  if (!items.some(({ id }) => orders.has(id))) return items
  return items
    .map(item => ({ ...item, order_ms: orders.get(item.id) ?? item.order_ms }))
    .toSorted((a, b) => b.order_ms - a.order_ms || b.id - a.id)
}

/** Sends the wanted state, so that a second press does not reverse the first (D-66, PUB-067). */
export async function setFavorite(username: string, id: number, favorited: boolean): Promise<void> {
  await call(itemApi.storeFavorite, { body: { item_id: id, favorited: favorited ? 1 : 0 } })
  await queryClient.invalidateQueries({ queryKey: [GROUPS, username] })
}

function changeItem(id: number, change: Partial<Item>): void {
  const changed = (item: Item): Item => (item.id === id ? { ...item, ...change } : item)
  changeItems(items => items.map(changed))
  changePages(api.itemPage, page => ({ ...page, item: changed(page.item) }))
}

function changeItems(change: (items: Item[]) => Item[]): void {
  changePages(api.personPage, page => ({ ...page, items: change(page.items) }))
  changePages(api.itemPage, page => ({ ...page, items: change(page.items) }))
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [GROUPS] }),
    reloadPages([api.personPage, api.itemPage, sourceApi.sourcePage])
  ])
}
