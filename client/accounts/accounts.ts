/** What a person does with an account. The caller shows refusals; the user state changes here. */
import * as api from '../../domain/accounts/api.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import { call, request } from '../lib/api.ts'
import { changePages } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { stopPushes } from '../reminders/push.ts'
import { enter, tellTabs } from './login-watch.ts'

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
 * The page starts afresh, so that nothing of the person stays in memory (ACC-44). Not by `call`: nobody signs in in order
 * to log out.
 */
export async function logout(): Promise<void> {
  await request(api.logout.method, api.logout.path)
  await stopPushes()
  tellTabs()
  window.location.reload()
}

export async function endLogin(login: string): Promise<void> {
  await call(api.endLogin, { params: { login } })
  changePages(api.securityPage, page => ({ ...page, logins: page.logins.filter(({ id }) => id !== login) }))
}

/** As after `logout`, the page starts afresh. */
export async function signOutEverywhere(): Promise<void> {
  await call(api.signOutEverywhere)
  await stopPushes()
  tellTabs()
  window.location.reload()
}

export async function updateProfile(body: CallOf<typeof api.updateProfile>['body']): Promise<User> {
  const { user } = await call(api.updateProfile, { body })
  setUser(user)
  return user
}
