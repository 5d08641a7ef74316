/** Sends items with their pictures. A repeated run adds only what is missing, so an interrupted one can continue. */
import { type Import, MOST_AT_ONCE } from '../../../domain/import/api.ts'
import {
  findMoved,
  type Keyed,
  MOST_ITEMS_AT_ONCE,
  type MovedItem,
  moveItems
} from '../../../domain/import/items/api.ts'
import { textHash } from '../../../domain/import/items/read-item.ts'
import { itemPath } from '../../../domain/publishing/item.ts'
import { call } from '../../lib/api.ts'
import { getUser } from '../../lib/user.ts'
import { type Places, withLinks } from './links.ts'
import { pictureSender } from './pictures.ts'
import type { ReadItems } from './read-items.ts'

/** The most bytes of texts in one call. The server takes a megabyte. */
const MOST_BYTES = 600_000

export interface ItemsRun extends Pick<ReadItems, 'items' | 'archive' | 'origin' | 'paths'> {
  uuid: string
  fileName: string
  /** The account of an export; null for Markdown files. */
  account: string | null
  /** Whether items that were published stay so. Otherwise they arrive unpublished. */
  publishes: boolean
}

export interface ItemsOutcome {
  added: number
  known: number
  wrong: string[]
  /** Null when everything was here already. */
  made: Import | null
}

interface Planned {
  /** The slugs of the items that are here already, by key. */
  there: ReadonlyMap<string, string>
  /** The slugs that all items have or get, by key. */
  slugs: ReadonlyMap<string, string>
  places: Places
}

/** Finds out where items are or will be, so that links can lead to them before they are here. */
export async function planItems({
  items,
  paths,
  origin
}: Pick<ReadItems, 'items' | 'paths' | 'origin'>): Promise<Planned> {
  const there = new Map<string, string>()
  const slugs = new Map<string, string>()
  for (let from = 0; from < items.length; from += MOST_AT_ONCE) {
    const part = items.slice(from, from + MOST_AT_ONCE)
    const body = { section: 'items' as const, keys: part.map(({ key }) => key) }
    const { found, free } = await call(findMoved, { body: { ...body, slugs: part.flatMap(({ slug }) => slug ?? []) } })
    for (const { key, name } of found) there.set(key, name)
    for (const { key, slug } of part) {
      const here = there.get(key) ?? (slug && (free.includes(slug) ? slug : otherSlug(slug, key)))
      if (here) slugs.set(key, here)
    }
  }
  const byKey = new Map(items.map(item => [item.key, item]))
  const username = getUser()?.person.username ?? ''
  const pathOf = (key: string): string | null => {
    const [item, slug] = [byKey.get(key), slugs.get(key)]
    if (!item || !slug) return null
    const book = item.book === null ? undefined : slugs.get(item.book)
    return itemPath({ slug, is_book: item.is_book === 1 }, username, book === undefined ? null : { slug: book })
  }
  const here = [...paths].flatMap(([path, key]) => {
    const now = pathOf(key)
    return now === null ? [] : [[path, now] as const]
  })
  return { there, slugs, places: { origin, paths: new Map(here) } }
}

/** The slug for one that is taken. It is the same in each try. */
const otherSlug = (slug: string, key: string): string => `${slug.slice(0, 70)}-${textHash(key).slice(-5)}`

/**
 * @param onDone gets the number of items that are done since the last call
 * @param send may have sent some of the pictures already
 */
export async function runItems(
  run: ItemsRun,
  onDone: (count: number) => void,
  { there, slugs, places }: Planned,
  send = pictureSender(run.archive)
): Promise<ItemsOutcome> {
  const missing = run.items.filter(({ key }) => !there.has(key))
  onDone(run.items.length - missing.length)
  const outcome: ItemsOutcome = { added: 0, known: run.items.length - missing.length, wrong: [], made: null }
  for (const part of partsOf(missing)) {
    const items = []
    for (const item of part) {
      const content = withLinks(await send(item.content, outcome.wrong), places)
      const shown = run.publishes ? {} : ({ status: 0, publish_at: null } as const)
      items.push({ ...item, ...shown, slug: slugs.get(item.key) ?? item.slug, content })
    }
    const account = run.account === null ? {} : { account: run.account }
    const made = await call(moveItems, { body: { uuid: run.uuid, file_name: run.fileName, ...account, items } })
    outcome.added += made.added
    outcome.known += part.length - made.added
    outcome.made = made.import
    onDone(part.length)
  }
  return outcome
}

/** Which things of a file are here already: their slugs, or the ids of lists, by key. */
export async function findThere(section: Keyed, keys: readonly string[]): Promise<Map<string, string>> {
  const there = new Map<string, string>()
  for (let from = 0; from < keys.length; from += MOST_AT_ONCE) {
    const { found } = await call(findMoved, { body: { section, keys: keys.slice(from, from + MOST_AT_ONCE) } })
    for (const { key, name } of found) there.set(key, name)
  }
  return there
}

/** Parts that fit into a call. Their order stays, because groups come first. */
function partsOf(items: readonly MovedItem[]): MovedItem[][] {
  const parts: MovedItem[][] = []
  let room = 0
  for (const item of items) {
    const size = new TextEncoder().encode(item.content).length
    const part = parts.at(-1)
    if (part && part.length < MOST_ITEMS_AT_ONCE && size <= room) {
      part.push(item)
      room -= size
    } else {
      parts.push([item])
      room = MOST_BYTES - size
    }
  }
  return parts
}
