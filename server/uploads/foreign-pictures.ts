/** Finds and replaces the pictures of other sites in a text. */
import type { Uploaded } from '../../domain/uploads/api.ts'
import { foreignSource } from '../../domain/uploads/in-texts.ts'
import type { Dependencies } from '../dependencies.ts'

const IMAGE = /<img\b[^>]*>/g
const FIGURE = /<figure class="[^"]*\bimage\b[^"]*"[^>]*>((?:(?!<\/?figure).)*?)<\/figure>/gs

export type Copy = { copied: Uploaded } | { reason: string }

/** Addresses of other sites' pictures, as written in the text. */
export function sourcesIn(deps: Dependencies, html: string): string[] {
  return [...html.matchAll(IMAGE)].flatMap(([image]) => foreignIn(deps, image) ?? [])
}

const foreignIn = ({ config }: Dependencies, image: string): string | null => foreignSource(image, config.appUrl ?? '')

export function replaced(deps: Dependencies, html: string, copies: Map<string, Copy>): string {
  const copyFor = (image: string): Copy | undefined => copies.get(foreignIn(deps, image) ?? '')
  // A figure without its picture would be empty, so its caption stays as a paragraph.
  const withoutBoxes = html.replace(FIGURE, (figure, inside: string) => {
    const [image = ''] = inside.match(IMAGE) ?? []
    const copy = copyFor(image)
    if (!copy || 'copied' in copy) return figure
    const caption = /<figcaption>(.*)<\/figcaption>/s.exec(inside)?.[1]
    return caption ? `<p>${caption}</p>` : ''
  })
  return withoutBoxes.replace(IMAGE, image => {
    const copy = copyFor(image)
    if (!copy) return image
    return 'copied' in copy ? imageOf(image, copy.copied) : ''
  })
}

/** Writes a picture as the editor writes an uploaded one. */
function imageOf(image: string, { url, urls, width, height }: Uploaded): string {
  const narrower = Object.entries(urls).filter(([name]) => name !== 'default')
  const srcset = narrower.map(([name, one]) => `${one} ${name}w`).join(', ')
  const sized = / width="/.test(image) ? '' : ` width="${width}" height="${height}"`
  return image
    .replace(/ (?:srcset|sizes)="[^"]*"/g, '')
    .replace(
      / src="[^"]*"/,
      ` src="${url}"${srcset ? ` srcset="${srcset}, ${url} ${width}w" sizes="100vw"` : ''}${sized}`
    )
}
