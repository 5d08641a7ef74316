import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  accountPage,
  endLogin as endLoginCall,
  getCsrfCookie,
  getUser as getUserCall,
  login,
  logout,
  register,
  securityPage,
  signOutEverywhere as signOutEverywhereCall,
  updateProfile as updateProfileCall,
  updateUnits
} from '../../domain/accounts/api.ts'
import { localAddress } from '../../domain/accounts/next.ts'
import { accountOf } from '../billing/account.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn } from '../lib/bind.ts'
import { attemptLimit, networkOf } from '../lib/limits/rate-limit.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { refuseOther } from '../lib/security/meant-for.ts'
import { listPasskeys, toWirePasskey } from '../passkeys/passkey-rows.ts'
import { checkPassword, createUser, updateProfile } from './accounts.ts'
import { browserOf, isKnownBrowser } from './known-browsers.ts'
import { endLogin, endLoginOf, listLogins, signIn, signOut, signOutEverywhere } from './logins.ts'
import { updateUnitsOf } from './queries.ts'
import { getMe } from './viewer-rows.ts'

const LEADS = { '/login': '#login', '/register': '#register' }

export async function accountRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps
  /** Limits guesses by address and e-mail together, and by each alone. */
  const limitPerAccount = attemptLimit(
    deps,
    'logins of an account from an address',
    10,
    request => `${networkOf(request)} ${emailOf(request.body)}`
  )
  const limitPerEmail = attemptLimit(deps, 'logins of an email', 50, request => emailOf(request.body))
  const limitPerAddress = attemptLimit(deps, 'accounts from an address', 60, networkOf)
  /** In a browser where this account has signed in before: what others try does not count. */
  const limitPerBrowser = attemptLimit(
    deps,
    'logins of an account in a browser',
    10,
    request => `${browserOf(request)} ${emailOf(request.body)}`
  )
  /** Limits guesses at one's password, and at which e-mails have an account. */
  const limitPerPerson = attemptLimit(deps, 'changes of an email', 10, request => String(request.viewer?.id))

  // Addresses that people type, and that mails and password managers name.
  const hidden = { schema: { hide: true } as object }
  for (const [path, dialog] of Object.entries(LEADS)) {
    app.get<{ Querystring: { next?: unknown } }>(path, hidden, async ({ query: { next } }, reply) =>
      reply.redirect((localAddress(next) ?? '/') + dialog)
    )
  }
  app.get('/my', hidden, async (_, reply) => reply.redirect('/my/goals'))

  bind(app, login, async ({ body, request, reply }) => {
    if (await isKnownBrowser(deps, request, body.email)) await limitPerBrowser(request)
    else {
      await limitPerAccount(request)
      await limitPerAddress(request)
      await limitPerEmail(request)
    }
    const id = await checkPassword(db, body.email, body.password)
    const clientUuid = body.client_uuid ?? randomUUID()
    await signIn(deps, db, request, reply, id, clientUuid)
    await endLogin(deps, request)
    return { user: await getMe(deps, { id, client_uuid: clientUuid }) }
  })

  bind(app, register, async ({ body, request, reply }) => {
    await limitPerAddress(request)
    const clientUuid = body.client_uuid ?? randomUUID()
    const id = await createUser(deps, body, (tx, userId) => signIn(deps, tx, request, reply, userId, clientUuid))
    await endLogin(deps, request)
    return { user: await getMe(deps, { id, client_uuid: clientUuid }) }
  })

  bind(app, logout, async ({ request, reply }) => {
    refuseOther(request)
    await signOut(deps, request, reply)
    return {}
  })

  bind(app, getUserCall, async ({ viewer }) => (viewer ? getMe(deps, viewer) : null))

  bind(app, getCsrfCookie, async ({ reply }) => ({ csrf_token: reply.generateCsrf() }))

  bindSignedIn(app, updateProfileCall, async ({ body: { userData, password }, viewer, request }) => {
    await updateProfile(deps, viewer.id, userData, password ?? '', () => limitPerPerson(request))
    return { user: await getMe(deps, viewer) }
  })

  bindSignedIn(app, updateUnits, async ({ body: { distance_unit }, viewer }) => {
    await updateUnitsOf(db, viewer.id, distance_unit)
    return { user: await getMe(deps, viewer) }
  })

  bindPersonalPage(app, deps, securityPage, async ({ viewer }) => ({
    logins: await listLogins(deps, viewer),
    passkeys: (await listPasskeys(db, viewer.id)).map(toWirePasskey)
  }))

  bindSignedIn(app, endLoginCall, async ({ params, viewer }) => {
    await endLoginOf(deps, viewer.id, params.login)
    return {}
  })

  bindSignedIn(app, signOutEverywhereCall, async ({ viewer, request, reply }) => {
    await signOutEverywhere(deps, request, reply, viewer.id)
    return {}
  })

  bindPersonalPage(app, deps, accountPage, async ({ viewer }) => accountOf(deps, viewer.id))
}

function emailOf(body: unknown): string {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email.toLowerCase() : ''
}
