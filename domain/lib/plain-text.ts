/** The first 200 characters of rich text without its tags, for link previews. */
export function plainText(html: string): string {
  const flat = html
    // Only blocks stand apart: a word in bold may end a sentence.
    .replace(/<\/?(?:a|b|code|em|i|s|strong|u)(?=[\s>])[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
  return flat.length <= 200 ? flat : `${flat.slice(0, 199).trimEnd()}…`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Plain text as a piece of HTML that shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character)
}
