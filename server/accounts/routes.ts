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
import { bind, bindSignedIn } from '../lib/bind.ts'
import { csrfToken } from '../lib/csrf.ts'
import { bindPage } from '../lib/pages.ts'
import { attemptLimit } from '../lib/rate-limit.ts'
import type { House } from '../parts.ts'
import { checkPassword, createUser, getMe, updateProfile } from './accounts.ts'
import { signIn, signOut } from './logins.ts'

export async function accountRoutes(app: FastifyInstance, house: House): Promise<void> {
  const { db, config } = house
  /** Guessing is slowed by address and e-mail together, and by address alone. */
  const attempts = attemptLimit(app, config, 10, request => `${request.ip} ${emailOf(request.body)}`)
  const attemptsFromOne = attemptLimit(app, config, 60, request => request.ip)

  bind(app, login, async ({ body, request, reply }) => {
    await attempts(request)
    await attemptsFromOne(request)
    const id = await checkPassword(db, body.email, body.password)
    const clientUuid = body.client_uuid ?? randomUUID()
    await signIn(house, db, reply, id, clientUuid)
    return { user: await getMe(house, { id, client_uuid: clientUuid }) }
  })

  bind(app, register, async ({ body, request, reply }) => {
    await attemptsFromOne(request)
    const clientUuid = body.client_uuid ?? randomUUID()
    const id = await createUser(house, body, (tx, userId) => signIn(house, tx, reply, userId, clientUuid))
    return { user: await getMe(house, { id, client_uuid: clientUuid }) }
  })

  bind(app, logout, async ({ request, reply }) => {
    await signOut(house, request, reply)
    return {}
  })

  bind(app, getUserCall, async ({ viewer }) => (viewer ? getMe(house, viewer) : null))

  bind(app, getCsrfCookie, async ({ request, reply }) => ({ csrf_token: csrfToken(house, request, reply) }))

  bindSignedIn(app, updateProfileCall, async ({ body, viewer }) => {
    await updateProfile(house, viewer.id, body.userData)
    return { user: await getMe(house, viewer) }
  })

  bindPage(app, house, accountPage, async ({ viewer }) => ({
    subscription: viewer ? (await getMe(house, viewer)).subscription : null
  }))
}

function emailOf(body: unknown): string {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email.toLowerCase() : ''
}
