/**
 * Signing in at the provider. It opens in a window of its own, so this page keeps what the person was doing. Without
 * such a window, this page itself goes there and comes back.
 */
import { signOnDonePage, startSignOn } from '../../../domain/accounts/single-sign-on/api.ts'
import {
  type Failure,
  failureOf,
  failureText,
  type Purpose,
  passwordsOff
} from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import { call } from '../../lib/api.ts'
import { config } from '../../lib/embedded.ts'
import { getUser } from '../../lib/user.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import { openSignIn } from '../sign-in.ts'

/** Carries the end of a sign-in from its window to the pages: why it failed, or null. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sign-on')

const WINDOW = 'popup,width=480,height=720'

/** The name of the provider. */
export const providerName = (): string => config.single_sign_on?.name ?? ''

/** Why there are no passwords; null in a hut with passwords. */
export const noPasswords = (): string | null => (config.single_sign_on?.is_only ? passwordsOff(providerName()) : null)

/** Opens the provider. `onSignOnEnd` tells how that ends, and a connection ends on this page. */
export async function signOn(purpose: Purpose): Promise<void> {
  const opened = purpose !== 'link' && mayOpenWindow() ? window.open('', 'sign-on', WINDOW) : null
  const { pathname, search } = window.location
  const next = opened ? signOnDonePage.path : pathname + search
  try {
    const { address } = await call(startSignOn, { body: { purpose, next } })
    ;(opened ?? window).location.assign(address)
  } catch (error) {
    opened?.close()
    throw error
  }
}

/** An installed app has no second window, and the window of a sign-in needs none. */
function mayOpenWindow(): boolean {
  const isApp = window.matchMedia('(display-mode: standalone)').matches
  return channel !== null && !isApp && window.location.pathname !== signOnDonePage.path
}

/** Calls back when a sign-in has ended in another window. Returns a function that stops that. */
export function onSignOnEnd(listener: (failure: Failure | null) => void): () => void {
  const hear = ({ data }: MessageEvent<Failure | null>): void => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

/** Tells the other pages of the end, and closes the window. */
export function endSignOn(failure: Failure | null): void {
  channel?.postMessage(failure)
  window.close()
}

/** Shows why a sign-in failed that came back to this page. */
export function showFailure(hash: string): void {
  const failure = failureOf(hash)
  if (failure === null) return
  if (window.location.pathname === signOnDonePage.path) endSignOn(failure)
  const text = failureText(failure, providerName())
  if (getUser()) toast.error(text, { id: 'sign-on' })
  else openSignIn({ failure: text })
}
