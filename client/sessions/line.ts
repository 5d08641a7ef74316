/**
 * Sending over a line that comes and goes. Without a line a call waits for it instead of failing; what may have arrived
 * is sent again with its own key, so that nothing is done twice. What waits is also kept in the browser's storage, so
 * that closing the page does not lose it.
 */
import { useSyncExternalStore } from 'react'
import { CallRefused } from '../lib/api.ts'
import { getUser } from '../lib/user.ts'
import { presence } from './live-session.ts'

/** Some networks let no socket through: a closed one alone is no proof that there is no line. */
const TRY_AGAIN_MS = 10_000

function isOffline(): boolean {
  return !navigator.onLine || presence.get().offline
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

/** Throws refusals, and failures while there is a line. */
export async function sendWhenOnline<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    while (!navigator.onLine) await change()
    try {
      return await send()
    } catch (error) {
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

/** `what`: "messages", "presses". One list for each session and person. */
export function keep<Item extends { key: string }>(what: string, session: number, item: Item): void {
  store(what, session, [...kept<Item>(what, session).filter(({ key }) => key !== item.key), item])
}

export function forgetKept(what: string, session: number, key: string): void {
  const items = kept<{ key: string }>(what, session)
  if (items.length > 0)
    store(
      what,
      session,
      items.filter(item => item.key !== key)
    )
}

export function kept<Item extends { key: string }>(what: string, session: number): Item[] {
  try {
    return JSON.parse(localStorage.getItem(nameOf(what, session)) ?? '[]') as Item[]
  } catch {
    return []
  }
}

function store(what: string, session: number, items: readonly object[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(nameOf(what, session))
    else localStorage.setItem(nameOf(what, session), JSON.stringify(items))
  } catch {
    // Storage is refused in some private windows: what waits then lives as long as the page.
  }
}

function nameOf(what: string, session: number): string {
  return `waiting-${what}-${session}-${getUser()?.username ?? ''}`
}
