/**
 * Makes rich text safe to show to others (D-119): an allow-list of what the editor makes, with no script, handler,
 * frame or `javascript:` link. It runs before storing, so pages show stored HTML as it is.
 */
import sanitize from 'sanitize-html'

const SIZE = [/^\d{1,4}(\.\d{1,3})?(px|%|em)$/]

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'figure', 'figcaption', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td']
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
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
  allowedStyles: { img: { width: SIZE }, figure: { width: SIZE } },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  // A link of somebody else's gets no hold of our window and no good name from us.
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener nofollow ugc' }) }
}

/** The same text without anything that could act. Text without marks comes back as it is. */
export function safeHtml(html: string): string {
  return html.includes('<') || html.includes('&') ? sanitize(html, OPTIONS) : html
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Plain text as a piece of HTML that shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character)
}
