import type { FastifyInstance } from 'fastify'
import {
  changePassword as changePasswordCall,
  confirmPassword,
  confirmPasswordPage,
  forgotPasswordPage,
  resetByTokenPage,
  resetPassword as resetPasswordCall,
  resetPasswordPage,
  sendResetLink as sendResetLinkCall
} from '../../domain/passwords/api.ts'
import { noteConfirmed } from '../accounts/logins.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn } from '../lib/bind.ts'
import { attemptLimit, networkOf } from '../lib/limits/rate-limit.ts'
import { bindPersonalPage, bindStaticPage } from '../lib/pages/pages.ts'
import { changePassword, needPassword, resetPassword, sendResetLink } from './passwords.ts'

export async function passwordRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  // None by the address alone: whoever is meant could not ask any more. Their links are bounded (MOST_OPEN_LINKS).
  const limitMails = attemptLimit(deps, 'mails of a reset', 10, networkOf)
  const limitResets = attemptLimit(deps, 'resets', 60, networkOf)
  const limitPerPerson = attemptLimit(deps, 'passwords of a person', 10, request => String(request.viewer?.id))

  bind(app, sendResetLinkCall, async ({ body: { email }, request }) => {
    await limitMails(request)
    await sendResetLink(deps, email)
    return {}
  })

  bind(app, resetPasswordCall, async ({ body, request }) => {
    await limitResets(request)
    await resetPassword(deps, body)
    return {}
  })

  bindSignedIn(app, confirmPassword, async ({ body: { password }, viewer, request }) => {
    await limitPerPerson(request)
    await needPassword(deps, viewer.id, password)
    await noteConfirmed(deps, request)
    return {}
  })

  bindSignedIn(app, changePasswordCall, async ({ body, viewer, request }) => {
    await limitPerPerson(request)
    await changePassword(deps, request, viewer, body)
    return {}
  })

  for (const page of [forgotPasswordPage, resetPasswordPage, resetByTokenPage]) bindStaticPage(app, deps, page)
  bindPersonalPage(app, deps, confirmPasswordPage, async () => ({}))
}
