/**
 * Makes rich text safe to show to others (D-119): an allow-list of what the editor makes (client/editor), with no
 * script, handler, frame or `javascript:` link. It runs before storing, so pages show stored HTML as it is; what the
 * editor made comes back from it letter by letter, so that opening and saving a text changes nothing.
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
  // Read as declarations they would come back in another spelling; `onlySizes` lets through whole ones alone.
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

/** `/group/walkers`, `?page=2`, `#notes`: a page of ours, whoever wrote the link. */
const INTERNAL = /^(?:\/(?![/\\])|[?#])[^\s\\]*$/

/** A link of somebody else's gets no hold of our window and no good name from us. */
function notRecommended(tagName: string, { ...attribs }: sanitize.Attributes): sanitize.Tag {
  if (INTERNAL.test(attribs.href ?? '')) delete attribs.rel
  else attribs.rel = 'noopener nofollow ugc'
  return { tagName, attribs }
}

/** As `foreignSource` and `withCopies` know pictures of other sites (domain/uploads/in-texts.ts). */
const PLAIN = /^https?:\/\/[^\s/\\]/i
/** A browser loads a picture with the cookie of whoever reads, so no other address of ours may be one. */
const UPLOAD = String.raw`/uploads/[\w-]+\.(?:jpg|png|gif|webp)`
const IS_UPLOAD = new RegExp(`^${UPLOAD}$`)
/** `/uploads/a.png 320w, /uploads/b.png 2x`. */
const SIZED = `${UPLOAD}(?: [\\d.]+[wx])?`
const SIZES_OF_UPLOADS = new RegExp(`^${SIZED}(?:, ?${SIZED})*$`)

/** Browsers read `https:a.example` and `ht\ntps:\\\\a.example` as addresses too, and load what a `srcset` names. */
function onlyPlain(tagName: string, { ...attribs }: sanitize.Attributes): sanitize.Tag {
  const { src, srcset } = attribs
  if (src && !PLAIN.test(src) && !IS_UPLOAD.test(src)) {
    const { href } = URL.parse(src) ?? {}
    // Without an address it is left out below.
    attribs.src = href !== undefined && PLAIN.test(href) ? href : ''
  }
  if (srcset && !SIZES_OF_UPLOADS.test(srcset)) delete attribs.srcset
  return onlySizes(tagName, attribs)
}

/** A share of the column, or a picture's shape while it loads. */
const SIZE = /^(?:width:(\d{1,3}(?:\.\d{1,3})?)%|aspect-ratio:(\d{1,5})\/(\d{1,5}))$/
/** No picture is longer than so many times its width, so that none pushes the rest of a page away. */
const LONGEST = 4

function onlySizes(tagName: string, { ...attribs }: sanitize.Attributes): sanitize.Tag {
  const sizes = (attribs.style ?? '').split(';').map(one => one.replace(/\s/g, ''))
  const kept = sizes.filter(fits).map(one => `${one};`)
  if (kept.length > 0) attribs.style = kept.join('')
  else delete attribs.style
  // Browsers keep this shape free until the picture is there, or for ever when it does not come.
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

/** The same text without anything that could act. Text without marks comes back as it is. */
export function safeHtml(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html
  const known = cleaned.get(html)
  if (known !== undefined) return known
  // Browsers write these two otherwise. Every `>` of a text or an attribute is already an entity.
  const safe = sanitize(html, OPTIONS).replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')
  remember(html, safe)
  return safe
}

/** Texts that were cleaned lately, as they were and as they are, the oldest first. */
const cleaned = new Map<string, string>()
let remembered = 0
/** Characters. */
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

/** Characters that are cleaned before others get their turn: about 10 ms. */
const MOST_AT_ONCE = 50_000

/**
 * Cleans the texts called `content` in a value ahead, a few at a time: then `safeHtml` knows them. A plan has a million
 * characters, and cleaning all of them at once would stop everybody for a second.
 * @param rest lets others have their turn
 */
export async function cleanAhead(value: unknown, rest: () => Promise<void> = setImmediate): Promise<void> {
  let since = 0
  for (const text of contentsOf(value)) {
    if (since > 0 && since + text.length > MOST_AT_ONCE) {
      await rest()
      since = 0
    }
    since += text.length
    safeHtml(text)
  }
}

function* contentsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'content' && typeof one === 'string') yield one
    else yield* contentsOf(one)
  }
}
