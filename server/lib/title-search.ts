/**
 * Search in titles (D-58): a part of a title, in any case. Only where no title has what was typed, it is taken for a
 * slip of the keyboard: two letters swapped, one missing, one too many or a wrong one, in one of its words. Each way it
 * may have been meant is a pattern of its own, which the trigram index answers; short words are taken as they are.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'

/** What titles are searched for: one of several patterns, or for a longer text whatever is much like it. */
export type Meant = { patterns: string[] } | { like: string }

/** Where a search looks. */
interface Titles {
  /** Such as `activities a where …`. */
  rows: SQL
  /** Column of titles in small letters. */
  title: SQL
}

function asTyped(q: string): { patterns: string[] } {
  return { patterns: [`%${q.replace(/[\\%_]/g, '\\$&')}%`] }
}

export function matches(title: SQL, meant: Meant): SQL {
  if ('like' in meant) return sql`lower(${meant.like}) <% ${title}`
  return sql`(${sql.join(
    meant.patterns.map(pattern => sql`${title} like lower(${pattern})`),
    sql` or `
  )})`
}

/** Rows for what was typed; where no title has that, for what may have been meant. */
export async function search<Row>(
  db: Database,
  q: string,
  titles: Titles,
  list: (meant: Meant) => Promise<Row[]>
): Promise<Row[]> {
  const rows = await list(asTyped(q))
  if (rows.length > 0) return rows
  const meant = await findMeant(db, q, titles)
  return meant ? list(meant) : rows
}

/** Null when there is nothing else to look for: titles have what was typed, or nothing like it. */
async function findMeant(db: Database, q: string, { rows, title }: Titles): Promise<Meant | null> {
  const patterns = [...asTyped(q).patterns, ...slips(q)]
  // Some are counted, though one would do: a plan that hopes to meet one soon reads the whole table where there is none.
  const found = await selectRows<{ pattern: string }>(
    db,
    sql`select p.pattern from unnest(${sql.param(patterns)}::text[]) p (pattern)
      where (select count(*) from (select from ${rows} and ${title} like lower(p.pattern) limit 50) hits) > 0`
  )
  if (found.some(({ pattern }) => pattern === patterns[0])) return null
  if (found.length > 0) return { patterns: found.slice(0, MOST_PATTERNS).map(({ pattern }) => pattern) }
  return q.length < SHORTEST_LIKE ? null : { like: q }
}

const MOST_PATTERNS = 5
/** Each letter more makes four patterns more; what is longer is found by what is like it. */
const LONGEST = 30
const SHORTEST_WORD = 4
/** From here on a word stands many more slips before it is another one. */
const LONG_WORD = 6
const SHORTEST_LIKE = 6
const ANY = Symbol('any letter')

/** Patterns of what `q` may have been meant to be, with one slip in one of its words. */
function slips(q: string): string[] {
  const letters = [...q.toLowerCase()]
  if (letters.length > LONGEST) return []
  const found = new Set<string>()
  for (const { index: from, 0: word } of q.matchAll(/\p{L}+/gu)) {
    const start = [...q.slice(0, from)].length
    const length = [...word].length
    if (length < SHORTEST_WORD) continue
    for (let at = start; at < start + length; at++) {
      const [before, letter, after] = [letters[at - 1], letters[at], letters[at + 1]]
      const isFirst = at === start
      const isLast = at === start + length - 1
      const change = (remove: number, ...put: (string | typeof ANY)[]): void => {
        for (const pattern of patternsOf([...letters.slice(0, at), ...put, ...letters.slice(at + remove)])) {
          found.add(pattern)
        }
      }
      if (!isLast && letter !== after) change(2, after ?? '', letter ?? '')
      if (!isFirst) change(0, ANY)
      if (!isFirst && letter === before) change(1)
      if (length < LONG_WORD) continue
      if (isFirst || letter !== before) change(1)
      change(1, ANY)
    }
  }
  return [...found]
}

/** The index answers three letters in a row; with fewer, the two that begin a word. */
function patternsOf(letters: (string | typeof ANY)[]): string[] {
  const text = letters.map(letter => (letter === ANY ? '_' : letter.replace(/[\\%_]/, '\\$&'))).join('')
  if (/[\p{L}\p{N}]{3}/u.test(text)) return [`%${text}%`]
  return /^[\p{L}\p{N}]{2}/u.test(text) ? [`${text}%`, `% ${text}%`] : []
}
