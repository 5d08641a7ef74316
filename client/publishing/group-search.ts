/** Searches groups by typed text (PUB-019..PUB-021). */
import Fuse from 'fuse.js'
import type { ResponseOf } from '../../domain/lib/endpoint.ts'
import type { searchParents } from '../../domain/publishing/item-api.ts'

type FoundGroup = ResponseOf<typeof searchParents>[number]

/** `id` is null for "None". */
export interface ChosenGroup {
  id: number | null
  /** The path of its page; null for "None". */
  path: string | null
}

/** An entry of the dropdown. */
export interface GroupEntry extends ChosenGroup {
  title: string
  /** With the title of its parent group in brackets. */
  full_title: string
  is_favorite: 0 | 1
}

const NONE: GroupEntry = { id: null, title: 'None', full_title: 'None', is_favorite: 0, path: null }

/** The groups of a person in their order, then "None" (PUB-012, PUB-018). */
export function groupEntries(groups: readonly FoundGroup[], favoritesOnly: boolean): GroupEntry[] {
  const listed = groups.filter(({ is_favorite }) => !favoritesOnly || is_favorite)
  return [
    ...listed.map(({ id, title, path, parents_title, is_favorite }) => ({
      id,
      title,
      path,
      full_title: parents_title === null ? title : `${title} (${parents_title})`,
      is_favorite
    })),
    NONE
  ]
}

/** The best match first; all groups while nothing is typed. */
export function searchGroups(entries: readonly GroupEntry[], typed: string): GroupEntry[] {
  const words = typed.trim()
  if (words === '') return [...entries]
  const fuse = new Fuse(entries, { keys: ['title', 'full_title'], threshold: 0.4, ignoreLocation: true })
  return fuse.search(words).map(({ item }) => item)
}
