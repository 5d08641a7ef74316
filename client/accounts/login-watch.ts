/**
 * Keeps the person on the page and the login of the browser in step. Tabs notify each other when someone signs in or
 * out. A person whose login has ended gets a sign-in prompt when they try to write (lib/identity.ts).
 */
import { getUser as getAccount } from '../../domain/accounts/api.ts'
import type { User } from '../../domain/accounts/user.ts'
import { call } from '../lib/api.ts'
import { giveUp, isLost, markLoginFound, markLoginLost, recheckLogin, startIdentity } from '../lib/identity.ts'
import { forgetKept } from '../lib/kept/kept.ts'
import { getUser, setUser } from '../lib/user.ts'
import { noteSignedIn, openSignIn, signInSucceeded } from './sign-in.ts'

/** A message has no content. Each tab asks the server who is signed in. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('login')

export function watchLogin(): void {
  if (getUser()) noteSignedIn()
  startIdentity({
    check: async () => compare(await call(getAccount)),
    ask: () => openSignIn({ actionText: 'to continue', onClose: giveUp })
  })
  channel?.addEventListener('message', () => void recheckLogin())
  // A page from the browser's back-forward cache may show a person who has signed out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void recheckLogin()
  })
}

/** Notifies the other tabs. */
export function notifyTabsOfLogin(): void {
  channel?.postMessage('changed')
}

/** Call after someone has signed in on this page. */
export function enter(user: User | null): void {
  notifyTabsOfLogin()
  const shown = getUser()
  // Nothing of the first person may stay in memory for the second one.
  if (shown && shown.id !== user?.id) window.location.reload()
  else continueAs(user)
}

/** A guest who registers in another tab has another username (D-152). */
function compare(user: User | null): void {
  const shown = getUser()
  if (shown && shown.id !== user?.id) {
    markLoginLost(user?.username ?? null)
    void forgetKept(shown.id)
  } else if (shown ? isLost() || shown.username !== user?.username : user) continueAs(user)
}

/** Runs the actions that waited for a sign-in, also when the person signed in in another tab. */
function continueAs(user: User | null): void {
  setUser(user)
  markLoginFound()
  void signInSucceeded()
}
