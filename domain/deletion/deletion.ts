/**
 * Deleting one's account (D-131): the server deletes it two weeks after the request, unless the person takes the
 * request back. Texts that other people can still see then have no author's name. Times are milliseconds since 1970.
 */
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
