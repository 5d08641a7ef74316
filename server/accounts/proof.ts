import { isConfirmed } from '../../domain/accounts/passkeys/passkey.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Resources } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'

/**
 * Signing in is a proof too, except at a provider, which may not have asked the person anything.
 * @throws Refused 403 when the person last proved who they are more than 15 minutes ago
 */
export function needProof({ clock }: Pick<Resources, 'clock'>, { since, confirmed, is_by_provider }: SignedIn): void {
  const proven = Math.max(is_by_provider ? 0 : since.getTime(), confirmed?.getTime() ?? 0)
  if (!isConfirmed(proven, clock.now())) refuse({ kind: 'proofNeeded' })
}
