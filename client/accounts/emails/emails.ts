/** Actions for a change of email. The caller shows refusals. */
import * as api from '../../../domain/accounts/emails/api.ts'
import type { CallOf, ResponseOf } from '../../../domain/lib/endpoint.ts'
import { call } from '../../lib/api.ts'
import { getUser, setUser } from '../../lib/user.ts'
import { reloadUser } from '../accounts.ts'

export async function resendEmailLink(): Promise<void> {
  setUser((await call(api.resendEmailLink, { body: {} })).user)
}

export async function cancelEmailChange(): Promise<void> {
  setUser((await call(api.cancelEmailChange)).user)
}

export type Confirmed = ResponseOf<typeof api.confirmEmail>

/** Confirms an email. Reloads the user, because the link may belong to the signed-in person. */
export async function confirmEmail(token: string): Promise<Confirmed> {
  const confirmed = await call(api.confirmEmail, { body: { token } })
  if (getUser()) await reloadUser()
  return confirmed
}

export async function undoEmailChange(body: CallOf<typeof api.undoEmailChange>['body']): Promise<string> {
  return (await call(api.undoEmailChange, { body })).email
}
