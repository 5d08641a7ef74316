import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/accounts/emails/api.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bind, bindSignedIn } from '../../lib/bind.ts'
import { attemptLimit } from '../../lib/limits/rate-limit.ts'
import { bindStaticPage } from '../../lib/pages/pages.ts'
import { getMe } from '../me-rows.ts'
import { isOfToken, watched } from '../security-rows.ts'
import { confirmEmail, undoEmailChange } from './emails.ts'
import { cancelNewEmail, resendLink } from './new-email.ts'

const REFUSED_LINK = { kind: 'refused_link', isNoted: isOfToken } as const

export async function emailRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const limitMails = attemptLimit(deps, 'emailChangeMails')
  const limitLinks = attemptLimit(deps, 'emailLinks')

  bindSignedIn(app, deps, api.resendEmailLink, async ({ viewer, request }) => {
    await limitMails(request)
    await resendLink(deps, viewer.id)
    return { user: await getMe(deps, viewer) }
  })

  bindSignedIn(app, deps, api.cancelEmailChange, async ({ viewer }) => {
    await deps.db.transaction(tx => cancelNewEmail(tx, viewer.id))
    return { user: await getMe(deps, viewer) }
  })

  bind(app, deps, api.confirmEmail, async ({ body, request }) => {
    await limitLinks(request)
    return watched(deps, request, REFUSED_LINK, () => confirmEmail(deps, body.token))
  })

  bind(app, deps, api.undoEmailChange, async ({ body, request }) => {
    await limitLinks(request)
    return { email: await watched(deps, request, REFUSED_LINK, () => undoEmailChange(deps, body)) }
  })

  for (const page of [api.confirmEmailPage, api.undoEmailPage]) bindStaticPage(app, deps, page)
}
