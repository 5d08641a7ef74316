import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/accounts/passwords/api.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bind, bindSignedIn } from '../../lib/bind.ts'
import { attemptLimit } from '../../lib/limits/rate-limit.ts'
import { bindPersonalPage, bindStaticPage } from '../../lib/pages/pages.ts'
import { noteConfirmed } from '../logins.ts'
import { isOfToken, watched } from '../security-rows.ts'
import { changePassword, needPassword, needPasswords, resetPassword, sendResetLink } from './passwords.ts'

export async function passwordRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  // There is no limit by email, which would block its owner. The open links are limited instead (MOST_OPEN_LINKS).
  const limitMails = attemptLimit(deps, 'resetMails')
  const limitResets = attemptLimit(deps, 'resets')
  const limitPerPerson = attemptLimit(deps, 'passwords')

  bind(app, deps, api.sendResetLink, async ({ body: { email }, request }) => {
    needPasswords(deps)
    await limitMails(request)
    await sendResetLink(deps, email)
    return {}
  })

  bind(app, deps, api.resetPassword, async ({ body, request }) => {
    needPasswords(deps)
    await limitResets(request)
    await watched(deps, request, { kind: 'refused_link', isNoted: isOfToken }, () => resetPassword(deps, body))
    return {}
  })

  bindSignedIn(app, deps, api.confirmPassword, async ({ body: { password }, viewer, request }) => {
    needPasswords(deps)
    await limitPerPerson(request)
    await watched(deps, request, { kind: 'failed_login', who: viewer }, () => needPassword(deps, viewer.id, password))
    await noteConfirmed(deps, request)
    return {}
  })

  bindSignedIn(app, deps, api.changePassword, async ({ body, viewer, request }) => {
    needPasswords(deps)
    await limitPerPerson(request)
    await changePassword(deps, request, viewer, body)
    return {}
  })

  for (const page of [api.forgotPasswordPage, api.resetPasswordPage, api.resetByTokenPage])
    bindStaticPage(app, deps, page)
  bindPersonalPage(app, deps, api.confirmPasswordPage, async () => ({}))
}
