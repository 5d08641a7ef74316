/**
 * Makes rich text safe to show to others (D-119). It keeps only what the editor can make (client/editor): no scripts,
 * handlers, frames or `javascript:` links. It runs before storing, so pages show stored HTML as it is. Text from the
 * editor comes back letter by letter, so opening and saving a text changes nothing.
 */
import { setImmediate } from 'node:timers/promises'
import sanitize from 'sanitize-html'

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'figure', 'figcaption', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td']
  ],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'class', 'style'],
    figure: ['class', 'style'],
    code: ['class'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan']
  },
  allowedClasses: {
    code: [/^language-[\w+#-]{1,20}$/],
    figure: ['image', 'table', 'image_resized', /^image-style-[a-z-]{1,30}$/],
    img: ['image_resized', /^image-style-[a-z-]{1,30}$/]
  },
  // Parsed styles would be written in another spelling. `onlySizes` allows whole declarations only.
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    a: notRecommended,
    img: onlyPlain,
    figure: onlySizes
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src
}

/** An address of one of our pages: `/group/walkers`, `?page=2`, `#notes`. */
const INTERNAL = /^(?:\/(?![/\\])|[?#])[^\s\\]*$/

/** Adds `rel` to foreign links, so that they cannot control our window and search engines do not count them. */
function notRecommended(tagName: string, { ...attribs }: sanitize.Attributes): sanitize.Tag {
  if (INTERNAL.test(attribs.href ?? '')) delete attribs.rel
  else attribs.rel = 'noopener nofollow ugc'
  return { tagName, attribs }
}

/** Matches pictures of other sites as `foreignSource` and `withOwnPictures` do (domain/uploads/in-texts.ts). */
const PLAIN = /^https?:\/\/[^\s/\\]/i
/**
 * Our only picture addresses. A browser sends the reader's cookie with a picture, so all our other addresses are
 * refused.
 */
const UPLOAD = String.raw`/uploads/[\w-]+\.(?:jpg|png|gif|webp)`
const IS_UPLOAD = new RegExp(`^${UPLOAD}$`)
/** One entry of a `srcset`: `/uploads/a.png 320w` or `/uploads/b.png 2x`. */
const SIZED = `${UPLOAD}(?: [\\d.]+[wx])?`
const SIZES_OF_UPLOADS = new RegExp(`^${SIZED}(?:, ?${SIZED})*$`)

/**
 * Normalizes picture addresses. Browsers also accept `https:a.example` and `ht\ntps:\\\\a.example`, and they load each
 * address of a `srcset`.
 */
function onlyPlain(tagName: string, { ...attribs }: sanitize.Attributes): sanitize.Tag {
  const { src, srcset } = attribs
  if (src && !PLAIN.test(src) && !IS_UPLOAD.test(src)) {
    const { href } = URL.parse(src) ?? {}
    // `exclusiveFilter` removes a picture without an address.
    attribs.src = href !== undefined && PLAIN.test(href) ? href : ''
  }
  if (srcset && !SIZES_OF_UPLOADS.test(srcset)) delete attribs.srcset
  return onlySizes(tagName, attribs)
}

/** A share of the column's width, or the shape of a picture while it loads. */
const SIZE = /^(?:width:(\d{1,3}(?:\.\d{1,3})?)%|aspect-ratio:(\d{1,5})\/(\d{1,5}))$/
/** The longest side of a picture has at most this many times the shorter one, so that it cannot push the page away. */
const LONGEST = 4

function onlySizes(tagName: string, { ...attribs }: sanitize.Attributes): sanitize.Tag {
  const sizes = (attribs.style ?? '').split(';').map(one => one.replace(/\s/g, ''))
  const kept = sizes.filter(fits).map(one => `${one};`)
  if (kept.length > 0) attribs.style = kept.join('')
  else delete attribs.style
  // Browsers reserve this shape until the picture loads, or forever if it never does.
  if (attribs.width && attribs.height && !isShape(Number(attribs.width), Number(attribs.height))) {
    delete attribs.width
    delete attribs.height
  }
  return { tagName, attribs }
}

function fits(style: string): boolean {
  const [, width, across, down] = SIZE.exec(style) ?? []
  if (width !== undefined) return Number(width) <= 100
  return isShape(Number(across), Number(down))
}

function isShape(across: number, down: number): boolean {
  return across > 0 && across <= down * LONGEST && down <= across * LONGEST
}

/** Returns the text without anything that could run. Text without tags comes back unchanged. */
export function safeHtml(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html
  const known = cleaned.get(html)
  if (known !== undefined) return known
  // Browsers write these two differently. Every `>` in a text or an attribute is already an entity here.
  const safe = sanitize(html, OPTIONS).replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')
  remember(html, safe)
  return safe
}

/** The last cleaned texts: original → cleaned, the oldest first. */
const cleaned = new Map<string, string>()
let remembered = 0
/** In characters, originals and cleaned texts together. */
const MOST_REMEMBERED = 4_000_000

function remember(html: string, safe: string): void {
  cleaned.set(html, safe)
  remembered += html.length + safe.length
  for (const [oldest, made] of cleaned) {
    if (remembered <= MOST_REMEMBERED) return
    cleaned.delete(oldest)
    remembered -= oldest.length + made.length
  }
}

/** The number of characters to clean before other requests get a turn. They take about 10 ms. */
const MOST_AT_ONCE = 50_000

/**
 * Cleans all texts called `content` in a value, in small batches, and remembers them for `safeHtml`. A plan may have a
 * million characters. Cleaning them all at once would block everyone for a second.
 * @param rest pauses so that other requests run
 * @returns the cleaned texts by the sent ones
 */
export async function cleanAhead(
  value: unknown,
  rest: () => Promise<void> = setImmediate
): Promise<Map<string, string>> {
  const safe = new Map<string, string>()
  let since = 0
  for (const text of contentsOf(value)) {
    if (since > 0 && since + text.length > MOST_AT_ONCE) {
      await rest()
      since = 0
    }
    since += text.length
    safe.set(text, safeHtml(text))
  }
  return safe
}

function* contentsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'content' && typeof one === 'string') yield one
    else yield* contentsOf(one)
  }
}
