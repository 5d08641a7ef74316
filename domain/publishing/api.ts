/**
 * Public pages and the texts on them (PUB-001..PUB-125). `{item}`, `{book}` and `{snippet}` are slugs or ids;
 * `{person}` is a username or an id. The page calls a book a group (D-116). A snippet is an item in a book (D-42).
 */
import * as z from 'zod/mini'
import { username } from '../accounts/username.ts'
import { breadcrumbs, card } from '../browse/api.ts'
import { sharedGoal } from '../goals/sharing-api.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag, sentBody, text, title, uuid } from '../lib/fields.ts'
import { type Head, page } from '../lib/page.ts'
import { cutText } from '../lib/plain-text.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { uploaded } from '../uploads/api.ts'
import { previewOf } from '../uploads/in-texts.ts'
import { following } from './following-api.ts'
import { type Item, item, MAX_CONTENT, slugProblem } from './item.ts'
import { MOST_ORDER } from './order.ts'
import { MOST_INTRODUCTION, type Person, person } from './person.ts'
import { localTime } from './publish-at.ts'

/** The title and path of a book or item, for links. */
const named = z.object({ title: z.string(), path: z.string() })

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

const feedOf = ({ title, path }: { title: string; path: string }) => ({ title, path: `${path}/feed.atom` })

/** Returns the feed of a book, or of the book that contains an item; empty for an item outside of books. */
function bookFeeds(item: Item): { title: string; path: string }[] {
  if (item.is_book === 1) return [feedOf(item)]
  return item.parent ? [feedOf(item.parent)] : []
}

function articleOf(item: Item, { title }: Person): NonNullable<Head['article']> {
  return { published: item.published_at ?? item.created_at, modified: item.updated_at, author: title }
}

export const paraphrase = z.object({
  id: z.int(),
  snippet_id: z.int(),
  /** Plain text. */
  content: z.string(),
  username: z.string(),
  created_at: responseDate
})
export type Paraphrase = z.output<typeof paraphrase>

/** A snippet with its paraphrases (PUB-006, PUB-071, D-42). */
export const sourcePage = page('/sources/:book/activities/:snippet', {
  query: ['page'],
  data: z.object({
    book: z.object({ id: z.int(), ...named.shape }),
    snippet: item,
    person,
    /** The viewer may delete any of the paraphrases. */
    isOwner: z.boolean(),
    breadcrumbs,
    /** The newest first; one more than `per_page` when there is a next page. */
    paraphrases: z.array(paraphrase)
  }),
  head: ({ book, snippet, person }) => ({
    title: `${snippet.title} · ${book.title}`,
    ...previewOf(snippet.content),
    // The item has its own page at another address.
    canonical: snippet.path,
    feeds: [...bookFeeds(snippet), feedOf(person)],
    article: articleOf(snippet, person)
  })
})

