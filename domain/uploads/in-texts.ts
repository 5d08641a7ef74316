/** Pictures in rich text that was made safe (server/lib/html.ts): each attribute is in double quotes, and has no `>`. */
import { plainText } from '../lib/plain-text.ts'

const IMAGE = /<img\b[^>]*>/g
const LINK_OR_IMAGE = /<a\b[^>]*>.*?<\/a>|<img\b[^>]*>/gs
const ELSEWHERE = / src="(https?:\/\/[^"]*)"/i

/**
 * Where a picture of another site is, as it stands in its `<img>`; null for one of ours.
 * @param appUrl the address of the product, '' if it is not known
 */
export function foreignSource(image: string, appUrl: string): string | null {
  const source = ELSEWHERE.exec(image)?.[1]
  return source === undefined || (appUrl && source.startsWith(`${appUrl}/uploads/`)) ? null : source
}

/**
 * D-141 The text with links in place of pictures of other sites: none is loaded, or that site would know who reads what.
 * Texts that were saved since uploads exist have none, because their pictures were copied.
 */
export function linkForeignPictures(html: string, appUrl: string): string {
  if (!html.includes('<img')) return html
  const named = (image: string): string | null => {
    const source = foreignSource(image, appUrl)
    return source && `Picture: ${/ alt="([^"]+)"/.exec(image)?.[1] ?? source}`
  }
  return html.replace(LINK_OR_IMAGE, piece => {
    // There is no link in a link.
    if (piece.startsWith('<a')) return piece.replace(IMAGE, image => named(image) ?? image)
    const name = named(piece)
    return name ? `<a href="${foreignSource(piece, appUrl)}" rel="noopener nofollow ugc">${name}</a>` : piece
  })
}

/** With an empty alternative for each picture without words, or a screen reader would read out its address. */
export function withAlternatives(html: string): string {
  return html.replace(IMAGE, image => (/ alt="/.test(image) ? image : image.replace('<img', '<img alt=""')))
}

/** What the preview of a link to a text shows: its beginning, and its first picture if it has one of ours. */
export function previewOf(html: string): { description: string; image?: string } {
  const image = /<img\b[^>]* src="(\/uploads\/[^"]+)"/.exec(html)?.[1]
  return { description: plainText(html), ...(image ? { image } : {}) }
}
