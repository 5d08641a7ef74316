/**
 * The sign-in modal as a value: open or closed, why it was opened, and what was interrupted (A§4, D-32).
 * Call `requireSignIn` where somebody must be signed in; the action runs once after success, and closing drops it.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { getUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** The end of "Sign in or register …" (HDR-46..HDR-51). */
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
  onContinue: (() => void) | null
  onClose: (() => void) | null
}

const CLOSED: SignInState = { open: false, tab: 'login', actionText: null, onContinue: null, onClose: null }
const store = atom(CLOSED)
const successListeners = new Set<() => void>()

/** @internal Asked by tests alone. */
export const getSignIn = store.get

/**
 * What was typed into a form of the modal, until somebody signs in: a press beside the modal loses nothing. In memory
 * alone, because of the passwords.
 */
const typed = new Map<SignInTab, object>()

export function typedIn<Values extends object>(tab: SignInTab, empty: Values): Values {
  return { ...empty, ...typed.get(tab) }
}

export function keepTyped(tab: SignInTab, values: object): void {
  typed.set(tab, values)
}

/** @internal Asked by tests alone, and by what follows. */
export function forgetTyped(): void {
  typed.clear()
}

export function useSignInState(): SignInState {
  return useStore(store)
}

export function openSignIn(options: Partial<Omit<SignInState, 'open'>> = {}): void {
  // Somebody who is signing in needs no reminder that they could.
  toast.hide('visitor-warning')
  store.set({ ...CLOSED, ...options, open: true })
}

export function showSignInTab(tab: SignInTab): void {
  store.set({ ...store.get(), tab })
}

/** The Login entry of the header (HDR-21). */
export function toggleSignIn(): void {
  if (store.get().open) closeSignIn()
  else openSignIn()
}

/** Both callbacks are gone afterwards (HDR-22, HDR-23); the close callback has been told. */
export function closeSignIn(): void {
  const { onClose } = store.get()
  store.set(CLOSED)
  // The question was answered: nothing repeats it for a minute.
  toast.hide('sign-in')
  onClose?.()
}

const KNOWN = 'signed-in-before'

/** Somebody is signed in with this browser. */
export function noteSignedIn(): void {
  try {
    localStorage.setItem(KNOWN, '1')
  } catch {
    // Without storage the next visit begins with Register.
  }
}

/** Somebody has signed in with this browser: then a visitor who is asked to is likely to have an account. */
function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null
  } catch {
    return false
  }
}

/** After login or registration, when the user is already reloaded (HDR-24..HDR-29). */
export function signInSucceeded(): void {
  const { onContinue } = store.get()
  forgetTyped()
  noteSignedIn()
  store.set(CLOSED)
  toast.hide('sign-in')
  for (const listener of [...successListeners]) listener()
  onContinue?.()
}

/** The success event. */
export function onSignedIn(listener: () => void): () => void {
  successListeners.add(listener)
  return () => successListeners.delete(listener)
}

/** Runs the action now, or after signing in. Returns whether it ran now. */
export function requireSignIn(
  actionText: ActionText,
  action: () => void,
  onClose: (() => void) | null = null,
  message = 'Please sign in to use that feature.'
): boolean {
  if (getUser()) {
    action()
    return true
  }
  toast.warning(message, { id: 'sign-in' })
  openSignIn({ tab: wasSignedIn() ? 'login' : 'register', actionText, onContinue: action, onClose })
  return false
}
