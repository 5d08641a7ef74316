/**
 * Makes the files of a picture out of one that somebody sent. It runs in a process of its own (`picture-worker.ts`):
 * what reads pictures is the code that strangers reach most easily, and the memory that it takes goes back at its end.
 *
 * Each file is made anew from the pixels, so nothing else of what was sent is in it: no place where a photo was taken,
 * no thumbnail of an earlier version, no second file behind the picture.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decode } from 'bmp-ts'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { MOST_PIXELS } from '../../domain/lib/limits.ts'
import {
  DAMAGED,
  fileOf,
  isWholeGif,
  LONGEST_EDGE,
  NOT_A_PICTURE,
  narrowerWidths,
  type SentType,
  type Size,
  SQUARE_EDGE,
  type Stored,
  type StoredType,
  storedTypeOf,
  TOO_MANY_PIXELS,
  tooLarge
} from '../../domain/uploads/picture.ts'

export interface Job {
  /** The file that was sent, and its type. */
  source: string
  sent: SentType
  /** Where the files are made, and what they are called. */
  folder: string
  name: string
  /** Cut to a small square around its middle; it does not move. */
  isSquare?: boolean
}

export interface Made extends Stored {
  width: number
  height: number
  moves: boolean
  /** Of all files. */
  bytes: number
}

/** Why a picture is not taken, to tell the person. */
export class Unfit extends Error {}

sharp.concurrency(1)
sharp.cache(false)
// Whatever else the library could read, by whatever name, it does not.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map(format => `VipsForeignLoad${format}File`)
})
// What server/previews has made itself. What people send is read from files.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadPngBuffer'] })

const JPEG = { quality: 82 }

/** @throws Unfit */
export async function makeCopies(job: Job): Promise<Made> {
  await refuseSecondFile(job.source)
  const moves = await makeMoving(job)
  if (moves) return moves
  const { pixels, isOpaque } = job.sent === 'bmp' ? await readBitmap(job) : await readPicture(job)
  const { data, info } = await pixels.raw().toBuffer({ resolveWithObject: true })
  const whole = { raw: { width: info.width, height: info.height, channels: info.channels } } as const
  const stored: Stored = {
    name: job.name,
    type: storedTypeOf(job.sent, isOpaque),
    widths: narrowerWidths(info.width, job.isSquare)
  }
  let bytes = 0
  for (const width of [undefined, ...stored.widths]) {
    const file = join(job.folder, fileOf(stored, width))
    const copy = width === undefined ? sharp(data, whole) : sharp(data, whole).resize({ width })
    bytes += (await encoded(copy, stored.type).toFile(file)).size
  }
  return { ...stored, width: info.width, height: info.height, moves: false, bytes }
}

function encoded(picture: Sharp, type: StoredType): Sharp {
  if (type === 'jpg') return picture.jpeg(JPEG)
  if (type === 'png') return picture.png()
  return type === 'webp' ? picture.webp(JPEG) : picture.gif()
}

/** A GIF or WebP of several frames keeps them; null for any other picture. Copies of it would be as large again. */
async function makeMoving({ source, sent, folder, name, isSquare }: Job): Promise<Made | null> {
  if (sent !== 'gif' && sent !== 'webp') return null
  // The library takes the frames that are there for all of them.
  if (sent === 'gif' && !isWholeGif(await readFile(source))) throw new Unfit(DAMAGED)
  const { width, height, frames } = await sizeOf(source)
  if (frames === 1 || isSquare) return null
  const stored: Stored = { name, type: sent, widths: [] }
  const file = join(folder, fileOf(stored))
  const scale = Math.min(1, LONGEST_EDGE / width, LONGEST_EDGE / height)
  const moving = sharp(source, { animated: true, limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const resized = scale < 1 ? moving.resize({ width: Math.floor(width * scale) }) : moving
  const made = await legible(() => encoded(resized, sent).toFile(file))
  return { ...stored, width: made.width, height: made.pageHeight ?? made.height, moves: true, bytes: made.size }
}

async function sizeOf(source: string): Promise<Size & { orientation: number; isOpaque: boolean }> {
  const animated = sharp(source, { pages: -1, limitInputPixels: false, failOn: 'error' })
  const {
    width,
    height,
    pageHeight,
    pages = 1,
    orientation = 1,
    hasAlpha,
    format
  } = await legible(() => animated.metadata())
  // Only the first page of a TIFF is shown.
  const frames = format === 'tiff' ? 1 : pages
  const size = { width, height: pageHeight ?? Math.ceil(height / pages), frames }
  const reason = tooLarge(size)
  if (reason) throw new Unfit(reason)
  return { ...size, orientation, isOpaque: !hasAlpha }
}

/** How each orientation of EXIF becomes upright: turned clockwise, then mirrored. */
const UPRIGHT: Record<number, [turn: number, isMirrored: boolean]> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false]
}

