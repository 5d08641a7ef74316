/** What a person does with an account. The caller shows refusals; the user state changes here. */
import * as api from '../../domain/accounts/api.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import { call } from '../lib/api.ts'
import { setUser } from '../lib/user.ts'
import { signInSucceeded } from './sign-in.ts'

export async function reloadUser(): Promise<void> {
  setUser(await call(api.getUser))
}

export async function login(body: CallOf<typeof api.login>['body']): Promise<void> {
  await call(api.login, { body })
  await reloadUser()
  signInSucceeded()
}

export async function register(body: CallOf<typeof api.register>['body']): Promise<void> {
  await call(api.register, { body })
  await reloadUser()
  signInSucceeded()
}

/** The page starts afresh, so that nothing of the person stays in memory (ACC-44). */
export async function logout(): Promise<void> {
  await call(api.logout)
  window.location.reload()
}

export async function updateProfile(userData: CallOf<typeof api.updateProfile>['body']['userData']): Promise<void> {
  const { user } = await call(api.updateProfile, { body: { userData } })
  setUser(user)
}
