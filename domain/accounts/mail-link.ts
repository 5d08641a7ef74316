/**
 * Links in mails that let whoever opens them do something: the token of such a link is made when its mail is sent, and
 * only its SHA-256 is stored. How long a link works depends on the kind of its mail. Times are milliseconds since 1970.
 */
const HOUR_MS = 3_600_000

/** By the kind of mail (D-30). */
const LASTS_MS = {
  'password reset': HOUR_MS
} as const
export type LinkKind = keyof typeof LASTS_MS

/** How many mails with a link that works a person may have; further requests send none (D-30). */
export const MOST_OPEN_LINKS = 3

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
