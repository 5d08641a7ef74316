/** Sends items with their pictures. A repeated run adds only what is missing, so an interrupted one can continue. */
import { type Import, MOST_AT_ONCE } from '../../../domain/import/api.ts'
import {
  findMoved,
  type Keyed,
  MOST_ITEMS_AT_ONCE,
  type MovedItem,
  moveItems
} from '../../../domain/import/items/api.ts'
import { call } from '../../lib/api.ts'
import { pictureSender } from './pictures.ts'
import type { ReadItems } from './read-items.ts'

/** The most bytes of texts in one call. The server takes a megabyte. */
const MOST_BYTES = 600_000

export interface ItemsRun extends Pick<ReadItems, 'items' | 'archive'> {
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

/** @param onDone gets the number of items that are done since the last call */
export async function runItems(run: ItemsRun, onDone: (count: number) => void): Promise<ItemsOutcome> {
  const there = await findThere(
    'items',
    run.items.map(({ key }) => key)
  )
  const missing = run.items.filter(({ key }) => !there.has(key))
  onDone(run.items.length - missing.length)
  const outcome: ItemsOutcome = { added: 0, known: run.items.length - missing.length, wrong: [], made: null }
  const send = pictureSender(run.archive)
  for (const part of partsOf(missing)) {
    const items = []
    for (const item of part) {
      const status = run.publishes ? item.status : 0
      items.push({ ...item, status, content: await send(item.content, outcome.wrong) } as const)
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
