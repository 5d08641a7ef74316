/**
 * Links in mails that give access to anyone who opens them. The server makes the token when it sends the mail and stores
 * only the SHA-256 of it. How long a link works depends on the kind of mail. Times are milliseconds since 1970.
 */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long a link works, by the kind of mail (D-30). */
const LASTS_MS = {
  'password reset': HOUR_MS,
  /** Confirms the email of a new account. */
  welcome: 7 * DAY_MS,
  /** Confirms a new email. */
  'email change': DAY_MS,
  /** Goes to the old email; its link undoes the change. */
  'email changed': 7 * DAY_MS
} as const
export type LinkKind = keyof typeof LASTS_MS

/**
 * How many open links of one kind a person may have; further requests send no mail (D-30). The mail about a changed
 * email has no such limit, because nobody requests it.
 */
const MOST_OPEN_LINKS = 3

/** Whether to send a mail of this kind to a person who already has `open` working links of that kind. */
export function isMailDue(kind: LinkKind, open: number): boolean {
  return kind === 'email changed' || open < MOST_OPEN_LINKS
}

/** Whether mails of this kind contain a link that gives access. */
export function hasLink(kind: string): kind is LinkKind {
  return Object.hasOwn(LASTS_MS, kind)
}

/** Returns the time after which a link of this kind must have been made to still work at `now`. */
export function openSince(kind: LinkKind, now: number): number {
  return now - LASTS_MS[kind]
}

/** Whether a link that was made at `madeAt` works at `now`. At the exact end of its time it no longer works. */
export function isLinkOpen(kind: LinkKind, madeAt: number, now: number): boolean {
  return madeAt > openSince(kind, now)
}
