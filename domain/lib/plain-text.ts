/** The beginning of rich text without its tags: 200 characters, for link previews, unless told. */
export function plainText(html: string, most = 200): string {
  const flat = html
    // Only blocks stand apart: a word in bold may end a sentence.
    .replace(/<\/?(?:a|b|code|em|i|s|strong|u)(?=[\s>])[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    // Last, as what was typed as "&lt;" is no "<".
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
  if (flat.length <= most) return flat
  // Not half of an emoji.
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

/** Plain text as a piece of HTML that shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES.get(character) ?? character)
}
