/**
 * What a person writes: items, and books, which hold items and other books and are called groups where people read
 * (D-112, D-115, D-116).
 *
 * Rules that surprise: everybody sees an item only if it and all books around it are published, and the slug of an item stays when
 * its title changes. `order_ms` is in milliseconds and may be a fraction; lists begin with the highest (D-114).
 */
import * as z from 'zod/mini'
import { isAdmin, type Viewer } from '../accounts/user.ts'
import { isReserved, isSegment, isUsername } from '../accounts/username.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'
import { isPersonOf } from './person.ts'

export const ItemStatus = { Unpublished: 0, Published: 1 } as const

export const item = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** Safe HTML. In a list only its beginning, if it is long: then `is_cut` is 1. */
  content: z.string(),
  is_cut: responseFlag,
  /** The beginning of the content as plain text. */
  summary: z.string(),
  /** 0 also while a site admin has taken it down. */
  status: responseFlag,
  /** 1 while a site admin has taken it down: only an admin can lift that (D-149). */
  is_taken_down: responseFlag,
  is_book: responseFlag,
  type: z.literal(['book', 'item']),
  /** The id of the book that it is in; null for none. */
  parent_id: z.nullable(z.int()),
  parent: z.nullable(z.object({ title: z.string(), path: z.string() })),
  /** The same book, as forms know it. */
  group: z.nullable(z.object({ id: z.int(), title: z.string() })),
  path: z.string(),
  /** The same as `path`. */
  url: z.string(),
  order_ms: z.number(),
  created_at: responseDate,
  updated_at: responseDate,
  /** When it first became public; null until then. */
  published_at: z.nullable(responseDate),
  /** The day on which it was made, in UTC: 2026-01-31. */
  date: z.string(),
  /** The person whose it is. */
  username: z.string(),
  /** 1 when the viewer has starred it (D-66). */
  is_favorite: responseFlag,
  /** Sent back by a save of the form (D-140). */
  revision: z.int()
})
export type Item = z.output<typeof item>

/** Characters of an item's HTML. */
export const MAX_CONTENT = 200_000
/** Characters of HTML that a list shows of each item; the rest is on the item's own page. */
export const LISTED_CONTENT = 20_000
/** A form lists all books of a person. */
export const MOST_BOOKS = 500
/** So many earlier versions of an item are kept. */
export const MOST_VERSIONS = 20

/** So many new items a person may have begun and not saved. */
export const MOST_NEW_DRAFTS = 20
export const TOO_MANY_DRAFTS = `You have ${MOST_NEW_DRAFTS} drafts on this page, which is the most. Save or discard one.`

export const TOO_MANY_BOOKS = `You have ${MOST_BOOKS} groups on this page, which is the most.`
export const NO_SUCH_BOOK = 'Choose one of your own groups.'
/** @internal Exported for tests only. */
export const CIRCLE = 'A group cannot be in itself or in a group below it.'
export const SLUG_TAKEN = 'This address has already been taken.'
/** @internal Exported for tests only. */
export const SLUG_TEXT = 'Use small letters, numbers and dashes, with at least one letter.'
export const ADMIN_MAY_HIDE = 'Site admins can unpublish or delete this, and nothing else.'
export const TAKEN_DOWN =
  'A site admin took this down, so only an admin can publish it again. You can still edit it or delete it.'

/** The owner of its person writes, moves and publishes it (D-117). */
export function mayEdit(person: { user_id: number }, viewer: Viewer): boolean {
  return isPersonOf(person, viewer)
}

/** Its owner and site admins may delete it, or take it from the public (D-117). */
export function mayHide(person: { user_id: number }, viewer: Viewer): boolean {
  return isPersonOf(person, viewer) || isAdmin(viewer)
}

/** Everybody may read what is public; what is not, only its owner and site admins (D-114). */
export function mayRead(item: { is_public: boolean }, person: { user_id: number }, viewer: Viewer): boolean {
  return item.is_public || mayHide(person, viewer)
}

/** Whether everyone sees it: it is published, no admin took it down, and everyone sees its book (PUB-058, D-149). */
export function isPublic(
  { status, isTakenDown }: { status: number; isTakenDown: boolean },
  book: { is_public: boolean } | null
): boolean {
  return status === ItemStatus.Published && !isTakenDown && (book === null || book.is_public)
}

/**
 * null when the item may be in this book, else why not. The message is the same for somebody else's book as for one that
 * does not exist.
 *
 * @param field names the book in what was sent
 * @param item without an id while it is being made
 * @param book null where there is no such item
 * @param above the ids of the book and of all around it
 */
export function parentCheck(
  item: { id?: number; person_id: number },
  book: { person_id: number; is_book: boolean } | null,
  above: readonly number[],
  field: string
): Refusal | null {
  const isOwn = book?.is_book === true && book.person_id === item.person_id
  if (!isOwn) return invalid(field, NO_SUCH_BOOK)
  return item.id !== undefined && above.includes(item.id) ? invalid(field, CIRCLE) : null
}

/** Letters of any script, none of them a capital, with the marks that stand on them. */
const SLUG = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u

/** What is wrong with a slug that somebody chose; null for a good one. Whether it is free, the database says (D-41). */
export function slugProblem(slug: string): string | null {
  if (!SLUG.test(slug) || !/\p{L}/u.test(slug) || slug.normalize('NFC') !== slug) return SLUG_TEXT
  return isReserved(slug) ? SLUG_TAKEN : null
}

/** Characters of a slug in a script without a Latin spelling: in an address each of them takes up to nine. */
const LONGEST_SLUG = 40

/** A title in its own letters, for an address: "山に登る、春" becomes "山に登る-春". '' for one without letters. */
export function slugInOwnScript(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+/gu, '-')
  const slug = [...words.replace(/^-|-$/g, '')].slice(0, LONGEST_SLUG).join('').replace(/-$/, '')
  return slugProblem(slug) === SLUG_TEXT ? '' : slug
}

/**
 * Where an item is (D-41): a book and a loose item under their person, any other under its book. Where a page has taken
 * the name of that since, it is below /sources.
 *
 * @param book that it is in; null for none
 */
export function itemPath(
  { slug, is_book }: { slug: string; is_book: boolean },
  username: string,
  book: { slug: string } | null
): string {
  const first = is_book ? username : (book?.slug ?? username)
  return `/${isSegment(first) ? 'sources' : first}/${slug}`
}

/** Whether a segment of an address can name a person or an item at all: others are not looked up. */
export function isName(segment: string): boolean {
  return (isUsername(segment) || SLUG.test(segment)) && segment.length <= 100
}
