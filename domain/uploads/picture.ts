/**
 * Pictures that people upload: which are taken (UPL-07..UPL-12, D-120), how large they may be, and how their files are
 * named. Of each picture the server makes files of its own, upright and without metadata; what was sent is not kept.
 */
import { plural } from '../lib/duration.ts'
import { MOST_FRAMES, MOST_PICTURE_BYTES, MOST_PIXELS } from '../lib/limits.ts'
import { numberText } from '../lib/numbers.ts'

/** What may be sent, by its first bytes. The name of the file does not matter: what is stored is made anew. */
export type SentType = 'jpeg' | 'png' | 'gif' | 'bmp' | 'webp' | 'tiff'

/** What is stored, by the ending of its file. BMP and TIFF become one of these, since not every browser shows them. */
export const STORED_TYPES = ['jpg', 'png', 'gif', 'webp'] as const
export type StoredType = (typeof STORED_TYPES)[number]

export const CONTENT_TYPES: Record<StoredType, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp'
}

/** No stored picture is wider or higher, in pixels: as much as the widest column shows on a fine screen. */
export const LONGEST_EDGE = 2048
/** The widths from which a browser chooses, beside the whole picture. */
const WIDTHS = [320, 640, 1024, 1600]
/** Of a picture that is cut to a square: it is shown at 96 pixels at most, and mostly small. */
export const SQUARE_EDGE = 384
const SQUARE_WIDTHS = [48, 96, 192]

export const NOT_A_PICTURE = 'Choose a picture: JPEG, PNG, GIF, BMP, WebP or TIFF.'
export const DAMAGED = 'This picture cannot be read: it is damaged, or a part of it is missing.'
/** Of one that is not at fault as far as we know. */
export const NOT_MADE = 'We could not prepare this picture. Please try again, or choose a smaller one.'
export const TOO_LARGE = `This picture is too large: a file may have up to ${MOST_PICTURE_BYTES / 1_048_576} MB.`
export const TOO_MANY_PIXELS = `This picture is too large: it may have up to ${numberText(MOST_PIXELS)} pixels, all its frames together.`
const TOO_MANY_FRAMES = `This picture is too long: it may have up to ${plural(MOST_FRAMES, 'frame')}.`

/** UPL-07..UPL-12 The type by the first bytes of a file (12 are enough), whatever its name says; null for any other. */
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
  /** More than one where it moves. */
  frames: number
}

/** D-120 Why a picture of this size is not taken; null where it is. A small file may unpack to a huge picture. */
export function tooLarge({ width, height, frames }: Size): string | null {
  if (frames > MOST_FRAMES) return TOO_MANY_FRAMES
  return width * height * frames > MOST_PIXELS ? TOO_MANY_PIXELS : null
}

/** Whether a GIF goes on to its end, whatever follows. It is a header and blocks, each a chain of lengths. */
export function isWholeGif(file: Uint8Array): boolean {
  const tableSize = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableSize(file[10])
  while (at < file.length) {
    const block = file[at]
    if (block === 0x3b) return true
    // An extension, or a frame with its place and perhaps its own colours.
    if (block === 0x21) at += 2
    else if (block === 0x2c) at += 11 + tableSize(file[at + 9])
    else return false
    for (let length = file[at]; length; length = file[at]) at += length + 1
    at++
  }
  return false
}

/** How a picture is stored. One that moves keeps its type, and so does one that may be transparent. */
export function storedTypeOf(sent: SentType, isOpaque: boolean): StoredType {
  if (sent === 'jpeg') return 'jpg'
  if (sent === 'tiff') return isOpaque ? 'jpg' : 'png'
  return sent === 'bmp' ? 'png' : sent
}

/** The narrower copies of a picture of this width. */
export function narrowerWidths(width: number, isSquare = false): number[] {
  return (isSquare ? SQUARE_WIDTHS : WIDTHS).filter(one => one < width)
}

/** A stored picture: all that its addresses are made of. */
export interface Stored {
  /** 32 random hexadecimal digits. */
  name: string
  type: StoredType
  /** Of the narrower copies, in pixels. */
  widths: number[]
}

/** The file of a picture, or of its copy of that width. */
export function fileOf({ name, type }: Pick<Stored, 'name' | 'type'>, width?: number): string {
  return `${name}${width === undefined ? '' : `-${width}`}.${type}`
}

/** All files of a picture. */
export function filesOf(picture: Stored): string[] {
  return [fileOf(picture), ...picture.widths.map(width => fileOf(picture, width))]
}

/** Where a file is served. */
export function addressOf(file: string): string {
  return `/uploads/${file}`
}

const FILE = /^([0-9a-f]{32})(?:-[1-9]\d{0,3})?\.(jpg|png|gif|webp)$/

/** The name and type of a file that is named like ours; null for any other. */
export function readFile(file: string): Pick<Stored, 'name' | 'type'> | null {
  const [, name, type] = FILE.exec(file) ?? []
  return name && type ? { name, type: type as StoredType } : null
}

/** The names of the pictures that texts show, each once. */
export function namesIn(...texts: string[]): string[] {
  const names = texts.flatMap(text => [...text.matchAll(/\/uploads\/([0-9a-f]{32})[-.]/g)].map(([, name = '']) => name))
  return [...new Set(names)]
}
