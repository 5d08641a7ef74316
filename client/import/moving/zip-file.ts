/** Opens a zip with Markdown files or an export. Its files are unpacked one at a time, so a small zip can't fill the memory. */
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { EVERYTHING } from '../../../domain/export/items.ts'
import { MOST_PICTURE_BYTES } from '../../../domain/lib/limits.ts'

export interface ZipFile {
  /** The files that an import reads. */
  paths: ReadonlySet<string>
  /** Returns a file of the zip; null when it is too large or broken. */
  read: (path: string) => Uint8Array<ArrayBuffer> | null
}

export const MOST_ZIP_BYTES = 500_000_000
const MOST_FILES = 10_000
/** A text of the most characters that an item can have is smaller. */
const MOST_TEXT_BYTES = 1_000_000
const MOST_EXPORT_BYTES = 200_000_000
/** The most bytes of all texts. */
const MOST_TEXTS_BYTES = 100_000_000
/** Text shrinks to a tenth. A file that shrank to a thousandth was made to fill the memory. */
const MOST_RATIO = 200

export const MARKDOWN_FILE = /(?:^|\/)[^/.][^/]*\.(?:md|markdown)$/i
const PICTURE_FILE = /\.(?:jpe?g|png|gif|bmp|webp|tiff?)$/i
/** Folders that programs add for themselves. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/

/** Returns the zip, or a sentence that says why it can't be read. */
export function openZip(bytes: Uint8Array): ZipFile | string {
  const files: UnzipFileInfo[] = []
  let all = 0
  try {
    unzipSync(bytes, {
      filter: file => {
        all += 1
        if (isRead(file.name)) files.push(file)
        if (all > MOST_FILES) throw new Error('too many')
        return false
      }
    })
  } catch {
    return all > MOST_FILES ? 'It has too many files.' : 'This zip is broken.'
  }
  const texts = files.filter(({ name }) => MARKDOWN_FILE.test(name))
  if (texts.reduce((sum, { originalSize }) => sum + originalSize, 0) > MOST_TEXTS_BYTES || files.some(isOdd))
    return 'The texts in it are too large.'
  const paths = new Set(files.map(({ name }) => name))
  return { paths, read: path => (paths.has(path) ? unzip(bytes, path) : null) }
}

const isText = (name: string): boolean => MARKDOWN_FILE.test(name) || name === EVERYTHING

const isRead = (name: string): boolean => !HIDDEN.test(name) && (isText(name) || PICTURE_FILE.test(name))

function isOdd({ name, size, originalSize }: UnzipFileInfo): boolean {
  if (!isText(name)) return false
  const most = name === EVERYTHING ? MOST_EXPORT_BYTES : MOST_TEXT_BYTES
  return originalSize > most || originalSize > MOST_RATIO * Math.max(size, 1000)
}

function unzip(bytes: Uint8Array, path: string): Uint8Array<ArrayBuffer> | null {
  try {
    const found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === path && (isText(name) || originalSize <= MOST_PICTURE_BYTES)
    })
    const [content] = Object.values(found)
    return content ? new Uint8Array(content) : null
  } catch {
    return null
  }
}
