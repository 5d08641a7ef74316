/**
 * Keeps the page's person and the browser's login together: tabs tell each other when somebody signs in or out, and
 * whoever was signed out is asked to sign in for what they try to do (lib/identity.ts).
 */
import type { User } from '../../domain/accounts/user.ts'
import { call } from '../lib/api.ts'
import { doubt, found, giveUp, isLost, lost, startIdentity } from '../lib/identity.ts'
import { getUser, setUser } from '../lib/user.ts'
import { noteSignedIn, openSignIn, signInSucceeded } from './sign-in.ts'

/** A message has no content: each tab asks the server, which knows. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('login')

export function watchLogin(): void {
  if (getUser()) noteSignedIn()
  startIdentity({
    async check() {
      // Loaded when needed, so that the contracts of accounts are not in the first load.
      const { getUser } = await import('../../domain/accounts/api.ts')
      compare(await call(getUser))
    },
    ask: () => openSignIn({ actionText: 'to go on', onClose: giveUp })
  })
  channel?.addEventListener('message', () => void doubt())
  // A page that the browser kept for Back shows whoever was signed in then.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void doubt()
  })
}

/** In other tabs. */
export function tellTabs(): void {
  channel?.postMessage('changed')
}

/** Somebody has signed in by this page. */
export function enter(user: User | null): void {
  tellTabs()
  const shown = getUser()
  // Nothing of the one person may stay in memory for the other.
  if (shown && shown.id !== user?.id) window.location.reload()
  else goOn(user)
}

function compare(user: User | null): void {
  const shown = getUser()
  if (shown && shown.id !== user?.id) lost(user?.username ?? null)
  else if (shown ? isLost() : user) goOn(user)
}

/** What waited for somebody to sign in is done, also when they did in another tab. */
function goOn(user: User | null): void {
  setUser(user)
  found()
  signInSucceeded()
}
