/**
 * Draws the picture of a shared link, in the process that makes pictures (server/uploads/picture-worker.ts): words on
 * paper, with the hut on the right and the parts of a session as a ring.
 */
import sharp, { type OverlayOptions } from 'sharp'
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { PREVIEW_HEIGHT, type Preview } from '../../domain/previews/preview.ts'
import { background, LEFT, RING } from './preview-background.ts'
import { addOwnFonts } from './preview-fonts.ts'

export interface PreviewJob {
  preview: Preview
  appName: string
  /** Folder of our typefaces. */
  fonts: string
}

/** The same colours as in client/theme.ts and client/styles.css. */
const INK = '#2a231e'
const SOFT = '#6b5e53'
const EMBER = '#b13e0d'
const OF_STATUS = { 0: '#1f5fa8', 1: '#256b38', 2: '#a52a22' }
const TEXT_WIDTH = 620
/** Tried from the largest until one fits. */
const TITLE_SIZES = [84, 72, 60, 50]
const TITLE_HEIGHT = 250

/** Draws the picture as a PNG. */
export async function drawPreview({ preview, appName, fonts }: PreviewJob): Promise<Buffer> {
  addOwnFonts(fonts)
  const { kind, title, lines, ring } = preview
  const color = ring?.status == null ? EMBER : OF_STATUS[ring.status]
  const written: OverlayOptions[] = [
    at(await write(appName, { font: 'Fraunces Bold 34', color: INK }), { left: LEFT + 62, top: 66 })
  ]
  let top = 168
  if (kind !== '') {
    const label = await write(kind, { font: 'Inter Bold 28', color })
    written.push(at(label, { left: LEFT, top }))
    top += label.height + 20
  }
  const heading = await writeTitle(title)
  written.push(at(heading, { left: LEFT, top }))
  top += heading.height + 34
  for (const line of lines) {
    const text = await write(shorten(line, 80), { font: 'Inter 30', color: SOFT, width: TEXT_WIDTH })
    if (top + text.height > PREVIEW_HEIGHT - 40) break
    written.push(at(text, { left: LEFT, top }))
    top += text.height + 14
  }
  if (ring) {
    const length = await write(ring.length, { font: `Fraunces Bold ${ring.length.length > 6 ? 50 : 72}`, color: INK })
    written.push(
      at(length, { left: RING.x - Math.round(length.width / 2), top: RING.y - Math.round(length.height / 2) })
    )
  }
  const picture = sharp(Buffer.from(background(ring, color)))
  return picture.composite(written).png({ palette: true, colours: 128, effort: 4 }).toBuffer()
}

interface Written {
  bytes: Buffer
  width: number
  height: number
}

async function write(
  text: string,
  { font, color, width }: { font: string; color: string; width?: number }
): Promise<Written> {
  const { data, info } = await sharp({
    text: {
      // The library refuses a text without visible characters.
      text: `<span foreground="${color}">${escapeHtml(printable(text)) || '·'}</span>`,
      font,
      rgba: true,
      dpi: 72,
      ...(width ? { width, wrap: 'word-char' as const } : {})
    }
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Writes the title as large as it fits; the longest titles are cut. */
async function writeTitle(title: string, [size = 50, ...smaller] = TITLE_SIZES, letters = 80): Promise<Written> {
  const written = await write(shorten(title, letters), { font: `Fraunces Bold ${size}`, color: INK, width: TEXT_WIDTH })
  if (written.height <= TITLE_HEIGHT || letters < 10) return written
  return smaller.length > 0 ? writeTitle(title, smaller, letters) : writeTitle(title, [size], letters - 20)
}

const at = ({ bytes }: Written, place: { left: number; top: number }): OverlayOptions => ({ input: bytes, ...place })

/** Replaces characters that markup cannot contain or that only move the cursor. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, ' ').trim()

function shorten(text: string, longest: number): string {
  const letters = [...text]
  return letters.length <= longest
    ? text
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
