/**
 * Items in `localStorage`, one entry each, so that two tabs never overwrite each other's list. Where storage is refused
 * or full, such as in some private windows, an item lasts as long as the page.
 */
import type { Item } from './item.ts'

export const PREFIX = 'outbox:'

export interface ItemStorage {
  /** The items of all people who use this browser, in order. Unchanged items are the same objects. */
  all: () => Item[]
  put: (item: Item) => void
  remove: (item: Pick<Item, 'person' | 'key'>) => void
}

export function createItemStorage(storage: () => Storage): ItemStorage {
  const unstored = new Map<string, Item>()
  let known = new Map<string, { text: string; item: Item | null }>()

  return {
    all() {
      const now = new Map<string, { text: string; item: Item | null }>()
      for (const [name, text] of entries(storage)) {
        const before = known.get(name)
        now.set(name, before?.text === text ? before : { text, item: parse(text) })
      }
      known = now
      // An item that could not be stored is newer than the stored one with its name.
      const stored = [...now].flatMap(([name, { item }]) => (unstored.has(name) ? [] : (item ?? [])))
      return [...stored, ...unstored.values()].sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1))
    },
    put({ isUnstored: _, ...item }) {
      const name = nameOf(item)
      try {
        storage().setItem(name, JSON.stringify(item))
        unstored.delete(name)
      } catch {
        unstored.set(name, { ...item, isUnstored: true })
      }
    },
    remove(item) {
      const name = nameOf(item)
      unstored.delete(name)
      try {
        storage().removeItem(name)
      } catch {
        // It was never stored.
      }
    }
  }
}

function nameOf({ person, key }: Pick<Item, 'person' | 'key'>): string {
  return `${PREFIX}${person}:${key}`
}

function entries(storage: () => Storage): [string, string][] {
  try {
    const found = storage()
    const names = Array.from({ length: found.length }, (_, index) => found.key(index))
    return names.flatMap(name => (name?.startsWith(PREFIX) ? [[name, found.getItem(name) ?? '']] : []))
  } catch {
    return []
  }
}

/** Null for invalid entries, such as half an item. */
function parse(text: string): Item | null {
  try {
    const item = JSON.parse(text) as Item
    const isItem =
      [item.key, item.contract, item.scope].every(value => typeof value === 'string') &&
      [item.person, item.doneAt, item.order].every(value => typeof value === 'number') &&
      typeof item.body === 'object'
    return isItem ? item : null
  } catch {
    return null
  }
}
