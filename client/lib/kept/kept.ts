/**
 * Decides when the device keeps pages for times without a connection, and when it removes them (D-158). A mark in
 * `localStorage` says that there may be some, so that visitors load no code for it.
 */
import type { User } from '../../../domain/accounts/user.ts'
import { within } from '../connection.ts'
import { isShell } from '../embedded.ts'
import { onBack } from '../identity.ts'
import { readStored, store } from '../storage.ts'
import { getUser, onUserChange } from '../user.ts'
import type { Keep } from './kept-pages.ts'

const MARK = 'kept'
const FORGET_MS = 1000

/** Without https, browsers offer no encryption, and nothing is kept. */
const canKeep = (): boolean => 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined

export function mayHaveKept(): boolean {
  return canKeep() && readStored(MARK) !== null
}

/**
 * Keeps pages while someone is signed in. Removes those of anyone whose login has ended. Returns a function that stops
 * it.
 */
export function watchKept(keepOf: ReadonlyMap<string, Keep>): () => void {
  const look = (): void => {
    const user = getUser()
    if (user) void begin(user, keepOf)
  }
  if (!getUser() && !isShell) void forgetKept()
  let person = getUser()?.id
  const stopUser = onUserChange(user => {
    if (user?.id === person) return
    person = user?.id
    look()
  })
  // The same person has signed in again after their login had ended.
  const stopBack = onBack(look)
  // Keeping is in no hurry, and must not delay the first page.
  if (document.readyState === 'complete') look()
  else window.addEventListener('load', look)
  return () => {
    stopUser()
    stopBack()
    window.removeEventListener('load', look)
  }
}

async function begin(user: User, keepOf: ReadonlyMap<string, Keep>): Promise<void> {
  if (!canKeep() || !store(MARK, '1')) return
  const { startKeeping } = await import('./kept-pages.ts')
  await startKeeping(user, keepOf)
}

/** Removes what is kept of this person; without one, of everyone. Waits at most a second, so that a logout is quick. */
export async function forgetKept(person?: number): Promise<void> {
  if (!mayHaveKept()) return
  const forget = async (): Promise<void> => {
    const { forgetPages } = await import('./kept-pages.ts')
    await forgetPages(person)
    // Another person may keep pages by now.
    if (person === undefined) store(MARK, null)
  }
  await within(FORGET_MS, forget()).catch(() => {})
}
