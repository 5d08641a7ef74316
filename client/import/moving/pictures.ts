/** The pictures of texts that come with a file: found in its zip, sent once, and named in the texts. */
import { type Uploaded, uploadLoosePicture } from '../../../domain/uploads/api.ts'
import { DAMAGED } from '../../../domain/uploads/picture.ts'
import { CallRefused } from '../../lib/api.ts'
import { sendPicture } from '../../uploads/send-picture.ts'
import type { ZipFile } from './zip-file.ts'

/** Marks the picture of a zip until it is sent. An address of the web can't look like this. */
const FROM_ZIP = 'zip:'

/**
 * Lets each picture of a text name its file in the zip, and takes out those that are missing.
 * @param pathOf returns the path of a picture in the zip; null for a picture of another site, which the server copies
 * @returns how many pictures are missing
 */
export function findPictures(
  text: HTMLElement,
  archive: ZipFile | null,
  pathOf: (address: string) => string | null
): number {
  let missing = 0
  for (const image of text.querySelectorAll('img')) {
    const path = pathOf(image.getAttribute('src') ?? '')
    if (path === null) continue
    for (const name of ['srcset', 'sizes', 'width', 'height']) image.removeAttribute(name)
    if (archive?.paths.has(path)) {
      image.setAttribute('src', FROM_ZIP + path)
      continue
    }
    missing += 1
    takeOut(image)
  }
  return missing
}

/** A figure without its picture would be empty, so its caption stays as a paragraph. */
function takeOut(image: HTMLImageElement): void {
  const figure = image.closest('figure')
  const caption = figure?.querySelector('figcaption')
  const paragraph = document.createElement('p')
  paragraph.append(...(caption?.childNodes ?? []))
  if (figure) figure.replaceWith(...(caption ? [paragraph] : []))
  else image.remove()
}

/** The reason why a picture can't come along, or its addresses here. */
type Sent = Uploaded | { problem: string }

/**
 * Returns a function that sends the pictures of a text, each file once, and returns the text with their addresses here.
 * It takes out a picture that the server refuses, and names it with the reason.
 */
export function pictureSender(archive: ZipFile | null): (html: string, wrong: string[]) => Promise<string> {
  const sent = new Map<string, Sent>()
  return async (html, wrong) => {
    if (!html.includes(FROM_ZIP)) return html
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    for (const image of body.querySelectorAll('img')) {
      const address = image.getAttribute('src') ?? ''
      if (!address.startsWith(FROM_ZIP)) continue
      const path = address.slice(FROM_ZIP.length)
      const picture = sent.get(path) ?? (await upload(path, archive?.read(path) ?? null))
      sent.set(path, picture)
      if ('url' in picture) show(image, picture)
      else {
        wrong.push(`${path}: ${picture.problem}`)
        takeOut(image)
      }
    }
    return body.innerHTML
  }
}

async function upload(path: string, bytes: Uint8Array<ArrayBuffer> | null): Promise<Sent> {
  if (!bytes) return { problem: DAMAGED }
  const file = new File([bytes], path.replace(/^.*\//, ''))
  try {
    return await sendPicture(file, { address: uploadLoosePicture.path })
  } catch (error) {
    if (error instanceof CallRefused && error.status === 422) return { problem: error.message }
    throw error
  }
}

/** Writes a picture as the editor writes an uploaded one. */
function show(image: HTMLImageElement, { url, urls, width, height }: Uploaded): void {
  const narrower = Object.entries(urls).filter(([name]) => name !== 'default')
  image.setAttribute('src', url)
  if (narrower.length > 0) {
    image.setAttribute('srcset', `${narrower.map(([name, one]) => `${one} ${name}w`).join(', ')}, ${url} ${width}w`)
    image.setAttribute('sizes', '100vw')
  }
  image.setAttribute('width', String(width))
  image.setAttribute('height', String(height))
}
