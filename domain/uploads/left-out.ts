/**
 * Pictures of other sites that could not be copied stay out of the text that is saved (D-141). The response names them in
 * this header, so that the page tells the person.
 */
export const PICTURES_LEFT_OUT = 'x-pictures-left-out'

export interface LeftOut {
  /** The address on the other site, as it stands in the text. */
  address: string
  /** Goes on a sentence: "it is too large". */
  reason: string
}

const MOST_NAMED = 10
const LONGEST_ADDRESS = 200

/** Headers hold ASCII, and little of it: the first ten, with the beginning of long addresses. */
export function leftOutText(leftOut: readonly LeftOut[]): string {
  const named = leftOut
    .slice(0, MOST_NAMED)
    .map(({ address, reason }) => ({ address: address.slice(0, LONGEST_ADDRESS), reason }))
  return encodeURIComponent(JSON.stringify(named))
}

export function readLeftOut(text: string): LeftOut[] {
  return JSON.parse(decodeURIComponent(text))
}
