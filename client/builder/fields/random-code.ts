/** Lower-case letters and digits that are hard to confuse, because people read codes aloud. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

export function randomCode(length = 5): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => LETTERS[byte % LETTERS.length]).join('')
}
