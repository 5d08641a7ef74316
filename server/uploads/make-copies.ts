/**
 * Makes the stored files of a picture that someone sent. It runs in a process of its own (`picture-worker.ts`), because
 * strangers reach the code that reads pictures most easily, and because its memory is freed when it ends.
 *
 * Each file is encoded again from the pixels, so it contains nothing else of the sent file: no place where a photo was
 * taken, no thumbnail of an earlier version, no second file behind the picture.
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
  /** The folder and the name of the files to make. */
  folder: string
  name: string
  /** Whether to cut a small square from the middle; it has one frame. */
  isSquare?: boolean
}

export interface Made extends Stored {
  width: number
  height: number
  moves: boolean
  /** The sum of all files. */
  bytes: number
}

/** The reason why a picture is refused, for the person. */
export class Unfit extends Error {}

sharp.concurrency(1)
sharp.cache(false)
// Blocks every format that the library could read, except those allowed below.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map(format => `VipsForeignLoad${format}File`)
})
// These read only what server/previews has drawn. Sent pictures are read from files.
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

/**
 * Keeps the frames of a moving GIF or WebP, without narrower copies, which would be as large; null for other pictures.
 */
async function makeMoving({ source, sent, folder, name, isSquare }: Job): Promise<Made | null> {
  if (sent !== 'gif' && sent !== 'webp') return null
  // The library accepts a GIF whose last frames are missing.
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

/** How to turn each EXIF orientation upright: clockwise, then mirrored. */
const UPRIGHT: Record<number, [turn: number, isMirrored: boolean]> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false]
}

/** Scales a picture before it turns it: turning needs all pixels in memory, but scaling only some rows of them. */
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

/** Reads a BMP, which the library cannot. */
async function readBitmap({ source, isSquare }: Job): Promise<{ pixels: Sharp; isOpaque: boolean }> {
  const file = await readFile(source)
  if (file.length < 54) throw new Unfit(DAMAGED)
  const width = file.readUInt32LE(18)
  const height = Math.abs(file.readInt32LE(22))
  const reason = tooLarge({ width, height, frames: 1 })
  if (reason) throw new Unfit(reason)
  const { data } = await legible(async () => decode(file, { toRGBA: true }))
  // The fourth byte of a pixel has no meaning in nearly all BMP files.
  const pixels = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  return {
    pixels: sharp(await pixels.raw().toBuffer(), { raw: { width, height, channels: 3 } }).resize(
      smaller({ width, height }, isSquare)
    ),
    isOpaque: true
  }
}

/** Scales down, never up. A square has the same edge, turned or not. */
function smaller({ width, height }: { width: number; height: number }, isSquare = false): ResizeOptions {
  const square = Math.min(SQUARE_EDGE, width, height)
  return isSquare
    ? { width: square, height: square, fit: 'cover' }
    : { width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true }
}

/** Messages of the library when memory or disk space is missing. */
const OUR_FAULT = /out of memory|bad_alloc|write error|no space left/i

/** Treats every other error of the library as the picture's fault. */
async function legible<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (OUR_FAULT.test(String(error))) throw error
    throw new Unfit(/pixel limit/i.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED)
  }
}

/** A web page or a PHP script, which a picture contains only on purpose. */
const PAGE = /<(?:!doctype\s+html|html|head|body|script|iframe|\?php)[\s>]/i
/** The end of a ZIP archive, which may follow any file. */
const END_OF_ARCHIVE = 'PK\x05\x06'
const LONGEST_END = 65_557

const PNG = '\x89PNG\r\n\x1a\n'
/** Chunks with a program's notes in a PNG, such as the source code of a drawing. No copy contains them. */
const NOTES = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf'])

/** A PNG or JPEG without its notes, but with everything behind its last part; any other file unchanged. */
function withoutNotes(text: string): string {
  if (text.startsWith(PNG)) return withoutChunks(text)
  return text.startsWith(JPEG_START) ? withoutSegments(text) : text
}

function withoutChunks(text: string): string {
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

const JPEG_START = '\xff\xd8\xff'
/** Markers of a JPEG: of a comment, of the notes of programs such as EXIF, of its end and of its pixels. */
const COMMENT = 0xfe
const [FIRST_NOTE, LAST_NOTE] = [0xe0, 0xef]
const [END, PIXELS] = [0xd9, 0xda]
/** Markers that restart pixels. */
const [FIRST_RESTART, LAST_RESTART] = [0xd0, 0xd7]

/** Where the pixels end that begin at `at`: in them, 0xff is followed by 0 or begins a restart marker. */
function endOfPixels(text: string, at: number): number {
  for (let mark = text.indexOf('\xff', at); mark !== -1; mark = text.indexOf('\xff', mark + 1)) {
    const marker = text.charCodeAt(mark + 1)
    const isInside = marker === 0 || marker === 0xff || (marker >= FIRST_RESTART && marker <= LAST_RESTART)
    if (!isInside) return mark
  }
  return text.length
}

function withoutSegments(text: string): string {
  let kept = text.slice(0, 2)
  let at = 2
  while (at + 4 <= text.length && text.charCodeAt(at) === 0xff) {
    const marker = text.charCodeAt(at + 1)
    if (marker === END) break
    // Any number of bytes may fill the space before a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    const head = at + 2 + text.charCodeAt(at + 2) * 256 + text.charCodeAt(at + 3)
    if (head > text.length) break
    const isNote = marker === COMMENT || (marker >= FIRST_NOTE && marker <= LAST_NOTE)
    const end = marker === PIXELS ? endOfPixels(text, head) : head
    if (!isNote) kept += text.slice(at, end)
    at = end
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
