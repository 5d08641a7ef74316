import { isAdmin, isModerator } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { SignedIn } from '../lib/signed-in.ts'

/** @throws Refused 403 for everyone but an admin */
export function needAdmin(viewer: SignedIn): void {
  if (!isAdmin(viewer)) refuse({ kind: 'forbidden' })
}

/** @throws Refused 403 for everyone but moderators and admins */
export function needModerator(viewer: SignedIn): void {
  if (!isModerator(viewer)) refuse({ kind: 'forbidden' })
}
