/** Actions on an account. The caller shows refusals; these functions update the user state. */
import * as api from '../../domain/accounts/api.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import { call, request } from '../lib/api.ts'
import { changePages } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { enter, notifyTabsOfLogin } from './login-watch.ts'
import { stopPushes } from './push-subscription.ts'

export async function reloadUser(): Promise<void> {
  setUser(await call(api.getUser))
}

export async function login(body: CallOf<typeof api.login>['body']): Promise<void> {
  await call(api.login, { body })
  enter(await call(api.getUser))
}

export async function register(body: CallOf<typeof api.register>['body']): Promise<void> {
  await call(api.register, { body })
  enter(await call(api.getUser))
}

/**
 * Reloads the page, so that nothing of the person stays in memory (ACC-44). Uses `request` and not `call`, because
 * `call` asks a signed-out person to sign in.
 */
export async function logout(): Promise<void> {
  await request(api.logout.method, api.logout.path)
  await stopPushes()
  notifyTabsOfLogin()
  window.location.reload()
}

export async function endLogin(login: string): Promise<void> {
  await call(api.endLogin, { params: { login } })
  changePages(api.securityPage, page => ({ ...page, logins: page.logins.filter(({ id }) => id !== login) }))
}

/** Reloads the page, as `logout` does. */
export async function signOutEverywhere(): Promise<void> {
  await call(api.signOutEverywhere)
  await stopPushes()
  notifyTabsOfLogin()
  window.location.reload()
}

export async function updateProfile(body: CallOf<typeof api.updateProfile>['body']): Promise<User> {
  const { user } = await call(api.updateProfile, { body })
  setUser(user)
  return user
}
