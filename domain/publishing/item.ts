/**
 * Published texts: items, and books that contain items and other books (D-112, D-115). The page calls books groups
 * (D-116).
 *
 * Rules that surprise: an item is public only if it and all books that contain it are published. The slug of an item
 * does not change with its title. `order_ms` is in milliseconds and may be a fraction; lists begin with the highest
 * (D-114).
 */
import * as z from 'zod/mini'
import { isSegment } from '../accounts/reserved-usernames.ts'
import { isModerator, type Viewer } from '../accounts/user.ts'
import { isReserved, isUsername } from '../accounts/username.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'
import { isSlug, SLUG } from '../lib/slug.ts'
import { isPersonOf } from './person.ts'

export const ItemStatus = { Unpublished: 0, Published: 1 } as const

export const item = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** Safe HTML. Lists have only the beginning of a long text, and `is_cut` is 1. */
  content: z.string(),
  is_cut: responseFlag,
  /** The beginning of the content as plain text. */
  summary: z.string(),
  /** 0 also while it is taken down by a site admin. */
  status: responseFlag,
  /** 1 while it is taken down: only a site admin can undo that (D-149). */
  is_taken_down: responseFlag,
  is_book: responseFlag,
  type: z.literal(['book', 'item']),
  /** The id of the book that contains it; null for none. */
  parent_id: z.nullable(z.int()),
  parent: z.nullable(z.object({ title: z.string(), path: z.string() })),
  /** The same book as `parent`, for forms. */
  group: z.nullable(z.object({ id: z.int(), title: z.string() })),
  path: z.string(),
  /** The same as `path`. */
  url: z.string(),
  order_ms: z.number(),
  created_at: responseDate,
  updated_at: responseDate,
  /** When it first became public; null until then. */
  published_at: z.nullable(responseDate),
  /** When it becomes public by itself; null without such a time. */
  publish_at: z.nullable(responseDate),
  /** The day on which it was made, in UTC: 2026-01-31. */
  date: z.string(),
  /** The username of its author. */
  username: z.string(),
  /** 1 when the viewer has starred it (D-66). */
  is_favorite: responseFlag,
  /** A save of the form sends it back (D-140). */
  revision: z.int()
})
export type Item = z.output<typeof item>

/** The most characters of an item's HTML. */
export const MAX_CONTENT = 200_000
/** How many characters of an item's HTML a list shows; the item's page has the rest. */
export const LISTED_CONTENT = 20_000
/** The most books of a person: a form lists them all. */
export const MOST_BOOKS = 500
/** How many earlier versions of an item are kept. */
export const MOST_VERSIONS = 20

/** How many drafts of new items a person may have. */
export const MOST_NEW_DRAFTS = 20
export const TOO_MANY_DRAFTS = `You have ${MOST_NEW_DRAFTS} drafts on this page, the most you can have. Save or discard one.`

export const TOO_MANY_BOOKS = `You have ${MOST_BOOKS} groups on this page, the most you can have.`
export const NO_SUCH_BOOK = 'Choose one of your own groups.'
/** @internal Exported for tests only. */
export const CIRCLE = 'A group can’t be inside itself or a group below it.'
export const SLUG_TAKEN = 'This address has already been taken.'
/** @internal Exported for tests only. */
export const SLUG_TEXT = 'Use lowercase letters, numbers and dashes, with at least one letter.'
export const ADMIN_MAY_HIDE = 'Moderators can unpublish or delete this, and nothing else.'
export const TAKEN_DOWN =
  'A moderator took this down, so only a moderator can publish it again. You can still edit it or delete it.'

/** Whether the viewer may edit, move and publish the item: its owner (D-117). */
export function mayEdit(person: { user_id: number }, viewer: Viewer): boolean {
  return isPersonOf(person, viewer)
}

/** Whether the viewer may delete or unpublish the item: its owner or a moderator of the site (D-117, D-148). */
export function mayHide(person: { user_id: number }, viewer: Viewer): boolean {
  return isPersonOf(person, viewer) || isModerator(viewer)
}

/** Whether the viewer may read the item: everyone if it is public, else its owner and moderators (D-114, D-148). */
export function mayRead(item: { is_public: boolean }, person: { user_id: number }, viewer: Viewer): boolean {
  return item.is_public || mayHide(person, viewer)
}

/** Whether the item is public: published, not taken down, and in no book or a public one (PUB-058, D-149). */
export function isPublic(
  { status, isTakenDown }: { status: number; isTakenDown: boolean },
  book: { is_public: boolean } | null
): boolean {
  return status === ItemStatus.Published && !isTakenDown && (book === null || book.is_public)
}

/**
 * Returns null when the item may be in this book, else a 422. The message is the same for someone else's book and for
 * an unknown one.
 *
 * @param item without an id when it is new
 * @param book null when it does not exist
 * @param above ids of the book and of all books that contain it
 * @param field the field to name in the error
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

/** Returns the error message for a chosen slug, or null. It does not check whether the slug is in use (D-41). */
export function slugProblem(slug: string): string | null {
  if (!isSlug(slug)) return SLUG_TEXT
  return isReserved(slug) ? SLUG_TAKEN : null
}

/**
 * Returns the path of an item (D-41). For a book or an item outside of books it begins with the username, for any other
 * item with the slug of its book. It begins with /sources when a page of the product uses that first segment.
 *
 * @param book the book that contains it; null for none
 */
export function itemPath(
  { slug, is_book }: { slug: string; is_book: boolean },
  username: string,
  book: { slug: string } | null
): string {
  const first = is_book ? username : (book?.slug ?? username)
  return `/${isSegment(first) ? 'sources' : first}/${slug}`
}

/** Whether a path segment can be the name of a person or item. The server does not look up any others. */
export function isName(segment: string): boolean {
  return (isUsername(segment) || SLUG.test(segment)) && segment.length <= 100
}
