/**
 * Deleting one's account (D-131): it is gone two weeks after it was asked for, unless its person keeps it. What others
 * see of them then has no name. Times are milliseconds since 1970.
 */
const DAY_MS = 86_400_000

const DELETION_WAITS_MS = 14 * DAY_MS

/** When an account goes whose deletion was asked for at `now`. */
export function deletionTime(now: number): number {
  return now + DELETION_WAITS_MS
}

/** Whether an account that is to go at `deleteAt` goes at `now`. */
export function isDeletionDue(deleteAt: number, now: number): boolean {
  return now >= deleteAt
}
