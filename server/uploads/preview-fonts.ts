/**
 * Provides our typefaces for pictures of links, in the only format that the library reads. The packages contain them as
 * WOFF, which has the same tables in compressed form.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inflateSync } from 'node:zlib'

const FAMILIES = [
  { family: 'fraunces', home: import.meta.resolve('@fontsource/fraunces/package.json'), weights: [700] },
  { family: 'inter', home: import.meta.resolve('@fontsource/inter/package.json'), weights: [400, 700] }
]

/** Latin and extended Latin. Other scripts are drawn in the fonts of the machine. */
const FILES = FAMILIES.flatMap(({ family, home, weights }) =>
  ['latin', 'latin-ext'].flatMap(script =>
    weights.map(weight => new URL(`files/${family}-${script}-${weight}-normal.woff`, home))
  )
)

/**
 * Makes the library find our typefaces next to those of the machine. Called before the first text is drawn.
 * @param folder for the font files, which are written once
 */
export function addOwnFonts(folder: string): void {
  const settings = join(folder, 'fonts.conf')
  if (!existsSync(settings)) {
    mkdirSync(folder, { recursive: true })
    for (const file of FILES) {
      writeFileSync(join(folder, `${basename(file.pathname, '.woff')}.ttf`), fromWoff(readFileSync(file)))
    }
    // Written last and by a rename: if this file exists, the others do too.
    writeFileSync(`${settings}.new`, settingsOf(folder))
    renameSync(`${settings}.new`, settings)
  }
  process.env.FONTCONFIG_FILE = settings
}

function settingsOf(folder: string): string {
  const path = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${path}</dir>
  <cachedir>${path}</cachedir>
</fontconfig>
`
}

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const HEADER = 12
const ENTRY = 16

/**
 * Unpacks a WOFF font: https://www.w3.org/TR/WOFF/#OverallStructure.
 * @internal
 */
export function fromWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(HEADER + ENTRY * count)
  const power = Math.floor(Math.log2(count))
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(16 << power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(count * 16 - (16 << power), 10)
  const pieces: Buffer[] = [directory]
  let end = directory.length
  for (let table = 0; table < count; table++) {
    const from = WOFF_HEADER + WOFF_ENTRY * table
    const [offset, packed, length] = [4, 8, 12].map(at => woff.readUInt32BE(from + at)) as [number, number, number]
    const bytes = woff.subarray(offset, offset + packed)
    const to = HEADER + ENTRY * table
    woff.copy(directory, to, from, from + 4)
    woff.copy(directory, to + 4, from + 16, from + 20)
    directory.writeUInt32BE(end, to + 8)
    directory.writeUInt32BE(length, to + 12)
    // Each table begins at a multiple of four.
    const padding = Buffer.alloc(-length & 3)
    pieces.push(packed < length ? inflateSync(bytes) : bytes, padding)
    end += length + padding.length
  }
  return Buffer.concat(pieces)
}
