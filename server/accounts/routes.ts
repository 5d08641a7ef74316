import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  accountPage,
  getCsrfCookie,
  getUser as getUserCall,
  login,
  logout,
  register,
  updateProfile as updateProfileCall
} from '../../domain/accounts/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn } from '../lib/bind.ts'
import { bindPage } from '../lib/pages.ts'
import { attemptLimit, networkOf } from '../lib/rate-limit.ts'
import { checkPassword, createUser, updateProfile } from './accounts.ts'
import { signIn, signOut } from './logins.ts'
import { getMe } from './viewer-rows.ts'

export async function accountRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  /** Limits guesses by address and e-mail together, and by each alone. */
  const limitPerAccount = attemptLimit(app, config, 10, request => `${networkOf(request)} ${emailOf(request.body)}`)
  const limitPerEmail = attemptLimit(app, config, 50, request => emailOf(request.body))
  const limitPerAddress = attemptLimit(app, config, 60, networkOf)

  bind(app, login, async ({ body, request, reply }) => {
    await limitPerAccount(request)
    await limitPerAddress(request)
    await limitPerEmail(request)
    const id = await checkPassword(db, body.email, body.password)
    const clientUuid = body.client_uuid ?? randomUUID()
    await signIn(deps, db, reply, id, clientUuid)
    return { user: await getMe(deps, { id, client_uuid: clientUuid }) }
  })

  bind(app, register, async ({ body, request, reply }) => {
    await limitPerAddress(request)
    const clientUuid = body.client_uuid ?? randomUUID()
    const id = await createUser(deps, body, (tx, userId) => signIn(deps, tx, reply, userId, clientUuid))
    return { user: await getMe(deps, { id, client_uuid: clientUuid }) }
  })

  bind(app, logout, async ({ request, reply }) => {
    await signOut(deps, request, reply)
    return {}
  })

  bind(app, getUserCall, async ({ viewer }) => (viewer ? getMe(deps, viewer) : null))

  bind(app, getCsrfCookie, async ({ reply }) => ({ csrf_token: reply.generateCsrf() }))

  bindSignedIn(app, updateProfileCall, async ({ body, viewer }) => {
    await updateProfile(deps, viewer.id, body.userData)
    return { user: await getMe(deps, viewer) }
  })

  bindPage(app, deps, accountPage, async ({ viewer }) => ({
    subscription: viewer ? (await getMe(deps, viewer)).subscription : null
  }))
}

function emailOf(body: unknown): string {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email.toLowerCase() : ''
}
