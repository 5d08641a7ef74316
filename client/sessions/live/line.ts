/**
 * Sending over a line that comes and goes. Without a line a call waits for it instead of failing; what may have arrived
 * is sent again with its own key, so that nothing is done twice. What waits is also kept in the browser's storage, so
 * that closing the page does not lose it. Each item belongs to the person who made it and is never sent as another.
 */
import { useSyncExternalStore } from 'react'
import { CallRefused } from '../../lib/api.ts'
import { getUser } from '../../lib/user.ts'
import { presence } from './live-session.ts'

/** Some networks let no socket through: a closed one alone is no proof that there is no line. */
const TRY_AGAIN_MS = 10_000

function isOffline(): boolean {
  return !navigator.onLine || presence.get().offline
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

/** Not done, because somebody else is signed in by now: it stays in storage until its person is back. */
export class SomebodyElse extends Error {}

/**
 * Throws refusals, and failures while there is a line.
 * @param person id of whose it is; `send` names it too, for another tab may have signed somebody else in
 */
export async function sendWhenOnline<Answer>(person: number, send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    while (!navigator.onLine) await change()
    if (getUser()?.id !== person) throw new SomebodyElse()
    try {
      return await send()
    } catch (error) {
      if (error instanceof CallRefused && error.body.error_code === 'OTHER_PERSON') throw new SomebodyElse()
      if (error instanceof CallRefused || !isOffline()) throw error
    }
    await Promise.race([change(), new Promise(resolve => setTimeout(resolve, TRY_AGAIN_MS))])
  }
}

function change(): Promise<void> {
  return new Promise(resolve => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  const leave = presence.subscribe(listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
    leave()
  }
}

/** Whose and of what: the presses of one person in one session, say. */
export interface Drawer {
  what: 'messages' | 'presses' | 'logs'
  /** Id of the session, or of the goal. */
  of: number
  person: number
}

export function keep<Item extends { key: string }>(drawer: Drawer, item: Item): void {
  store(drawer, [...kept<Item>(drawer).filter(({ key }) => key !== item.key), item])
}

export function forgetKept(drawer: Drawer, key: string): void {
  const items = kept<{ key: string }>(drawer)
  if (items.length > 0)
    store(
      drawer,
      items.filter(item => item.key !== key)
    )
}

export function kept<Item extends { key: string }>(drawer: Drawer): Item[] {
  try {
    return JSON.parse(localStorage.getItem(nameOf(drawer)) ?? '[]') as Item[]
  } catch {
    return []
  }
}

function store(drawer: Drawer, items: readonly object[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(nameOf(drawer))
    else localStorage.setItem(nameOf(drawer), JSON.stringify(items))
  } catch {
    // Storage is refused in some private windows: what waits then lives as long as the page.
  }
}

function nameOf({ what, of, person }: Drawer): string {
  return `waiting-${what}-${of}-${person}`
}
