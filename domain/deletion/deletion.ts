/**
 * Deleting an account (D-131): the server deletes it two weeks after the request, unless someone cancels that. Only an
 * admin cancels what an admin requested. Texts that other people can still see then have no author's name. Times are
 * milliseconds since 1970.
 */
import type { Refusal } from '../lib/refusal.ts'

const DAY_MS = 86_400_000

const DELETION_WAITS_MS = 14 * DAY_MS

/** Returns when to delete an account after a request at `now`. */
export function deletionTime(now: number): number {
  return now + DELETION_WAITS_MS
}

/** Whether an account with the date of deletion `deleteAt` is due at `now`. */
export function isDeletionDue(deleteAt: number, now: number): boolean {
  return now >= deleteAt
}

const ONLY_ADMIN: Refusal = {
  kind: 'forbidden',
  message: 'An administrator scheduled this deletion. Ask them if you want to keep the account.'
}

/**
 * Returns why a person may not keep their account, and null when they may. 401 once it is due, because an admin may have
 * refused it; 403 when an admin scheduled its deletion.
 * @param account `deleteAt` is null when no deletion is scheduled
 */
export function keepCheck(account: { deleteAt: number | null; isByAdmin: boolean }, now: number): Refusal | null {
  const { deleteAt, isByAdmin } = account
  if (deleteAt === null) return null
  if (isDeletionDue(deleteAt, now)) return { kind: 'unauthenticated' }
  return isByAdmin ? ONLY_ADMIN : null
}
