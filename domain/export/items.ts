/** Items as a zip of Markdown files: the rows that the page gets for it, and the name and first lines of each file. */
import * as z from 'zod/mini'
import { ItemStatus, itemPath } from '../publishing/item.ts'
import { writeFrontMatter } from './front-matter.ts'
import { itemKey } from './keys.ts'

/** The first field of the rows of my items. */
export const ITEMS_FORMAT = 'challenge-hut-items'

/** A row of an item, in this file and in "Everything". */
export const exportedItem = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** Clean HTML. */
  content: z._default(z.string(), ''),
  status: z.number(),
  is_book: z.boolean(),
  /** The slug of its group; null for none. */
  book: z.optional(z.nullable(z.string())),
  /** Who wrote it; absent in "Everything", which has `person_id`. */
  username: z.optional(z.string()),
  person_id: z.optional(z.int()),
  parent_id: z._default(z.nullable(z.int()), null),
  /** When a moderator took it down. */
  hidden_at: z._default(z.nullable(z.string()), null),
  published_at: z._default(z.nullable(z.string()), null),
  /** When it becomes public by itself. */
  publish_at: z._default(z.nullable(z.string()), null),
  order_ms: z._default(z.nullable(z.number()), null),
  created_at: z.string(),
  updated_at: z.string()
})
export type ExportedItem = z.output<typeof exportedItem>

export const exportedItems = z.object({
  format: z.literal(ITEMS_FORMAT),
  /** Names the hut and the account (domain/import/moving.ts). */
  source: z.string(),
  /** The address of the hut, if it has one. */
  address: z._default(z.nullable(z.string()), null),
  items: z.array(exportedItem)
})

/** The folder of pictures in a zip. */
export const PICTURES = 'pictures'
/** The file "Everything (JSON)" in a zip. */
export const EVERYTHING = 'everything.json'

export const isPublished = ({ status, hidden_at }: Pick<ExportedItem, 'status' | 'hidden_at'>): boolean =>
  status === ItemStatus.Published && hidden_at === null

/** The name of an item's file. A slug has no slashes. */
export const itemFileName = ({ slug }: Pick<ExportedItem, 'slug'>): string => `${slug}.md`

/**
 * A file of an item.
 * @param markdown its text, in which pictures are in the folder `PICTURES`
 * @param hut the address of its hut
 */
export function itemFile(item: ExportedItem, source: string, markdown: string, hut: string | null = null): string {
  const { username, book } = item
  const path = username === undefined ? null : itemPath(item, username, book ? { slug: book } : null)
  const iso = (text: string): string => new Date(text).toISOString()
  const head = writeFrontMatter([
    ['title', item.title],
    ['slug', item.slug],
    ['kind', item.is_book ? 'group' : 'item'],
    ['state', isPublished(item) ? 'published' : 'unpublished'],
    ['group', book ?? null],
    ['address', path && (hut ?? '') + path],
    ['created', iso(item.created_at)],
    ['updated', iso(item.updated_at)],
    ['published', item.published_at && iso(item.published_at)],
    ['scheduled', item.publish_at && iso(item.publish_at)],
    ['order', item.order_ms],
    ['id', itemKey(source, item.id)]
  ])
  return `${head}\n${markdown}\n`
}
