/** Finds links in plain text. */

export interface Piece {
  text: string
  isLink: boolean
}

/** Matches an http or https URL without punctuation at its end, such as the full stop of a sentence. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?*_~…’”]/gi

/** Whether the whole text is one http or https URL. */
export function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text)
}

/**
 * Splits the text into links and the text between them. Only http and https URLs are links, so that no link can run a
 * script. A closing bracket belongs to a link only if the link has the opening one.
 */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutOddBrackets(found)
    if (!URL.canParse(address)) continue
    if (index > end) pieces.push({ text: text.slice(end, index), isLink: false })
    pieces.push({ text: address, isLink: true })
    end = index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isLink: false })
  return pieces
}

function withoutOddBrackets(address: string): string {
  const count = (bracket: string): number => address.split(bracket).length
  for (const [opening, closing] of ['()', '[]'] as const) {
    if (opening && closing && address.endsWith(closing) && count(closing) > count(opening)) {
      return withoutOddBrackets(address.slice(0, -1).replace(/[.,;:!?]+$/, ''))
    }
  }
  return address
}
