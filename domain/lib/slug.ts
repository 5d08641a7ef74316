/** Slugs: the parts of addresses that are made from titles, in any script (D-40, D-41). */

/** Words of letters and digits of any script without capitals, joined by dashes. */
export const SLUG = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u

/** Whether a text has the form of a slug. It has a letter, because digits alone are an id (D-40). */
export function isSlug(text: string): boolean {
  return SLUG.test(text) && /\p{L}/u.test(text) && text.normalize('NFC') === text
}

/** The most characters of a slug in a non-Latin script: in an address each of them takes up to nine characters. */
const LONGEST_SLUG = 40

/** Makes a slug from a title in its own script: "山に登る-春" from "山に登る、春". Returns '' for a title without letters. */
export function slugInOwnScript(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+/gu, '-')
  const slug = [...words.replace(/^-|-$/g, '')].slice(0, LONGEST_SLUG).join('').replace(/-$/, '')
  return isSlug(slug) ? slug : ''
}

/** Encodes the letters of other scripts in a path, for mails, calendars and metadata. Encoded letters stay as they are. */
export function asciiPath(path: string): string {
  return path.replace(/[^\x21-\x7e]+/g, encodeURI)
}
