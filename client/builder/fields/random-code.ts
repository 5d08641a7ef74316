/** Lower-case letters and digits that are not mistaken for each other, for codes that are read out. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

export function randomCode(length = 5): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => LETTERS[byte % LETTERS.length]).join('')
}
