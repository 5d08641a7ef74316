/**
 * Whether this browser is still signed in as the person whom the page shows. Every call says as whom it is meant, and
 * the server says for whom it responded (`X-Person`). When these differ, the login has ended or another tab has signed
 * somebody else in. What is on screen stays, `accounts/IdentityNotice.tsx` says so over it, and what was refused for
 * that reason is done once the person has signed in again.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { getUser } from './user.ts'

export interface Loss {
  /** Who is signed in instead; null when nobody is. */
  username: string | null
}

interface Watch {
  /** Asks the server who is signed in, and calls `lost` or `found`. */
  check: () => Promise<void>
  /** Somebody tried to do something, and waits until the person is back. */
  ask: () => void
}

const loss = atom<Loss | null>(null)
const backListeners = new Set<() => void>()
let waiting: ((isBack: boolean) => void)[] = []
let watch: Watch | null = null
let checking: Promise<void> | null = null
let doubts = 0

/** Null while the page's person is signed in, as far as is known. */
export const useLoss = (): Loss | null => useStore(loss)
export const isLost = (): boolean => loss.get() !== null

/** Null forgets everything, for tests. */
export function startIdentity(started: Watch | null): void {
  watch = started
  waiting = []
  loss.set(null)
}

/** A response was meant for somebody else, or another tab says that somebody has signed in or out. */
export function doubt(): Promise<void> {
  doubts++
  checking ??= check().finally(() => {
    checking = null
  })
  return checking
}

async function check(): Promise<void> {
  for (let before = -1; before !== doubts; ) {
    // A doubt that comes while the server is asked may be about something newer than its answer.
    before = doubts
    // Without a connection nothing is known; the next response says it again.
    await watch?.check().catch(() => {})
  }
}

export function lost(username: string | null): void {
  if (loss.get()?.username !== username) loss.set({ username })
}

/** The person is signed in. */
export function found(): void {
  const wasLost = isLost()
  loss.set(null)
  if (wasLost) for (const listener of [...backListeners]) listener()
  settle(true)
}

/** The person closes the prompt to sign in: what waits for them fails as it was refused. */
export function giveUp(): void {
  settle(false)
}

function settle(isBack: boolean): void {
  const waited = waiting
  waiting = []
  for (const resolve of waited) resolve(isBack)
}

/** After a loss, when the same person is signed in again. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/**
 * Runs a call. If it is refused because its person is not signed in any more, asks them to sign in, and runs it again
 * when they have. If they do not, it fails with the refusal.
 */
export async function asPerson<T>(run: () => Promise<T>, isLoginRefusal: (error: unknown) => boolean): Promise<T> {
  const person = getUser()?.id
  try {
    return await run()
  } catch (error) {
    if (person === undefined || !isLoginRefusal(error) || !watch || !(await isBack(watch))) throw error
    return run()
  }
}

async function isBack({ ask }: Watch): Promise<boolean> {
  await (checking ?? doubt())
  // It was refused for a login that has been replaced meanwhile, by another tab.
  if (!isLost()) return true
  const answer = new Promise<boolean>(resolve => waiting.push(resolve))
  ask()
  return answer
}