const content = text(MAX_CONTENT)
const slug = text(80).check(
  z.superRefine((value, context) => {
    const message = slugProblem(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
)
const parentId = z.nullable(z.int('Choose one of your own groups.'))
const saved = z.object({ item, ...noError })

export const storeItem = endpoint('POST', '/api/items', {
  summary: 'Write an item, or with is_book make a group of items', // D-114, D-115
  needsEmail: true,
  creates: 'pages',
  keyed: true,
  longText: 'content',
  richText: true,
  body: sentBody({
    title: title(),
    content: z._default(content, ''),
    parent_id: z._default(parentId, null),
    is_book: z._default(flag, 0),
    status: z._default(flag, 1),
    /** When it becomes public by itself, by the clock of my time zone. Until then it is unpublished, whatever `status` says. */
    publish_at: z.optional(z.nullable(localTime)),
    /** Its name in addresses; by default made from the title. */
    slug: z.optional(slug),
    /** One of my persons; by default the current one. */
    person_id: z.optional(z.int('Give the id of a person of yours.')),
    /** The uuid of the draft of this item; the call deletes the draft. */
    draft: z.optional(uuid)
  }),
  response: saved,
  refusals: ['unauthenticated', 'conflict']
})

export const getItem = endpoint('GET', '/api/items/:item', {
  summary: 'An item with all of its content, and what I was last typing into it',
  response: z.object({
    item,
    draft: z.nullable(
      z.object({
        title: z.string(),
        content: z.string(),
        /** The item's revision when the typing began. */
        revision: z.int(),
        /** How often this draft was saved; the next save sends it back. */
        saves: z.int(),
        saved_at: responseDate
      })
    )
  }),
  refusals: ['notFound']
})
export type ItemDraft = NonNullable<z.output<typeof getItem.response>['draft']>

export const updateItem = endpoint('PATCH', '/api/items/:item', {
  summary: 'Save the sent keys of an item: its owner; moderators may set status 0', // D-115, D-117
  needsEmail: true,
  longText: 'itemData.content',
  richText: true,
  body: sentBody({
    itemData: z.object({
      ...sentKeys({ title: title(), content, parent_id: parentId, status: flag, slug }).shape,
      /** When it becomes public by itself, by the clock of my time zone; null for never. */
      publish_at: z.optional(z.nullable(localTime)),
      order_ms: z.optional(
        z
          .number('Enter a number.')
          .check(z.minimum(-MOST_ORDER, 'Enter a larger number.'), z.maximum(MOST_ORDER, 'Enter a smaller number.'))
      ),
      /** An old revision is refused, and the response holds the newer state (D-140). */
      revision: sentRevision
    })
  }),
  response: saved,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

/** Permanent. The items of a deleted book stay, outside of any book (D-118). */
export const deleteItem = endpoint('DELETE', '/api/items/:item', {
  summary: 'Delete an item; what was in a group stays without one', // D-118
  response: z.object({ slug: z.string(), ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})

/** The books of a person that the viewer may read. The page itself searches them for the typed text (PUB-019). */
export const searchParents = endpoint('GET', '/api/items/parents/search/:person', {
  summary: 'The groups of a person, in their order; with favorites=1 those that I have starred',
  query: z.object({ favorites: z.optional(z.union([z.literal('0'), z.literal('1')], 'Give 0 or 1.')) }),
  response: z.array(
    z.object({
      ...listedBook.shape,
      is_favorite: responseFlag
    })
  ),
  refusals: ['notFound']
})

/** Without `favorited` each call toggles the star, as documented. With it, repeating a call changes nothing. */
export const storeFavorite = endpoint('POST', '/api/favorites', {
  summary: 'Star a group or an item, or take the star away; with favorited that is how it ends', // D-66
  body: sentBody({
    item_id: z.int('Give the id of an item.'),
    favorited: z.optional(flag)
  }),
  response: z.object({ favorited: z.boolean() }),
  refusals: ['unauthenticated']
})

/** Saves the unsaved text of an existing item as a draft that only its author sees, on all their devices. */
export const saveDraft = endpoint('PUT', '/api/items/:item/draft', {
  summary: 'Keep what I am typing into an item; saving the item ends the draft',
  longText: 'content',
  body: sentBody({
    title: text(255),
    content,
    /** The item's revision when the typing began. */
    revision: sentRevision,
    /**
     * `saves` of the draft that this one continues, 0 for a new draft. Refused when another page saved in between
     * (D-140).
     */
    saves: sentRevision
  }),
  response: z.object({ saves: z.int(), saved_at: responseDate }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const deleteDraft = endpoint('DELETE', '/api/items/:item/draft', {
  summary: 'Forget what I was typing into an item',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

const newDraft = z.object({
  uuid: z.string(),
  title: z.string(),
  content: z.string(),
  /** The group that will contain the item; null for none. */
  parent_id: z.nullable(z.int()),
  /** How often this draft was saved; the next save sends it back. */
  saves: z.int(),
  saved_at: responseDate
})
export type NewItemDraft = z.output<typeof newDraft>

/** Drafts of new items that I write as this person. I can continue them on every device. */
export const getNewDrafts = endpoint('GET', '/api/me/persons/:person/drafts', {
  summary: 'New items that I am writing as a person of mine, the last one first',
  response: z.object({ drafts: z.array(newDraft) }),
  refusals: ['unauthenticated', 'notFound']
})

export const saveNewDraft = endpoint('PUT', '/api/me/persons/:person/drafts/:draft', {
  summary: 'Keep what I am typing into a new item, under a uuid of the page; free',
  longText: 'content',
  body: sentBody({
    title: text(255),
    content,
    parent_id: z._default(parentId, null),
    /**
     * `saves` of the draft that this one continues, 0 for a new draft. Refused when another page saved in between
     * (D-140).
     */
    saves: sentRevision
  }),
  response: z.object({ saves: z.int(), saved_at: responseDate }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const deleteNewDraft = endpoint('DELETE', '/api/me/persons/:person/drafts/:draft', {
  summary: 'Forget what I was typing into a new item',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

/** An item's state before one of its saves. */
const version = z.object({
  id: z.int(),
  /** The item's revision at that time. */
  revision: z.int(),
  title: z.string(),
  /** The beginning of the content as plain text. */
  summary: z.string(),
  /** When the save replaced this state. */
  created_at: responseDate
})
export type ItemVersion = z.output<typeof version>

export const getVersions = endpoint('GET', '/api/items/:item/versions', {
  summary: 'What an item of mine was before its last saves, the newest first',
  response: z.object({ versions: z.array(version) }),
  refusals: ['unauthenticated', 'notFound']
})

export const getVersion = endpoint('GET', '/api/items/:item/versions/:version', {
  summary: 'One earlier version of an item of mine, with its content',
  response: z.object({ version: z.object({ ...version.shape, content: z.string() }) }),
  refusals: ['unauthenticated', 'notFound']
})

/** Permanent. It also deletes pictures that nothing else shows. */
export const deleteVersion = endpoint('DELETE', '/api/items/:item/versions/:version', {
  summary: 'Delete one earlier version of an item of mine',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

/** The state before the call becomes a version too. */
export const restoreVersion = endpoint('POST', '/api/items/:item/versions/:version/restore', {
  summary: 'Give an item the title and content of an earlier version',
  body: z.optional(z.nullable(sentBody({ revision: sentRevision }))),
  response: saved,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

/** Published books with published items (PUB-070, D-42). */
export const getSources = endpoint('GET', '/api/sources', {
  summary: 'Published groups with their newest snippets, the newest group first',
  query: z.object({ page: z.optional(text(10)) }),
  response: z.object({
    serverData: z.object({
      /** One more than `per_page` when there is a next page. */
      sources: z.array(
        z.object({
          id: z.int(),
          slug: z.string(),
          title: z.string(),
          path: z.string(),
          username: z.string(),
          /** At most twenty. */
          snippets: z.array(
            z.object({
              id: z.int(),
              slug: z.string(),
              title: z.string(),
              /** Path of the snippet's page with paraphrases. */
              path: z.string()
            })
          )
        })
      )
    })
  })
})

export const getRandomSnippet = endpoint('GET', '/api/snippets/random', {
  summary: 'Any published snippet', // D-42
  response: z.object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    /** Path of the snippet's page with paraphrases. */
    path: z.string()
  }),
  refusals: ['notFound']
})

export const storeParaphrase = endpoint('POST', '/api/paraphrases', {
  summary: 'Say a snippet in my own words; free', // D-42
  needsEmail: true,
  creates: 'pages',
  keyed: true,
  body: sentBody({
    snippet_id: z.int('Give the id of a snippet.'),
    content: title(5000)
  }),
  response: paraphrase,
  refusals: ['unauthenticated']
})

export const deleteParaphrase = endpoint('DELETE', '/api/paraphrases/:paraphrase', {
  summary: 'Its author, the owner of the snippet or a moderator deletes a paraphrase',
  response: z.object({}),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})

const ownPerson = z.object({ ...person.shape, is_current: responseFlag })

export const getMyPersons = endpoint('GET', '/api/me/persons', {
  summary: 'Whom I may write as, the first of them as old as my account',
  response: z.object({ serverData: z.object({ persons: z.array(ownPerson) }) }),
  refusals: ['unauthenticated']
})

export const storePerson = endpoint('POST', '/api/me/persons', {
  summary: 'Make another person with a public page; usernames are one namespace', // D-36
  needsEmail: true,
  creates: 'pages',
  keyed: true,
  body: sentBody({
    username,
    /** The heading of the page; by default the username. */
    title: z.optional(text(100).check(z.trim()))
  }),
  response: z.object({ person: ownPerson, ...noError }),
  refusals: ['unauthenticated', 'conflict']
})

export const updatePerson = endpoint('PATCH', '/api/me/persons/:person', {
  summary: 'Change what is sent of the title and the introduction of a page of mine',
  needsEmail: true,
  body: sentBody({
    title: z.optional(title(100)),
    /** Plain text above the texts; empty for none. */
    introduction: z.optional(text(MOST_INTRODUCTION).check(z.trim()))
  }),
  response: z.object({ person: ownPerson, ...noError }),
  refusals: ['unauthenticated', 'notFound']
})

export const switchPerson = endpoint('POST', '/api/me/persons/:person/switch-to', {
  summary: 'Write as another person of mine from now on, in every browser', // D-36
  response: z.object({ person: ownPerson, ...noError }),
  refusals: ['unauthenticated', 'notFound']
})
