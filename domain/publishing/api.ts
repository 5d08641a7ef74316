/**
 * Public pages (PUB-001..PUB-125). `{item}`, `{book}` and `{snippet}` are slugs or ids; `{person}` is a username or an
 * id. The page calls a book a group (D-116).
 */
import * as z from 'zod/mini'
import { breadcrumbs, card } from '../browse/api.ts'
import { sharedGoal } from '../goals/sharing-api.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { type Head, page } from '../lib/page.ts'
import { cutText } from '../lib/plain-text.ts'
import { uploaded } from '../uploads/api.ts'
import { previewOf } from '../uploads/in-texts.ts'
import { following } from './following-api.ts'
import { type Item, item } from './item.ts'
import { type Person, person } from './person.ts'

/** The title and path of a book or item, for links. */
export const named = z.object({ title: z.string(), path: z.string() })

/** A book of a person, for the sidebar and the filter by group (PUB-012). */
export const listedBook = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  path: z.string(),
  status: responseFlag,
  /** The title of the book that contains it; null for none (D-112). */
  parents_title: z.nullable(z.string())
})
export type ListedBook = z.output<typeof listedBook>

/** The data of all pages of a person. */
const publicPage = {
  person,
  /** The person's picture; null for none. */
  face: z.nullable(uploaded),
  /** The viewer currently writes as this person, so the page shows the controls for editing (PUB-035, D-36). */
  isOwner: z.boolean(),
  /** It is one of the viewer's other persons, to which they may switch (D-36). */
  canSwitch: z.boolean(),
  breadcrumbs,
  /** The person's books, in their order. */
  books: z.array(listedBook),
  /** Of the person or of the book that the page shows; null on the page of another item. */
  following: z.nullable(following),
  /** In their order; one more than `per_page` when there is a next page (PUB-045). */
  items: z.array(item),
  /** Counted up to 100. */
  itemsCount: z.int()
}

/** How many sessions, goals and groups a profile shows at most, of each. */
export const MOST_ON_PROFILE = 6

/** What a profile shows besides texts. Sessions, goals and groups belong to the account's own person (D-35). */
const profile = z.object({
  since: responseDate,
  /** A few sentences of plain text; empty for none. */
  introduction: z.string(),
  /** The wide picture above the page; null for none. */
  cover: z.nullable(uploaded),
  /** 0 for a second person of an account, which cannot be blocked. */
  is_main: responseFlag,
  /** 1 when a moderator hid the page: only its author and moderators see it. Absent otherwise (D-149). */
  is_hidden: z.optional(responseFlag),
  /** The id of the picture, to report it; null without one. */
  face_id: z.nullable(z.int()),
  /** 1 when a moderator hid my picture. Absent otherwise. */
  is_face_hidden: z.optional(responseFlag),
  /** Public sessions that the person hosted, those that run included. */
  hosted_count: z.int(),
  /** Their feed has activities or sessions, besides texts. */
  has_news: z.boolean(),
  /** Public sessions that they host now or soon; at most `MOST_ON_PROFILE`. */
  hosts: z.array(card),
  /** Their days in a row; null unless they show it (D-163). */
  streak: z.nullable(z.int()),
  /** Public sessions that they are in and do not host; empty unless they show them (D-163). */
  sessions: z.array(card),
  /** Goals that they share with everyone, in their own order; at most `MOST_ON_PROFILE`. */
  goals: z.array(sharedGoal),
  /** Groups that they are in, the largest first; at most `MOST_ON_PROFILE`. */
  member_of: z.array(z.object({ title: z.string(), path: z.string(), members_count: z.int() }))
})
export type Profile = z.output<typeof profile>

/** A person with all their items except books (PUB-004, PUB-007). */
export const personPage = page('/:username', {
  aliases: ['/users/:username'],
  query: ['page'],
  moves: true,
  data: z.object({ ...publicPage, profile }),
  head: ({ person, items, face, profile: { cover, introduction } }) => ({
    title: person.title,
    ...(cover ? { image: cover.url } : face ? { image: face.url, isPortrait: true } : {}),
    feeds: [feedOf(person)],
    person: { username: person.username },
    description: introduction
      ? cutText(introduction, 200)
      : `What ${person.title} writes.${items[0] ? ` The newest: ${items[0].title}` : ''}`
  })
})

/** An item, or a book with its items (PUB-005, D-41). */
export const itemPage = page('/:parentItem/:childItem', {
  query: ['page'],
  moves: true,
  data: z.object({
    ...publicPage,
    item,
    /** The previous and next items of its book that the viewer may read; null for none. */
    previous: z.nullable(named),
    next: z.nullable(named)
  }),
  head: ({ item, person, breadcrumbs: trail }) => ({
    title: item.title,
    ...previewOf(item.content),
    feeds: [...bookFeeds(item), feedOf(person)],
    article: articleOf(item, person),
    trail
  })
})

export const feedOf = ({ title, path }: { title: string; path: string }) => ({ title, path: `${path}/feed.atom` })

/** Returns the feed of a book, or of the book that contains an item; empty for an item outside of books. */
export function bookFeeds(item: Item): { title: string; path: string }[] {
  if (item.is_book === 1) return [feedOf(item)]
  return item.parent ? [feedOf(item.parent)] : []
}

export function articleOf(item: Item, { title }: Person): NonNullable<Head['article']> {
  return { published: item.published_at ?? item.created_at, modified: item.updated_at, author: title }
}
