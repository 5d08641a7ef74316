/**
 * Security events: what an admin looks at when someone may be guessing. One row counts the events of an hour with the
 * same kind, account and network. Beyond a number of rows an hour, further events are only counted by kind, so that an
 * attacker can't fill the disk.
 */

export const SECURITY_KINDS = ['failed_login', 'new_device', 'refused_link'] as const
export type SecurityKind = (typeof SECURITY_KINDS)[number]

/** How long an event is kept, ms. */
export const SECURITY_KEPT_MS = 30 * 86_400_000
/** The most rows of an hour that name an account or a network. */
export const MOST_SECURITY_ROWS = 500
