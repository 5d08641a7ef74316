/**
 * Tracks whether this browser is still signed in as the person on the page. Every call names that person, and every
 * response names the person it was for (`X-Person`). If they differ, the login has ended or another tab has signed in
 * someone else. The page then stays as it is, `accounts/IdentityNotice.tsx` shows a notice, and refused calls are
 * repeated once the person has signed in again.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { getUser } from './user.ts'

export interface Loss {
  /** The person who is signed in instead; null if nobody is. */
  username: string | null
}

interface Watch {
  /** Fetches the signed-in user, then calls `markLoginLost` or `markLoginFound`. */
  check: () => Promise<void>
  /** Shows a sign-in prompt, because a call waits for the person. */
  ask: () => void
}

const loss = atom<Loss | null>(null)
const backListeners = new Set<() => void>()
let waiting: ((isBack: boolean) => void)[] = []
let watch: Watch | null = null
let checking: Promise<void> | null = null
let requests = 0

/** Null while the page's person is signed in, as far as the page knows. */
export const useLoss = (): Loss | null => useStore(loss)
export const isLost = (): boolean => loss.get() !== null

/** Null resets everything, for tests. */
export function startIdentity(started: Watch | null): void {
  watch = started
  waiting = []
  loss.set(null)
}

/** Checks the login. Call when a response was for someone else, or another tab reports a change. */
export function recheckLogin(): Promise<void> {
  requests++
  checking ??= check().finally(() => {
    checking = null
  })
  return checking
}

async function check(): Promise<void> {
  for (let before = -1; before !== requests; ) {
    // A request during a check may concern a later change, so check again.
    before = requests
    // A failed check tells nothing. The next response requests another one.
    await watch?.check().catch(() => {})
  }
}

export function markLoginLost(username: string | null): void {
  if (loss.get()?.username !== username) loss.set({ username })
}

/** Call when the page's person is signed in. */
export function markLoginFound(): void {
  const wasLost = isLost()
  loss.set(null)
  if (wasLost) for (const listener of [...backListeners]) listener()
  settle(true)
}

/** Call when the person closes the sign-in prompt. The waiting calls fail with their refusals. */
export function giveUp(): void {
  settle(false)
}

function settle(isBack: boolean): void {
  const waited = waiting
  waiting = []
  for (const resolve of waited) resolve(isBack)
}

/** Subscribes to the return of the same person after a loss. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/**
 * Runs a call. If it is refused because the person's login has ended, prompts them to sign in and runs it again.
 * Throws the refusal if they do not sign in.
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
  await (checking ?? recheckLogin())
  // Another tab has signed the person in again meanwhile.
  if (!isLost()) return true
  const answer = new Promise<boolean>(resolve => waiting.push(resolve))
  ask()
  return answer
}
