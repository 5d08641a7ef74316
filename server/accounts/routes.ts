import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../domain/accounts/api.ts'
import { localAddress } from '../../domain/accounts/next.ts'
import { accountPage } from '../../domain/billing/api.ts'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { accountOf } from '../billing/account.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn } from '../lib/bind.ts'
import { attemptLimit, guessLimit, networkOf } from '../lib/limits/rate-limit.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { OPEN } from '../lib/security/members-only.ts'
import { refuseOther } from '../lib/security/person-header.ts'
import { checkPassword, updateProfile } from './accounts.ts'
import { guestOf, renameRegistered } from './guests.ts'
import { browserOf, isKnownBrowser } from './known-browsers.ts'
import { endLoginOf, listLogins, signIn, signOut, switchLogin } from './logins.ts'
import { getMe } from './me-rows.ts'
import { listPasskeys, toWirePasskey } from './passkeys/passkey-rows.ts'
import { needPasswords } from './passwords/passwords.ts'
import { updateUnitsOf } from './queries.ts'
import { registerPerson } from './registration.ts'
import { signOutEverywhere } from './secrets.ts'
import { watched } from './security-rows.ts'
import { signOutAddress } from './single-sign-on/provider.ts'
import { getConnection } from './single-sign-on/single-sign-on.ts'
import { needsPasskey } from './ways-in.ts'

const LEADS = { '/login': '#login', '/register': '#register' }

export async function accountRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  const emailOf = ({ body }: FastifyRequest): string => emailIn(body)
  const limitFromAddress = attemptLimit(deps, 'loginsFromAddress', one => `${networkOf(one)} ${emailOf(one)}`)
  const limitPerEmail = attemptLimit(deps, 'logins', emailOf)
  /** Attempts from elsewhere do not count in a browser where this account has signed in before. */
  const limitInBrowser = attemptLimit(deps, 'loginsInBrowser', one => `${browserOf(one)} ${emailOf(one)}`)
  const guessPassword = guessLimit(deps, 'failedLogins', ({ kind }) => kind === 'invalid')
  const limitRegistrations = attemptLimit(deps, 'registrations')
  const guessEmail = guessLimit(deps, 'takenEmails', tellsOfEmail)
  const limitEmailChanges = attemptLimit(deps, 'emailChanges')

  // Addresses that people type, and that mails and password managers use.
  const hidden = { schema: { hide: true } as object, ...OPEN }
  for (const [path, dialog] of Object.entries(LEADS)) {
    app.get<{ Querystring: { next?: unknown } }>(path, hidden, async ({ query: { next } }, reply) =>
      reply.redirect((localAddress(next) ?? '/') + dialog)
    )
  }
  app.get('/my', hidden, async (_, reply) => reply.redirect('/my/goals'))

  bind(app, deps, api.login, async ({ body, request, reply }) => {
    needPasswords(deps)
    const attempt = { kind: 'failed_login', who: { email: body.email } } as const
    const id = await watched(deps, request, attempt, () => idOf(request, body))
    await needNoPasskey(deps, id)
    const clientUuid = body.client_uuid ?? randomUUID()
    await signIn(deps, db, request, reply, id, clientUuid)
    return { user: await switchLogin(deps, request, { id, client_uuid: clientUuid }) }
  })

  bind(app, deps, api.register, async ({ body, request, reply }) => {
    needPasswords(deps)
    await limitRegistrations(request)
    const clientUuid = body.client_uuid ?? randomUUID()
    const guest = guestOf(request)
    const id = await guessEmail(request, () =>
      registerPerson(deps, body, guest?.id ?? null, (tx, userId) =>
        signIn(deps, tx, request, reply, userId, clientUuid, 'registration')
      )
    )
    if (guest) await renameRegistered(deps, request.log, id)
    return { user: await switchLogin(deps, request, { id, client_uuid: clientUuid }) }
  })

  bind(app, deps, api.logout, async ({ request, reply }) => {
    refuseOther(request)
    return leave(await signOut(deps, request, reply))
  })

  bind(app, deps, api.getUser, async ({ viewer }) => (viewer ? getMe(deps, viewer) : null))

  bind(app, deps, api.getCsrfCookie, async ({ reply }) => ({ csrf_token: reply.generateCsrf() }))

  bindSignedIn(app, deps, api.updateProfile, async ({ body: { userData, password }, viewer, request }) => {
    await updateProfile(deps, viewer, userData, password ?? '', {
      check: () => limitEmailChanges(request),
      change: work => guessEmail(request, work)
    })
    return { user: await getMe(deps, viewer) }
  })

  bindSignedIn(app, deps, api.updateUnits, async ({ body: { distance_unit }, viewer }) => {
    await updateUnitsOf(db, viewer.id, distance_unit)
    return { user: await getMe(deps, viewer) }
  })

  bindPersonalPage(app, deps, api.securityPage, async ({ viewer }) => ({
    logins: await listLogins(deps, viewer),
    passkeys: (await listPasskeys(db, viewer.id)).map(toWirePasskey),
    sign_on: await getConnection(deps, viewer.id)
  }))

  bindSignedIn(app, deps, api.endLogin, async ({ params, viewer }) => {
    await endLoginOf(deps, viewer.id, params.login)
    return {}
  })

  bindSignedIn(app, deps, api.signOutEverywhere, async ({ viewer, request, reply }) => {
    return leave(await signOutEverywhere(deps, request, reply, viewer.id))
  })

  bindPersonalPage(app, deps, accountPage, async ({ viewer }) => accountOf(deps, viewer.id))

  async function leave(idToken: string | null) {
    return { sign_out_address: idToken === null || !config.oidc ? null : await signOutAddress(deps, idToken) }
  }

  async function idOf(
    request: FastifyRequest,
    { email, password }: ReceivedBy<typeof api.login>['body']
  ): Promise<number> {
    if (await isKnownBrowser(deps, request, email)) {
      await limitInBrowser(request)
      return checkPassword(db, email, password)
    }
    await limitFromAddress(request)
    return guessPassword(request, async () => {
      await limitPerEmail(request)
      return checkPassword(db, email, password)
    })
  }
}

/**
 * Refuses the password of an admin who has a passkey, if the settings say so. An admin without a passkey can sign in to
 * add one.
 */
async function needNoPasskey(deps: Dependencies, id: number): Promise<void> {
  if (await needsPasskey(deps.db, deps, id)) refuse(invalid('password', api.PASSKEY_NEEDED))
}

/** Whether a refusal reveals that an email has an account. */
function tellsOfEmail(refusal: Refusal): boolean {
  return refusal.kind === 'invalid' && Object.values(refusal.fields).includes(api.EMAIL_TAKEN)
}

function emailIn(body: unknown): string {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email.toLowerCase() : ''
}
