/** Guests, who have an account without an email (D-152). */
import { openSignIn } from './sign-in.ts'

/** Opens the form that turns a guest into a member. `onRegistered` runs afterwards. */
export function askToRegister(onRegistered?: () => unknown): void {
  openSignIn({ tab: 'register', actionText: 'to keep what you did', onContinue: onRegistered ?? null })
}
