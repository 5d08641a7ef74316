/**
 * Links in mails that let whoever opens them do something: the token of such a link is made when its mail is sent, and
 * only its SHA-256 is stored. How long a link works depends on the kind of its mail. Times are milliseconds since 1970.
 */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** By the kind of mail (D-30). */
const LASTS_MS = {
  'password reset': HOUR_MS,
  /** To confirm a new email. */
  'email change': DAY_MS,
  /** To the email before, to take the change back. */
  'email changed': 7 * DAY_MS
} as const
export type LinkKind = keyof typeof LASTS_MS

/**
 * How many mails of a kind, with a link that works, a person may have; further requests send none (D-30). That an email
 * was changed is told in any case: nobody asks for that mail.
 */
const MOST_OPEN_LINKS = 3

/** Whether a mail of this kind is sent to a person who has so many of them. */
export function isMailDue(kind: LinkKind, open: number): boolean {
  return kind === 'email changed' || open < MOST_OPEN_LINKS
}

/** Whether a mail of this kind has such a link. */
export function hasLink(kind: string): kind is LinkKind {
  return Object.hasOwn(LASTS_MS, kind)
}

/** Since when a link of this kind must have been made to work at `now`. */
export function openSince(kind: LinkKind, now: number): number {
  return now - LASTS_MS[kind]
}

/** Whether a link that was made at `madeAt` works at `now`; it does not at the end of its time. */
export function isLinkOpen(kind: LinkKind, madeAt: number, now: number): boolean {
  return madeAt > openSince(kind, now)
}
