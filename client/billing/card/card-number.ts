/** Formats and reads the numbers of a card as people type them. */

/** The longest card number, with its spaces. */
export const LONGEST = 23

export const digits = (text: string): string => text.replace(/\D/g, '')

export function inFours(text: string): string {
  return digits(text).replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Turns "1230" into "12 / 30" while typing. */
export function asExpiry(text: string): string {
  return /^\d{3,4}$/.test(text) ? `${text.slice(0, 2)} / ${text.slice(2)}` : text
}

export function expiryOf(text: string): [month: string, year: string] | null {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text)
  return match ? [match[1] ?? '', match[2] ?? ''] : null
}
