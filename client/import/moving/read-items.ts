/** Reads items of Markdown files, or of an export. */
import { type ExportedItem, isPublished, PICTURES } from '../../../domain/export/items.ts'
import { itemKey } from '../../../domain/export/keys.ts'
import { type MovedItem, movedItem } from '../../../domain/import/items/api.ts'
import { inGroups, pathFrom, readItemFile } from '../../../domain/import/items/read-item.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { fileOf, readFile } from '../../../domain/uploads/picture.ts'
import { decode } from '../parse-csv.ts'
import { toHtml } from './markdown-html.ts'
import { findPictures } from './pictures.ts'
import { MARKDOWN_FILE, type ZipFile } from './zip-file.ts'

export interface ReadItems {
  /** Groups come before the items in them. Pictures name their files in the zip. */
  items: MovedItem[]
  /** What can't come along, each with its reason. */
  wrong: string[]
  archive: ZipFile | null
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
        item: {
          ...{ key: file.key, title: file.title, content: text.innerHTML, slug: slugOf(file.slug) },
          ...{ is_book: file.isBook, book, status: file.isPublished, order_ms: file.order_ms },
          ...{ created_at: file.created_at, updated_at: file.updated_at, published_at: file.published_at }
        }
      }
    }),
    archive
  )
}

const slugOf = (slug: string | null): string | null => slug?.slice(0, 100) ?? null

/** @param rows of an export @param source names its account */
export function readExportedItems(rows: readonly ExportedItem[], source: string, archive: ZipFile | null): ReadItems {
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
  const files = rows.map(row => ({
    ...{ row, key: itemKey(source, row.id), slug: row.slug, isBook: row.is_book },
    group: (row.parent_id === null ? null : slugs.get(row.parent_id)) ?? null
  }))
  return check(
    inGroups(files).map(({ file: { row, key }, book }) => {
      const text = readText(row.content, archive)
      return {
        name: row.title,
        missing: text.missing,
        item: {
          ...{ key, title: row.title, content: text.html, slug: slugOf(row.slug) },
          ...{ is_book: row.is_book, book, status: isPublished(row), order_ms: row.order_ms },
          ...{ created_at: iso(row.created_at), updated_at: iso(row.updated_at) },
          published_at: row.published_at && iso(row.published_at)
        }
      }
    }),
    archive
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

/** Checks items like a form. */
function check(rows: { name: string; missing: number; item: object }[], archive: ZipFile | null): ReadItems {
  const read = rows.map(row => ({ ...row, read: movedItem.safeParse(row.item) }))
  return {
    archive,
    items: read.flatMap(({ read }) => (read.success ? [read.data] : [])),
    wrong: read.flatMap(({ name, missing, read }) => [
      ...(read.success ? [] : [`${name}: ${read.error.issues[0]?.message ?? 'It can’t be read.'}`]),
      ...(missing > 0
        ? [`${name}: ${plural(missing, 'picture')} ${missing === 1 ? 'isn’t' : 'aren’t'} in the file.`]
        : [])
    ])
  }
}
