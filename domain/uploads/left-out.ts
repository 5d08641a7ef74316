/**
 * A saved text does not contain pictures of other sites that could not be copied (D-141). The response lists them in
 * this header, and the page shows a message.
 */
export const PICTURES_LEFT_OUT = 'x-pictures-left-out'

export interface LeftOut {
  /** The address on the other site. */
  address: string
  /** The end of a sentence, such as "it’s too large". */
  reason: string
}

const MOST_NAMED = 10
const LONGEST_ADDRESS = 200

/** Encodes pictures for the header in ASCII: at most ten, with shortened addresses, because headers must be short. */
export function leftOutText(leftOut: readonly LeftOut[]): string {
  const named = leftOut
    .slice(0, MOST_NAMED)
    .map(({ address, reason }) => ({ address: address.slice(0, LONGEST_ADDRESS), reason }))
  return encodeURIComponent(JSON.stringify(named))
}

/** Decodes the header. */
export function readLeftOut(text: string): LeftOut[] {
  return JSON.parse(decodeURIComponent(text))
}
