/** Actions on passwords. The caller shows refusals. */
import { securityPage } from '../../../domain/accounts/api.ts'
import * as api from '../../../domain/accounts/passwords/api.ts'
import type { CallOf } from '../../../domain/lib/endpoint.ts'
import { call } from '../../lib/api.ts'
import { reloadPages } from '../../lib/page-cache.ts'
import { getUser } from '../../lib/user.ts'
import { reloadUser } from '../accounts.ts'

export async function sendResetLink(email: string): Promise<void> {
  await call(api.sendResetLink, { body: { email } })
}

export async function resetPassword(body: CallOf<typeof api.resetPassword>['body']): Promise<void> {
  await call(api.resetPassword, { body })
}

export async function confirmPassword(password: string): Promise<void> {
  await call(api.confirmPassword, { body: { password } })
}

/**
 * Changes the password. Reloads the logins, because the server ends all others, and the user, because a waiting new
 * email is dropped.
 */
export async function changePassword(body: CallOf<typeof api.changePassword>['body']): Promise<void> {
  await call(api.changePassword, { body })
  if (getUser()?.new_email) await reloadUser()
  await reloadPages(securityPage)
}
