/** Actions on passkeys. The caller shows errors with `passkeyMessage`. */
import { securityPage } from '../../../domain/accounts/api.ts'
import * as api from '../../../domain/accounts/passkeys/api.ts'
import { allowsPasskeys } from '../../../domain/accounts/passkeys/passkey.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { changePages } from '../../lib/page-cache.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { enter } from '../login-watch.ts'
import { proven } from '../proof/proof.ts'

/** Imported when someone uses a passkey. */
const browser = () => import('@simplewebauthn/browser')

export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined' && allowsPasskeys(location)

export async function addPasskey(): Promise<void> {
  const { options } = await call(api.passkeyOptions, { body: {} })
  const { startRegistration } = await browser()
  const { id, response } = await startRegistration({ optionsJSON: options as never })
  const { clientDataJSON, attestationObject, transports } = response
  const credential = { id, type: 'public-key' as const, response: { clientDataJSON, attestationObject, transports } }
  const { passkeys } = await call(api.addPasskey, { body: { credential } })
  changePages(securityPage, page => ({ ...page, passkeys }))
}

export async function renamePasskey(passkey: string, name: string): Promise<void> {
  const { passkeys } = await call(api.renamePasskey, { params: { passkey }, body: { name } })
  changePages(securityPage, page => ({ ...page, passkeys }))
}

export async function removePasskey(passkey: string): Promise<void> {
  await proven(() => call(api.removePasskey, { params: { passkey } }))
  changePages(securityPage, page => ({ ...page, passkeys: page.passkeys.filter(({ id }) => id !== passkey) }))
}

export async function signInByPasskey(): Promise<void> {
  const { options } = await call(api.signInOptions, { body: {} })
  const { startAuthentication } = await browser()
  const { id, response } = await startAuthentication({ optionsJSON: options as never })
  const { clientDataJSON, authenticatorData, signature } = response
  const credential = { id, type: 'public-key' as const, response: { clientDataJSON, authenticatorData, signature } }
  const { user } = await call(api.signInByPasskey, { body: { credential } })
  enter(user)
}

/** Whether the person has to confirm their password first (D-31). */
export function needsConfirmation(error: unknown): boolean {
  return error instanceof CallRefused && error.status === 403
}

/**
 * The message for an error. Errors of the device are recognised by name, because their texts differ between browsers.
 */
export function passkeyMessage(error: unknown): string {
  const { name } = error as Error
  if (name === 'InvalidStateError') return 'You already have a passkey on this device.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Nothing changed. You cancelled, or didn’t unlock your device in time.'
  if (name === 'SecurityError' || name === 'NotSupportedError' || name === 'ConstraintError') return api.NO_PASSKEYS
  return messageOf(error)
}
