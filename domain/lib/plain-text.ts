/** Returns the beginning of rich text without tags, for example for link previews; at most `most` characters. */
export function plainText(html: string, most = 200): string {
  // Remove inline tags without a space: a bold word may be followed by a full stop.
  const words = html.replace(/<\/?(?:a|b|code|em|i|s|strong|u)(?=[\s>])[^>]*>/g, '').replace(/<[^>]*>/g, ' ')
  const flat = unescapeHtml(words).replace(/\s+/g, ' ').trim()
  return cutText(flat, most)
}

/** Returns the text, or its beginning with … if it has more than `most` characters. */
export function cutText(flat: string, most: number): string {
  if (flat.length <= most) return flat
  // Drop half of an emoji.
  const cut = flat.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')
  return `${cut.trimEnd()}…`
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;']
])

/** Escapes plain text for use in HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES.get(character) ?? character)
}

/** Returns the text of HTML without tags. */
export function unescapeHtml(html: string): string {
  return (
    html
      .replace(/&nbsp;/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      // Must come last: the text "&lt;" is stored as "&amp;lt;" and must not become "<".
      .replace(/&amp;/g, '&')
  )
}
