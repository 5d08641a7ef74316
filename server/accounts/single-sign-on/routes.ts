import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/accounts/single-sign-on/api.ts'
import { failureText } from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import { RETRY_BUSY } from '../../../domain/lib/limits.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bind, bindSignedIn } from '../../lib/bind.ts'
import { attemptLimit } from '../../lib/limits/rate-limit.ts'
import { bindStaticPage } from '../../lib/pages/pages.ts'
import { OPEN } from '../../lib/security/members-only.ts'
import { needPerson, refuseOther } from '../../lib/security/person-header.ts'
import { guestOf } from '../guests.ts'
import { switchLogin } from '../logins.ts'
import { getMe } from '../me-rows.ts'
import { needProof } from '../proof.ts'
import { needOidc, SignOnFailed } from './provider.ts'
import * as signOn from './single-sign-on.ts'

export async function signOnRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const limitStarts = attemptLimit(deps, 'signOns')

  bind(app, deps, api.startSignOn, async ({ body: { purpose, next }, request, reply }) => {
    await limitStarts(request)
    needOidc(deps.config)
    const viewer = purpose === 'sign-in' ? null : needPerson(request)
    if (purpose === 'link' && viewer) needProof(deps, viewer)
    const asked = { purpose, next, userId: viewer?.id ?? null }
    return { address: await orRefuse(() => signOn.start(deps, request, reply, asked)) }
  })

  app.get(
    api.CALLBACK,
    { schema: { hide: true } as object, ...OPEN, onRequest: deps.identify },
    async (request, reply) => {
      needOidc(deps.config)
      return reply.redirect(await signOn.proceed(deps, request, reply))
    }
  )

  bind(app, deps, api.getPendingSignOn, async ({ request }) => signOn.getPending(deps, request))

  bind(app, deps, api.finishSignOn, async ({ body, request, reply }) => {
    const { next, ...entered } = await orRefuse(() => signOn.createAccount(deps, request, reply, body))
    return { user: await switchLogin(deps, request, entered), next }
  })

  bind(app, deps, api.connectSignOn, async ({ body: { password }, request, reply, viewer }) => {
    refuseOther(request)
    const limit = (userId: number) => attemptLimit(deps, 'passwords', () => `sign-on ${userId}`)(request)
    const { next, ...entered } = await orRefuse(() =>
      signOn.connectAccount(deps, request, reply, password ?? '', limit)
    )
    const isSignedIn = viewer && !guestOf(request)
    return { user: await (isSignedIn ? getMe(deps, entered) : switchLogin(deps, request, entered)), next }
  })

  bindSignedIn(app, deps, api.disconnectSignOn, async ({ viewer }) => {
    await signOn.disconnect(deps, viewer)
    return {}
  })

  for (const page of [api.finishSignOnPage, api.signOnDonePage]) bindStaticPage(app, deps, page)

  async function orRefuse<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SignOnFailed)) throw error
      const message = failureText(error.failure, needOidc(deps.config).name)
      if (error.failure === 'unreachable') return refuse({ kind: 'unavailable', message, retryAfter: RETRY_BUSY })
      return refuse({ kind: 'conflict', message })
    }
  }
}
