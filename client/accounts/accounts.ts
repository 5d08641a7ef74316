/** Actions on an account. The caller shows refusals; these functions update the user state. */
import * as api from '../../domain/accounts/api.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { CallOf, ResponseOf } from '../../domain/lib/endpoint.ts'
import { CallRefused, call, request } from '../lib/api.ts'
import { FIRST_LOAD_MS, isConnectionError, within } from '../lib/connection.ts'
import { recheckLogin } from '../lib/identity.ts'
import { forgetKept, mayHaveKept } from '../lib/kept/kept.ts'
import { changePages } from '../lib/page-cache.ts'
import { getUser, setUser } from '../lib/user.ts'
import { enter, notifyTabsOfLogin } from './login-watch.ts'
import { stopPushes } from './push-subscription.ts'

/** With kept pages at hand, a slow connection is not worth a longer wait. */
const KEPT_PATIENCE_MS = 3000

export async function reloadUser(): Promise<void> {
  setUser(await call(api.getUser))
}

/**
 * Loads the user of a page that began without one. Without a connection it is the person whose pages this device keeps.
 * Once the server responds, a login that has ended meanwhile is found as on any other page.
 */
export async function findUser(): Promise<void> {
  const isKept = mayHaveKept()
  const response = call(api.getUser)
  try {
    setUser(await within(isKept ? KEPT_PATIENCE_MS : FIRST_LOAD_MS, response))
    if (!getUser()) void forgetKept()
  } catch (error) {
    if (!isKept || !isConnectionError(error)) throw error
    const { keptUser } = await import('../lib/kept/kept-pages.ts')
    const user = await keptUser()
    if (!user) throw error
    setUser(user)
    response.then(
      () => void recheckLogin(),
      () => {}
    )
  }
}

export async function login(body: CallOf<typeof api.login>['body']): Promise<void> {
  await call(api.login, { body })
  enter(await call(api.getUser))
}

/** The email of a registration without a response, which may have succeeded. */
let unanswered: string | null = null

/** A registration that succeeded without a response is refused the second time. Then its email and password sign in. */
export async function register(body: CallOf<typeof api.register>['body']): Promise<void> {
  const { email, password } = body
  const mayBeDone = email === unanswered
  unanswered = email
  try {
    await call(api.register, { body })
  } catch (error) {
    if (!mayBeDone && !isConnectionError(error)) unanswered = null
    if (!mayBeDone || !isUsed(error)) throw error
    await call(api.login, { body: { email, password } }).catch(failure => {
      throw isConnectionError(failure) ? failure : error
    })
  }
  enter(await call(api.getUser))
  unanswered = null
}

/** Whether a refusal says that the email or the invitation is used. */
function isUsed(error: unknown): boolean {
  const errors = error instanceof CallRefused ? error.body.errors : null
  return !!errors && ('email' in errors || 'invitation' in errors)
}

/**
 * Reloads the page, so that nothing of the person stays in memory (ACC-44). Uses `request` and not `call`, because
 * `call` asks a signed-out person to sign in.
 */
export async function logout(): Promise<void> {
  const response = await request(api.logout.method, api.logout.path)
  await leave(response as ResponseOf<typeof api.logout>)
}

export async function endLogin(login: string): Promise<void> {
  await call(api.endLogin, { params: { login } })
  changePages(api.securityPage, page => ({ ...page, logins: page.logins.filter(({ id }) => id !== login) }))
}

/** Reloads the page, as `logout` does. */
export async function signOutEverywhere(): Promise<void> {
  await leave(await call(api.signOutEverywhere))
}

/** A login that began at the provider ends there too. */
async function leave({ sign_out_address }: ResponseOf<typeof api.logout>): Promise<void> {
  await Promise.all([stopPushes(), forgetKept()])
  notifyTabsOfLogin()
  if (sign_out_address) window.location.assign(sign_out_address)
  else window.location.reload()
}

export async function updateProfile(body: CallOf<typeof api.updateProfile>['body']): Promise<User> {
  const { user } = await call(api.updateProfile, { body })
  setUser(user)
  return user
}
