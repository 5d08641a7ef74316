/** Mentions of people in a message: "@ada" (CHAT-21). */

export interface Mention {
  text: string
  /** The mentioned username; null for the text between mentions. */
  username: string | null
}

/** Matches @name, but not inside a word, URL or email, and not when the word is longer than a username may be. */
const NAMED = /(?<![\w@/.-])@(?=([A-Za-z0-9_-]{1,50}))\1(?![A-Za-z0-9])/g

/**
 * Splits the text into mentions and the text between them. It ignores upper and lower case. A dash or underscore behind
 * a known name does not belong to the name.
 * @param known usernames by their lower-case form (`namesOf`); unknown names stay text
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

/** Whether a message mentions the username. */
export function isMentioned(text: string, username: string): boolean {
  return splitMentions(text, namesOf([username])).some(piece => piece.username !== null)
}

/** Returns the usernames by their lower-case form, for `splitMentions`. */
export function namesOf(usernames: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...usernames].map(username => [username.toLowerCase(), username]))
}

function longestKnown(name: string, known: ReadonlyMap<string, string>): string | null {
  if (known.has(name.toLowerCase())) return name
  const shorter = name.replace(/[_-]$/, '')
  return shorter === name || shorter === '' ? null : longestKnown(shorter, known)
}
