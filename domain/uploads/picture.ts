/**
 * Uploaded pictures: the accepted types (UPL-07..UPL-12, D-120), their limits, and the names of stored files. The
 * server always makes new files, upright and without metadata, and does not keep the uploaded file.
 */
import { plural } from '../lib/duration.ts'
import { MOST_FRAMES, MOST_PICTURE_BYTES, MOST_PIXELS } from '../lib/limits.ts'
import { numberText } from '../lib/numbers.ts'

/** The accepted types, recognised by the first bytes of a file. Its name does not matter. */
export type SentType = 'jpeg' | 'png' | 'gif' | 'bmp' | 'webp' | 'tiff'

/** The stored types, by file extension. BMP and TIFF are converted, because not every browser shows them. */
export const STORED_TYPES = ['jpg', 'png', 'gif', 'webp'] as const
export type StoredType = (typeof STORED_TYPES)[number]

export const CONTENT_TYPES: Record<StoredType, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp'
}

/** The largest width and height of a stored picture in pixels: the widest column on a high-resolution screen. */
export const LONGEST_EDGE = 2048
/** The widths of the narrower copies, from which a browser chooses. */
const WIDTHS = [320, 640, 1024, 1600]
/** The edge of a square picture in pixels. Pages show it at 96 pixels at most. */
export const SQUARE_EDGE = 384
const SQUARE_WIDTHS = [48, 96, 192]

export const NOT_A_PICTURE = 'Choose a picture: JPEG, PNG, GIF, BMP, WebP or TIFF.'
export const DAMAGED = 'We can’t read this picture. It’s damaged, or part of it is missing.'
/** For a picture that failed although it seems to be valid. */
export const NOT_MADE = 'We couldn’t prepare this picture. Please try again, or choose a smaller one.'
export const TOO_LARGE = `This picture is too large: a file can have up to ${MOST_PICTURE_BYTES / 1_048_576} MB.`
export const TOO_MANY_PIXELS = `This picture is too large: it can have up to ${numberText(MOST_PIXELS)} pixels across all its frames.`
const TOO_MANY_FRAMES = `This picture is too long: it can have up to ${plural(MOST_FRAMES, 'frame')}.`

/** UPL-07..UPL-12 Returns the type of a file by its first bytes, of which 12 are enough; null for any other type. */
export function typeOf(start: Uint8Array): SentType | null {
  const text = String.fromCharCode(...start.subarray(0, 12))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('BM')) return 'bmp'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  return text.startsWith('II*\0') || text.startsWith('MM\0*') ? 'tiff' : null
}

export interface Size {
  width: number
  height: number
  /** More than one for an animation. */
  frames: number
}

/**
 * D-120 Returns the error message for a picture that is too large, or null. A small file may decode to a huge picture.
 */
export function tooLarge({ width, height, frames }: Size): string | null {
  if (frames > MOST_FRAMES) return TOO_MANY_FRAMES
  return width * height * frames > MOST_PIXELS ? TOO_MANY_PIXELS : null
}

/** Whether a GIF is complete; bytes after its end are ignored. It has a header and blocks, each a chain of lengths. */
export function isWholeGif(file: Uint8Array): boolean {
  const tableSize = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableSize(file[10])
  while (at < file.length) {
    const block = file[at]
    if (block === 0x3b) return true
    // An extension, or a frame with its position and perhaps its own colour table.
    if (block === 0x21) at += 2
    else if (block === 0x2c) at += 11 + tableSize(file[at + 9])
    else return false
    for (let length = file[at]; length; length = file[at]) at += length + 1
    at++
  }
  return false
}

/** Returns the type in which to store a picture. Animations and pictures that may be transparent keep their type. */
export function storedTypeOf(sent: SentType, isOpaque: boolean): StoredType {
  if (sent === 'jpeg') return 'jpg'
  if (sent === 'tiff') return isOpaque ? 'jpg' : 'png'
  return sent === 'bmp' ? 'png' : sent
}

/** Returns the widths of the narrower copies for a picture of this width. */
export function narrowerWidths(width: number, isSquare = false): number[] {
  return (isSquare ? SQUARE_WIDTHS : WIDTHS).filter(one => one < width)
}

/** A stored picture, with everything that is needed for its addresses. */
export interface Stored {
  /** 32 random hexadecimal digits. */
  name: string
  type: StoredType
  /** Widths of the narrower copies, in pixels. */
  widths: number[]
}

/** Returns the file name of a picture, or of its copy of that width. */
export function fileOf({ name, type }: Pick<Stored, 'name' | 'type'>, width?: number): string {
  return `${name}${width === undefined ? '' : `-${width}`}.${type}`
}

/** Returns the names of all files of a picture. */
export function filesOf(picture: Stored): string[] {
  return [fileOf(picture), ...picture.widths.map(width => fileOf(picture, width))]
}

/** Returns the path at which a file is served. */
export function addressOf(file: string): string {
  return `/uploads/${file}`
}

const FILE = /^([0-9a-f]{32})(?:-[1-9]\d{0,3})?\.(jpg|png|gif|webp)$/

/** Parses the name of a stored file; null for any other name. */
export function readFile(file: string): Pick<Stored, 'name' | 'type'> | null {
  const [, name, type] = FILE.exec(file) ?? []
  return name && type ? { name, type: type as StoredType } : null
}

/** Returns the names of the pictures in texts, each once. */
export function namesIn(...texts: string[]): string[] {
  const names = texts.flatMap(text => [...text.matchAll(/\/uploads\/([0-9a-f]{32})[-.]/g)].map(([, name = '']) => name))
  return [...new Set(names)]
}
