/**
 * State of the sign-in modal: open or closed, why it was opened, and the interrupted action (A§4, D-32). Call
 * `requireSignIn` where an action needs a signed-in user. The action runs once after success; closing the modal drops
 * it.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { isModerator } from '../../domain/accounts/user.ts'
import type { Created } from '../../domain/lib/endpoint.ts'
import { config } from '../lib/embedded.ts'
import { store as keep, readStored } from '../lib/storage.ts'
import { getUser, useUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** The end of the heading "Sign in or register …" (HDR-46..HDR-51). */
export type ActionText =
  | 'to log your progress'
  | 'to join a session'
  | 'to follow an activity'
  | 'to join a hut'
  | 'to create a challenge using a challenge template'
  | (string & {})

export type SignInTab = 'login' | 'register'

export interface SignInState {
  open: boolean
  tab: SignInTab
  actionText: ActionText | null
  /** Why a sign-in at the provider failed that came back to this page. */
  failure: string | null
  onContinue: (() => unknown) | null
  onClose: (() => void) | null
}

const CLOSED: SignInState = {
  open: false,
  tab: 'login',
  actionText: null,
  failure: null,
  onContinue: null,
  onClose: null
}
const store = atom(CLOSED)
const successListeners = new Set<() => void>()

/** @internal Used by tests only. */
export const getSignIn = store.get

/**
 * Keeps the typed text of a form until someone signs in, so that a click outside the modal loses nothing. It stays in
 * memory only, because it includes passwords.
 */
const typed = new Map<SignInTab, object>()

export function typedIn<Values extends object>(tab: SignInTab, empty: Values): Values {
  return { ...empty, ...typed.get(tab) }
}

export function keepTyped(tab: SignInTab, values: object): void {
  typed.set(tab, values)
}

/** @internal Used by tests and by `signInSucceeded`. */
export function forgetTyped(): void {
  typed.clear()
}

export function useSignInState(): SignInState {
  return useStore(store)
}

export function openSignIn(options: Partial<Omit<SignInState, 'open'>> = {}): void {
  // A person who is signing in needs no hint to sign in.
  toast.hide('visitor-warning')
  store.set({ ...CLOSED, ...options, ...(canRegister() ? {} : { tab: 'login' }), open: true })
}

export function showSignInTab(tab: SignInTab): void {
  store.set({ ...store.get(), tab })
}

/** The Login entry of the header (HDR-21). */
export function toggleSignIn(): void {
  if (store.get().open) closeSignIn()
  else openSignIn()
}

/** Drops both callbacks and calls `onClose` (HDR-22, HDR-23). */
export function closeSignIn(): void {
  const { onClose } = store.get()
  store.set(CLOSED)
  // The person has answered, so hide the question.
  toast.hide('sign-in')
  onClose?.()
}

const KNOWN = 'signed-in-before'

/** Remembers that someone with an account of their own has signed in with this browser. */
export function noteSignedIn(): void {
  if (getUser()?.guest_name == null) keep(KNOWN, '1')
}

/** Whether someone has signed in with this browser before. A visitor here then probably has an account. */
export function wasSignedIn(): boolean {
  return readStored(KNOWN) !== null
}

/**
 * Call after login or registration, once the user is reloaded (HDR-24..HDR-29). Resolves when the interrupted action has
 * finished.
 */
export async function signInSucceeded(): Promise<void> {
  const { onContinue } = store.get()
  forgetTyped()
  noteSignedIn()
  store.set(CLOSED)
  toast.hide('sign-in')
  for (const listener of [...successListeners]) listener()
  await onContinue?.()
}

/** Subscribes to the success event. */
export function onSignedIn(listener: () => void): () => void {
  successListeners.add(listener)
  return () => successListeners.delete(listener)
}

/** Runs the action now and returns its result. For a visitor, runs it after signing in and returns undefined. */
export function requireSignIn<Result>(
  actionText: ActionText,
  action: () => Result,
  onClose: (() => void) | null = null,
  message = 'Please sign in to use that feature.'
): Result | undefined {
  if (getUser()) return action()
  toast.warning(message, { id: 'sign-in' })
  openSignIn({ tab: wasSignedIn() ? 'login' : 'register', actionText, onContinue: action, onClose })
}

/** Tells buttons what the hut lets people do. The server checks it again. */

/**
 * Whether the user may create this. Visitors may where members may, because they register first. Nobody may who waits
 * for approval.
 */
export function useMayCreate(kind: Created): boolean {
  const user = useUser()
  return user?.is_unapproved !== 1 && (!config.staff_only.includes(kind) || isModerator(user))
}

/** Whether the hut takes new people at all. */
export const canRegister = (): boolean => config.registration !== 'closed' && !config.single_sign_on?.is_only

/** The offer for visitors: "Sign in or register", or only the first where nobody can register. */
export const signInWords = (): string => (canRegister() ? 'Sign in or register' : 'Sign in')

/** Replaces a small form, such as the chat's, while the account waits for approval (D-146). */
export const WRITE_ONCE_APPROVED = 'You can write here once an admin has approved your account.'
