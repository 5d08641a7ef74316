/** Addresses in plain text that somebody wrote. */

export interface Piece {
  text: string
  isLink: boolean
}

/** Ends with what an address ends with: the dot of a sentence, a quote or a comma after it are not part of it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?*_~…’”]/gi

/**
 * The text in pieces, in order, with the addresses in it told apart: those of http and https alone, so that no press can
 * run a script. A closing bracket belongs to an address that has an opening one.
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
