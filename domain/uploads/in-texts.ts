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

/** As a page shows a text: pictures of ours alone, in the size of the column, and loaded when they come near. */
export function shownText(html: string, appUrl: string): string {
  return linkForeignPictures(trustOwnLinks(html, appUrl), appUrl).replace(IMAGE, shownImage)
}

/** As wide as the column is, which is 42rem at most (client/ui/text/RichText.module.css). */
const IN_COLUMN = 'sizes="(min-width: 44rem) 42rem, 100vw"'

function shownImage(image: string): string {
  // Without an empty alternative a screen reader would read out the address.
  const alternative = / alt="/.test(image) ? '' : ' alt=""'
  const sized = image.replace('sizes="100vw"', IN_COLUMN)
  return sized.replace('<img', `<img${alternative} loading="lazy" decoding="async"`)
}

/** Links to pages of ours by their whole address are no links to somebody else. */
function trustOwnLinks(html: string, appUrl: string): string {
  if (!appUrl || !html.includes(`href="${appUrl}`)) return html
  return html.replace(/<a\b[^>]*>/g, link => {
    const [, rest] = link.split(`href="${appUrl}`)
    return rest !== undefined && /^["/?#]/.test(rest) ? link.replace(' rel="noopener nofollow ugc"', '') : link
  })
}

/** What the preview of a link to a text shows: its beginning, and its first picture if it has one of ours. */
export function previewOf(html: string): { description: string; image?: string; imageAlt?: string } {
  const [tag, image] = /<img\b[^>]* src="(\/uploads\/[^"]+)"[^>]*>/.exec(html) ?? []
  const words = tag && / alt="([^"]+)"/.exec(tag)?.[1]
  const imageAlt = words && plainText(words)
  return { description: plainText(html), ...(image ? { image } : {}), ...(imageAlt ? { imageAlt } : {}) }
}
