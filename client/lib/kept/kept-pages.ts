/**
 * Keeps the pages of the signed-in person on the device while they change (`keeper.ts`), and returns them without a
 * connection. Loaded on demand, because visitors need none of it.
 */
import type { Query, QueryKey } from '@tanstack/react-query'
import type { User } from '../../../domain/accounts/user.ts'
import { lastContact, takeKeptContact } from '../dates/server-clock.ts'
import { isLost } from '../identity.ts'
import { queryClient } from '../page-cache.ts'
import { getUser } from '../user.ts'
import { goalOfList } from './goal-of-list.ts'
import { inIndexedDb } from './indexed-db.ts'
import { createKeeper } from './keeper.ts'

/** Live events change a room several times a second, so changes are stored together. */
const TOGETHER_MS = 5000

/** Pages are kept for one person, or are those of a room, of which only the last one is kept. */
export type Keep = 'mine' | 'room'

const keeper = createKeeper(inIndexedDb, () => Date.now())
let stop: (() => void) | null = null

/** @param keepOf which pages are kept, by the path of their contract */
export async function startKeeping(user: User, keepOf: ReadonlyMap<string, Keep>): Promise<void> {
  stop?.()
  const changed = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let storedAt = -TOGETHER_MS
  let isStopped = false
  const note = (query: Query): void => {
    const keep = keepOf.get(String(query.queryKey[1]))
    if (keep === undefined || !isMine(keep, query.state.data)) return
    changed.add(query)
    timer ??= setTimeout(store, Math.max(0, storedAt + TOGETHER_MS - performance.now()))
  }
  const store = (): void => {
    clearTimeout(timer)
    timer = undefined
    storedAt = performance.now()
    const pages = [...changed].map(({ queryKey, state }) => ({
      name: queryKey,
      data: state.data,
      updatedAt: state.dataUpdatedAt,
      room: roomOf(queryKey)
    }))
    changed.clear()
    if (!isStopped && !isLost() && getUser()?.id === user.id)
      void keeper.keep(user.id, pages, lastContact()).catch(warn)
  }
  const roomOf = ([, path, params]: QueryKey): string | null =>
    keepOf.get(String(path)) === 'room' ? JSON.stringify(params) : null
  const cache = queryClient.getQueryCache()
  const unsubscribe = cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  // A phone hides a page before it discards it.
  document.addEventListener('visibilitychange', store)
  stop = () => {
    isStopped = true
    document.removeEventListener('visibilitychange', store)
    unsubscribe()
    clearTimeout(timer)
  }
  await keeper.begin(user, lastContact()).catch(warn)
  if (!isStopped) for (const query of cache.getAll()) note(query)
}

/** A room is kept for those who are in it. Pages of a visitor have no data. */
function isMine(keep: Keep, data: unknown): boolean {
  if (!data) return false
  const { me, isOwner } = data as { me?: unknown; isOwner?: boolean }
  return keep === 'mine' || !!me || !!isOwner
}

/** The person whose pages are kept. Also sets the last contact to what it was then. */
export async function keptUser(): Promise<User | null> {
  const kept = await keeper.person().catch(warn)
  if (!kept) return null
  takeKeptContact(kept)
  return kept.user
}

/** Puts a kept page into the page cache. Returns whether there was one. */
export async function restorePage(queryKey: QueryKey): Promise<boolean> {
  const person = getUser()?.id
  if (person === undefined) return false
  const read = (name: unknown) => keeper.read(person, name).catch(warn)
  const kept = (await read(queryKey)) ?? (await read(withoutForm(queryKey))) ?? (await goalOfList(queryKey, read))
  if (!kept) return false
  queryClient.setQueryData(queryKey, kept.data, { updatedAt: kept.updatedAt })
  return true
}

/** The same page without what only opens a form of it, such as `?create`. Another part of a list is another page. */
function withoutForm([pages, path, params, search]: QueryKey): QueryKey {
  return [pages, path, params, /[?&](page|unattached)\b/.test(String(search)) ? search : '']
}

/** Removes everything, or what is kept of one person. */
export async function forgetPages(person?: number): Promise<void> {
  stop?.()
  stop = null
  await keeper.forget(person).catch(warn)
}

/** Some private windows refuse to store anything. */
function warn(error: unknown): undefined {
  console.warn('kept pages:', error)
}
