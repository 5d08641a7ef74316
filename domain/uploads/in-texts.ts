/** Pictures in sanitised rich text (server/lib/html.ts), where attributes are in double quotes and contain no `>`. */
import { plainText } from '../lib/plain-text.ts'

const IMAGE = /<img\b[^>]*>/g
const LINK_OR_IMAGE = /<a\b[^>]*>.*?<\/a>|<img\b[^>]*>/gs
const ELSEWHERE = / src="(https?:\/\/[^"]*)"/i

/**
 * Returns the address of a picture on another site; null for one of our own pictures.
 * @param image the `<img>` tag
 * @param appUrl the address of the product, '' if it is unknown
 */
export function foreignSource(image: string, appUrl: string): string | null {
  const source = ELSEWHERE.exec(image)?.[1]
  return source === undefined || (appUrl && source.startsWith(`${appUrl}/uploads/`)) ? null : source
}

/**
 * D-141 Replaces pictures of other sites by links. Loading them would tell those sites who reads the text. Only old
 * texts have such pictures, because saving a text copies them.
 */
export function linkForeignPictures(html: string, appUrl: string): string {
  if (!html.includes('<img')) return html
  const named = (image: string): string | null => {
    const source = foreignSource(image, appUrl)
    return source && `Picture: ${/ alt="([^"]+)"/.exec(image)?.[1] ?? source}`
  }
  return html.replace(LINK_OR_IMAGE, piece => {
    // A link cannot contain another link.
    if (piece.startsWith('<a')) return piece.replace(IMAGE, image => named(image) ?? image)
    const name = named(piece)
    return name ? `<a href="${foreignSource(piece, appUrl)}" rel="noopener nofollow ugc">${name}</a>` : piece
  })
}

/** Prepares a text for a page: only our own pictures, in the size of the column, loaded lazily. */
export function shownText(html: string, appUrl: string): string {
  return linkForeignPictures(trustOwnLinks(html, appUrl), appUrl).replace(IMAGE, shownImage)
}

/** The width of the column, at most 42rem (client/ui/text/RichText.module.css). */
const IN_COLUMN = 'sizes="(min-width: 44rem) 42rem, 100vw"'

function shownImage(image: string): string {
  // Without an alternative text a screen reader would read the address aloud.
  const alternative = / alt="/.test(image) ? '' : ' alt=""'
  const sized = image.replace('sizes="100vw"', IN_COLUMN)
  return sized.replace('<img', `<img${alternative} loading="lazy" decoding="async"`)
}

/** Removes the `rel` for foreign links from links to our own pages. */
function trustOwnLinks(html: string, appUrl: string): string {
  if (!appUrl || !html.includes(`href="${appUrl}`)) return html
  return html.replace(/<a\b[^>]*>/g, link => {
    const [, rest] = link.split(`href="${appUrl}`)
    return rest !== undefined && /^["/?#]/.test(rest) ? link.replace(' rel="noopener nofollow ugc"', '') : link
  })
}

/** Returns the description and picture of a text's link preview: its beginning and its first own picture, if any. */
export function previewOf(html: string): { description: string; image?: string; imageAlt?: string } {
  const [tag, image] = /<img\b[^>]* src="(\/uploads\/[^"]+)"[^>]*>/.exec(html) ?? []
  const words = tag && / alt="([^"]+)"/.exec(tag)?.[1]
  const imageAlt = words && plainText(words)
  return { description: plainText(html), ...(image ? { image } : {}), ...(imageAlt ? { imageAlt } : {}) }
}
