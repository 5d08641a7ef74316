/** Reads items of Markdown files, or of an export. */
import { isPublished, PICTURES } from '../../../domain/export/items.ts'
import { itemKey } from '../../../domain/export/keys.ts'
import { type Exported, lineOf } from '../../../domain/import/exported.ts'
import { type MovedItem, movedItem } from '../../../domain/import/items/api.ts'
import { inGroups, pathFrom, readItemFile } from '../../../domain/import/items/read-item.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { ItemStatus, itemPath } from '../../../domain/publishing/item.ts'
import { fileOf, readFile } from '../../../domain/uploads/picture.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { decode } from '../parse-csv.ts'
import { pathKey } from './links.ts'
import { toHtml } from './markdown-html.ts'
import { findPictures } from './pictures.ts'
import { MARKDOWN_FILE, type ZipFile } from './zip-file.ts'

export interface ReadItems {
  /** Groups come before the items in them. Pictures name their files in the zip. */
  items: MovedItem[]
  /** What can't come along, each with its reason. */
  wrong: string[]
  archive: ZipFile | null
  /** The address of the hut that they come from; null when the file doesn't name it. */
  origin: string | null
  /** The keys of items, by the paths that they had. */
  paths: ReadonlyMap<string, string>
}

const MOST_MARKDOWN = 2000

/** Returns the items of a zip, or a sentence that says why it can't be read. */
export function readZipItems(archive: ZipFile): ReadItems | string {
  const paths = [...archive.paths].filter(path => MARKDOWN_FILE.test(path))
  if (paths.length > MOST_MARKDOWN) return `It has more than ${MOST_MARKDOWN} Markdown files.`
  const files = paths.map(path => ({ path, bytes: archive.read(path) }))
  const broken = files.flatMap(({ path, bytes }) => (bytes ? [] : [`${path}: This file is broken.`]))
  const read = readMarkdown(
    files.flatMap(({ path, bytes }) => (bytes ? [{ path, text: decode(bytes) }] : [])),
    archive
  )
  return { ...read, wrong: [...broken, ...read.wrong] }
}

/** @param files their paths in the zip, or the name of the only file */
export function readMarkdown(files: readonly { path: string; text: string }[], archive: ZipFile | null): ReadItems {
  const read = files.map(({ path, text }) => readItemFile(path, text))
  return check(
    inGroups(read).map(({ file, book }) => {
      const text = toHtml(file.markdown)
      return {
        name: file.path,
        missing: findPictures(text, archive, address => pathFrom(file.path, address)),
        paths: [`/${file.slug}`, file.address?.replace(ORIGIN, '') ?? ''],
        item: {
          ...{ key: file.key, title: file.title, content: text.innerHTML, slug: slugOf(file.slug) },
          ...{ is_book: file.isBook, book, status: file.isPublished, order_ms: file.order_ms },
          ...{ created_at: file.created_at, updated_at: file.updated_at, published_at: file.published_at },
          publish_at: file.publish_at
        }
      }
    }),
    archive,
    originOf(read.map(({ address }) => address).find(address => address?.startsWith('http')) ?? null)
  )
}

const ORIGIN = /^https?:\/\/[^/]*/
const originOf = (address: string | null): string | null => ORIGIN.exec(address ?? '')?.[0] ?? null

const slugOf = (slug: string | null): string | null => slug?.slice(0, 100) ?? null

type ExportedItems = Pick<Exported, 'items' | 'source' | 'address' | 'persons'>

/** Reads the items of an export of everything. */
export function readExportedItems(
  { items, source, address, persons }: ExportedItems,
  archive: ZipFile | null
): ReadItems {
  const slugs = new Map(items.map(({ id, slug }) => [id, slug]))
  const names = new Map(persons.map(({ id, username }) => [id, username]))
  const files = items.map(row => ({
    ...{ row, key: itemKey(source, row.id), slug: row.slug, isBook: row.is_book },
    group: (row.parent_id === null ? null : slugs.get(row.parent_id)) ?? null
  }))
  return check(
    inGroups(files).map(({ file: { row, key, group }, book }) => {
      const text = readText(row.content, archive)
      const name = names.get(row.person_id ?? 0) ?? ''
      return {
        name: row.title,
        missing: text.missing,
        paths: [`/${row.slug}`, `/${name}/${row.slug}`, itemPath(row, name, group === null ? null : { slug: group })],
        item: {
          ...{ key, title: row.title, content: text.html, slug: slugOf(row.slug) },
          ...{ is_book: row.is_book, book, status: isPublished(row), order_ms: row.order_ms },
          ...{ created_at: iso(row.created_at), updated_at: iso(row.updated_at) },
          published_at: row.published_at && iso(row.published_at),
          publish_at: row.publish_at && iso(row.publish_at)
        }
      }
    }),
    archive,
    originOf(address)
  )
}

const iso = (text: string): string | null => (Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString())

/** A text of an export. Its pictures have the addresses of the other hut. */
export function readText(html: string, archive: ZipFile | null): { html: string; missing: number } {
  if (!html.includes('<img')) return { html, missing: 0 }
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const missing = findPictures(body, archive, address => {
    const stored = readFile(/^\/uploads\/([^/]+)$/.exec(address)?.[1] ?? '')
    return stored && `${PICTURES}/${fileOf(stored)}`
  })
  return { html: body.innerHTML, missing }
}

/** Lines about activities whose pictures are not in the file. */
export function lostPictures(activities: Exported['activities'], archive: ZipFile | null): string[] {
  return activities.flatMap(activity => {
    const missing = textsIn(activity).reduce((sum, html) => sum + readText(html, archive).missing, 0)
    return missing > 0 ? [lineOf('activity', activity, missingText(missing))] : []
  })
}

const missingText = (count: number): string =>
  `${plural(count, 'picture')} ${count === 1 ? 'isn’t' : 'aren’t'} in the file.`

/** Each text with pictures in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('<img') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Checks items like a form. */
function check(
  rows: { name: string; missing: number; paths: string[]; item: object }[],
  archive: ZipFile | null,
  origin: string | null
): ReadItems {
  const read = rows.map(row => ({ ...row, read: movedItem.safeParse(row.item) }))
  return {
    ...{ archive, origin },
    paths: new Map(
      read.flatMap(({ paths, read }) => (read.success ? paths.map(path => [pathKey(path), read.data.key]) : []))
    ),
    items: read.flatMap(({ read }) => {
      if (!read.success) return []
      return [isOverdue(read.data) ? { ...read.data, publish_at: null } : read.data]
    }),
    wrong: read.flatMap(({ name, missing, read }) => [
      ...(read.success ? [] : [`${name}: ${read.error.issues[0]?.message ?? 'It can’t be read.'}`]),
      ...(read.success && isOverdue(read.data)
        ? [`${name}: The time to publish it has passed. It arrives unpublished.`]
        : []),
      ...(missing > 0 ? [`${name}: ${missingText(missing)}`] : [])
    ])
  }
}

const isOverdue = ({ status, publish_at }: MovedItem): boolean =>
  status === ItemStatus.Unpublished && publish_at !== null && Date.parse(publish_at) <= serverNow()
