/** Zips that the page makes of an export: items as Markdown, and everything, both with their pictures. */
import { EVERYTHING, exportedItems, itemFile, itemFileName, PICTURES } from '../../domain/export/items.ts'
import { addressOf, fileOf, STORED_TYPES, type StoredType } from '../../domain/uploads/picture.ts'
import { saveFile } from '../lib/save-file.ts'
import { fetchFile } from './download.ts'
import { toMarkdown } from './to-markdown.ts'
import { writeZip, type ZipWriter } from './zip-writer.ts'

/** The part of the progress until the rows are there. */
const ROWS = 0.3

type Progress = (part: number) => void

/** @returns how many pictures are lost on the server */
export async function downloadItems(onProgress: Progress): Promise<number> {
  const { file, name } = await fetchFile('/api/account/export/items.json', part => onProgress(part * ROWS))
  const { source, address, items } = exportedItems.parse(JSON.parse(await file.text()))
  const zip = writeZip()
  const pictures = new Set<string>()
  for (const item of items) {
    const text = toMarkdown(item.content)
    for (const picture of text.pictures) pictures.add(picture)
    zip.add(itemFileName(item), itemFile(item, source, text.markdown, address))
  }
  const lost = await addPictures(zip, [...pictures], onProgress)
  saveFile(zip.end(), name.replace(/\.json$/, '.zip'))
  return lost
}

/** @returns how many pictures are lost on the server */
export async function downloadEverything(onProgress: Progress): Promise<number> {
  const { file, name } = await fetchFile('/api/account/export', part => onProgress(part * ROWS))
  const text = await file.text()
  const zip = writeZip()
  zip.add(EVERYTHING, text)
  const lost = await addPictures(zip, picturesIn(JSON.parse(text)), onProgress)
  saveFile(zip.end(), name.replace(/\.json$/, '.zip'))
  return lost
}

function picturesIn({ uploads }: { uploads?: { name?: unknown; type?: unknown }[] }): string[] {
  return (uploads ?? []).flatMap(({ name, type }) =>
    typeof name === 'string' && STORED_TYPES.includes(type as StoredType)
      ? fileOf({ name, type: type as StoredType })
      : []
  )
}

async function addPictures(zip: ZipWriter, files: readonly string[], onProgress: Progress): Promise<number> {
  let lost = 0
  for (const [index, file] of files.entries()) {
    onProgress(ROWS + (1 - ROWS) * (index / files.length))
    const response = await fetch(addressOf(file), { credentials: 'same-origin' })
    if (response.ok) zip.add(`${PICTURES}/${file}`, new Uint8Array(await response.arrayBuffer()))
    else if (response.status === 404) lost += 1
    else throw new Error('A picture couldn’t be loaded. Please try again.')
  }
  return lost
}