/** It is made small before it is turned: turning needs all pixels in memory, the rest only some rows of them. */
async function readPicture({ source, isSquare }: Job): Promise<{ pixels: Sharp; isOpaque: boolean }> {
  const { width, height, orientation, isOpaque } = await sizeOf(source)
  const small = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .resize(smaller({ width, height }, isSquare))
    .toColourspace('srgb')
    .raw()
  const { data, info } = await legible(() => small.toBuffer({ resolveWithObject: true }))
  const [turn, isMirrored] = UPRIGHT[orientation] ?? [0, false]
  const turned = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).rotate(turn)
  return { pixels: isMirrored ? turned.flop() : turned, isOpaque }
}

/** The library does not read BMP. */
async function readBitmap({ source, isSquare }: Job): Promise<{ pixels: Sharp; isOpaque: boolean }> {
  const file = await readFile(source)
  if (file.length < 54) throw new Unfit(DAMAGED)
  const width = file.readUInt32LE(18)
  const height = Math.abs(file.readInt32LE(22))
  const reason = tooLarge({ width, height, frames: 1 })
  if (reason) throw new Unfit(reason)
  const { data } = await legible(async () => decode(file, { toRGBA: true }))
  // Its fourth byte means nothing in nearly all of them.
  const pixels = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  return {
    pixels: sharp(await pixels.raw().toBuffer(), { raw: { width, height, channels: 3 } }).resize(
      smaller({ width, height }, isSquare)
    ),
    isOpaque: true
  }
}

/** No larger than it is. Turned or not, a square has the same edge. */
function smaller({ width, height }: { width: number; height: number }, isSquare = false): ResizeOptions {
  const square = Math.min(SQUARE_EDGE, width, height)
  return isSquare
    ? { width: square, height: square, fit: 'cover' }
    : { width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true }
}

/** What the library says when memory or room on the disk is missing. */
const OUR_FAULT = /out of memory|bad_alloc|write error|no space left/i

/** Anything else that the library refuses is the picture's fault, not ours. */
async function legible<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (OUR_FAULT.test(String(error))) throw error
    throw new Unfit(/pixel limit/i.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED)
  }
}

/** A page that a browser would run, or a PDF; in a picture it is there on purpose. */
const PAGE = /<(?:!doctype\s+html|html|head|body|script|iframe|\?php)[\s>]/i
/** The end of a ZIP archive, which may stand behind anything. */
const END_OF_ARCHIVE = 'PK\x05\x06'
const LONGEST_END = 65_557

const PNG = '\x89PNG\r\n\x1a\n'
/** What a program noted about a PNG, such as the code of what it shows. It is in no copy. */
const NOTES = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf'])

/** The chunks of a PNG that are no notes, and whatever comes behind the last; any other file as it is. */
function withoutNotes(text: string): string {
  if (!text.startsWith(PNG)) return text
  let kept = PNG
  let at = PNG.length
  while (at + 12 <= text.length) {
    const length = Buffer.from(text.slice(at, at + 4), 'latin1').readUInt32BE()
    const type = text.slice(at + 4, at + 8)
    const end = at + 12 + length
    if (end > text.length) break
    if (!NOTES.has(type)) kept += text.slice(at, end)
    at = end
    if (type === 'IEND') break
  }
  return kept + text.slice(at)
}

/** Refuses a file that is a picture to one program and something else to another. */
async function refuseSecondFile(source: string): Promise<void> {
  const text = await readFile(source, 'latin1')
  const isSecond =
    PAGE.test(withoutNotes(text)) ||
    text.slice(0, 1024).includes('%PDF-') ||
    text.slice(-LONGEST_END).includes(END_OF_ARCHIVE)
  if (isSecond) throw new Unfit(NOT_A_PICTURE)
}
