/** Reads a Markdown file as an item: one of our own export, or one of another program. */
import { readFrontMatter } from '../../export/front-matter.ts'
import { date } from '../../lib/fields.ts'

export interface ItemFile {
  path: string
  key: string
  title: string
  slug: string | null
  isBook: boolean
  /** The slug of its group. */
  group: string | null
  /** Where it was in its hut, with or without the address of the hut. */
  address: string | null
  isPublished: boolean
  created_at: string | null
  updated_at: string | null
  published_at: string | null
  publish_at: string | null
  order_ms: number | null
  markdown: string
}

const HEADING = /^\s*# +(.+?)[ \t#]*(?:\n|$)/
const OWN_KEY = /^moved\.[\x21-\x7e]{3,90}$/

/**
 * Reads a file. Without a title it takes the first heading, or else the name of the file.
 * @param path in the zip, or the name of the file
 */
export function readItemFile(path: string, text: string): ItemFile {
  const { fields, body } = readFrontMatter(text)
  const field = (...names: string[]): string => names.map(name => fields.get(name) ?? '').find(Boolean) ?? ''
  const heading = field('title') ? null : HEADING.exec(body)
  const order = Number(field('order'))
  const published_at = dateOf(field('published', 'date'))
  return {
    path,
    key: OWN_KEY.test(field('id')) ? field('id') : `md.${textHash(text)}`,
    title: (field('title') || heading?.[1] || nameOf(path)).slice(0, 255),
    slug: field('slug') || null,
    isBook: field('kind') === 'group',
    group: field('group') || null,
    address: field('address') || null,
    isPublished: field('state') === 'published',
    created_at: dateOf(field('created', 'date')),
    updated_at: dateOf(field('updated', 'lastmod')),
    published_at,
    publish_at: dateOf(field('scheduled')),
    order_ms: field('order') !== '' && Number.isFinite(order) ? order : null,
    markdown: heading ? body.slice(heading[0].length) : body
  }
}

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '') || 'Untitled'

/** ISO 8601 in UTC; null for what is no date. A day alone begins in UTC. */
function dateOf(text: string): string | null {
  const read = date.safeParse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  return read.success ? read.data : null
}

/** The path of a file that another one names, such as `../pictures/a%20b.jpg`; null for an address of another site. */
export function pathFrom(path: string, link: string): string | null {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) return null
  const folder = link.startsWith('/') ? [] : path.split('/').slice(0, -1)
  const parts = decoded(link.replace(/[?#].*$/, '')).split('/')
  for (const part of parts) {
    if (part === '..') folder.pop()
    else if (part !== '' && part !== '.') folder.push(part)
  }
  return folder.join('/')
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

/** 104 bits that name a text. Two texts of one person have the same ones by chance only. */
export function textHash(text: string): string {
  return [0x9e3779b9, 0x85ebca6b].map(seed => halfHash(text, seed)).join('')
}

/** 52 bits in base 36 (cyrb53). */
function halfHash(text: string, seed: number): string {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return ((high & 0xfffff) * 4294967296 + (low >>> 0)).toString(36).padStart(11, '0')
}

/**
 * Puts groups before the items in them, and names each group by its key. A group that is not among the files, or is in a
 * circle, counts as none.
 */
export function inGroups<File extends Pick<ItemFile, 'key' | 'slug' | 'isBook' | 'group'>>(
  files: readonly File[]
): { file: File; book: string | null }[] {
  const books = new Map(files.flatMap(file => (file.isBook && file.slug !== null ? [[file.slug, file] as const] : [])))
  const placed = new Map<File, { file: File; book: string | null }>()
  const place = (file: File, below: ReadonlySet<File>): string | null => {
    if (below.has(file)) return null
    const known = placed.get(file)
    if (known) return file.key
    const group = file.group === null ? undefined : books.get(file.group)
    const book = group ? place(group, new Set([...below, file])) : null
    // A circle has placed it meanwhile.
    if (!placed.has(file)) placed.set(file, { file, book })
    return file.key
  }
  for (const file of files) place(file, new Set())
  return [...placed.values()]
}
