/** People who are named in a message: "@ada" (CHAT-21). */

export interface Mention {
  text: string
  /** Who is named; null for what is between. */
  username: string | null
}

/** Not in the middle of a word, of an address or of an email, and not the beginning of a word that is too long for a name. */
const NAMED = /(?<![\w@/.-])@(?=([A-Za-z0-9_-]{1,50}))\1(?![A-Za-z0-9])/g

/**
 * The text in pieces, in order. Names are found in any case; a dash or underscore after one may belong to the sentence.
 * @param known the username as it is written, by the name in small letters; others stay text
 */
export function splitMentions(text: string, known: ReadonlyMap<string, string>): Mention[] {
  const pieces: Mention[] = []
  let end = 0
  for (const { 1: name = '', index } of text.matchAll(NAMED)) {
    const found = longestKnown(name, known)
    if (found === null) continue
    if (index > end) pieces.push({ text: text.slice(end, index), username: null })
    end = index + 1 + found.length
    pieces.push({ text: text.slice(index, end), username: known.get(found.toLowerCase()) ?? found })
  }
  if (end < text.length) pieces.push({ text: text.slice(end), username: null })
  return pieces
}

/** Whether a message names somebody. */
export function isMentioned(text: string, username: string): boolean {
  return splitMentions(text, namesOf([username])).some(piece => piece.username !== null)
}

/** What `splitMentions` knows. */
export function namesOf(usernames: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...usernames].map(username => [username.toLowerCase(), username]))
}

function longestKnown(name: string, known: ReadonlyMap<string, string>): string | null {
  if (known.has(name.toLowerCase())) return name
  const shorter = name.replace(/[_-]$/, '')
  return shorter === name || shorter === '' ? null : longestKnown(shorter, known)
}
