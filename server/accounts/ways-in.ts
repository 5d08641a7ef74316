/** How a person can sign in. Nobody may remove their last way in. */
import type { Handle, Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { hasPasskeyAsAdmin, listPasskeys } from './passkeys/passkey-rows.ts'
import { NO_PASSWORD } from './passwords.ts'
import { lockCredentials } from './queries.ts'
import { findIdentityOf } from './single-sign-on/sign-on-rows.ts'

/** Whether the account has a password that signs in here. */
export function hasPassword({ oidc }: Resources['config'], { password_hash }: { password_hash: string }): boolean {
  return !oidc?.only && password_hash !== NO_PASSWORD
}

/** Whether only a passkey signs the person in: they are an admin who has one, and the settings say so. */
export async function needsPasskey(
  db: Handle,
  { config }: Pick<Resources, 'config'>,
  userId: number
): Promise<boolean> {
  return config.hut.admin_passkeys === 1 && (await hasPasskeyAsAdmin(db, userId))
}

/** Whether a person can still sign in without this. Locks the account, so that two removals wait for each other. */
export async function hasOtherWayIn(
  tx: Transaction,
  { config }: Pick<Resources, 'config'>,
  userId: number,
  without: 'provider' | 'passkey'
): Promise<boolean> {
  if (hasPassword(config, await lockCredentials(tx, userId))) return true
  const passkeys = await listPasskeys(tx, userId)
  if (without === 'provider') return passkeys.length > 0
  return (
    passkeys.length > 1 || (config.oidc !== null && (await findIdentityOf(tx, userId, config.oidc.issuer)) !== null)
  )
}
