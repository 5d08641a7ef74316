/**
 * Search in titles (D-58): a part of a title, in any case. Only where no title has what was typed, it is taken for a
 * slip of the keyboard: in each of its words two letters swapped, one missing, one too many or a wrong one. What the
 * words were meant to be is looked up among the words of all titles, which are few however many titles there are;
 * short words are taken as they are.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { Database } from '../db/database.ts'
import { selectRows, selectRowsAnew } from '../db/prepared.ts'

/** What titles are searched for: one of several texts, or for a longer one whatever is much like it. */
export type Meant = { texts: string[] } | { like: string }

/** Where a search looks. */
interface Titles {
  /** Such as `activities a where …`. */
  rows: SQL
  /** Column of titles in small letters. */
  title: SQL
}

export function matches(title: SQL, meant: Meant): SQL {
  if ('like' in meant) return sql`lower(${meant.like}) <% ${title}`
  return sql`(${sql.join(
    meant.texts.map(text => sql`${title} like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`),
    sql` or `
  )})`
}

/**
 * Rows of a query for what was typed; where no title has that, for what may have been meant. Where nothing was typed,
 * the query is told of nothing.
 */
export async function search<Row extends QueryResultRow>(
  db: Database,
  q: string,
  titles: Titles,
  query: (meant: Meant | null) => SQL
): Promise<Row[]> {
  if (!q) return selectRows(db, query(null))
  const list = (meant: Meant): Promise<Row[]> => selectRowsAnew(db, query(meant))
  const typed = { texts: [q] }
  const rows = await list(typed)
  if (rows.length > 0 || (await hasAny(db, titles, typed))) return rows
  const texts = await findMeant(db, q.toLowerCase())
  if (texts) return list({ texts })
  return q.length < SHORTEST_LIKE ? rows : list({ like: q })
}

/** Some are counted, though one would do: a plan that hopes to meet one soon reads the whole table where there is none. */
async function hasAny(db: Database, { rows, title }: Titles, meant: Meant): Promise<boolean> {
  const query = sql`select from (select from ${rows} and ${matches(title, meant)} limit 50) hits having count(*) > 0`
  return (await selectRowsAnew(db, query)).length > 0
}

/** What was typed, with words that are in no title as those they may be; null where there is nothing to replace. */
async function findMeant(db: Database, q: string): Promise<string[] | null> {
  const pieces = q.split(/(\p{L}+)/u)
  const meant = await Promise.all(pieces.map(piece => (canSlip([...piece]) ? wordsLike(db, piece) : [piece])))
  const texts = meant.reduce((starts, words) => starts.flatMap(start => words.map(word => start + word)).slice(0, MOST))
  return texts.length === 0 || texts[0] === q ? null : texts
}

/** The word itself where titles have it, else those it may be, the likest first. */
async function wordsLike(db: Database, typed: string): Promise<string[]> {
  const patterns = [`%${typed}%`, ...slips([...typed])]
  const found = await selectRows<{ word: string }>(
    db,
    sql`select t.word from unnest(${sql.param(patterns)}::text[]) p (pattern) join title_words t on t.word like p.pattern
      group by t.word order by strpos(t.word, ${typed}) > 0 desc, similarity(t.word, ${typed}) desc, t.word limit ${MOST}`
  )
  return found[0]?.word.includes(typed) ? [typed] : found.map(({ word }) => word)
}

/** How many ways of reading it are looked for. */
const MOST = 5
const SHORTEST_WORD = 4
/** Each letter more makes four patterns more; what is longer is found by what is like it. */
const LONGEST_WORD = 30
/** From here on a word stands many more slips before it is another one. */
const LONG_WORD = 6
const SHORTEST_LIKE = 6

function canSlip(letters: string[]): boolean {
  return letters.length >= SHORTEST_WORD && letters.length <= LONGEST_WORD && /\p{L}/u.test(letters[0] ?? '')
}

/** Patterns of what a word may have been meant to be, with one slip in it. */
function slips(letters: string[]): string[] {
  const found = new Set<string>()
  const isLong = letters.length >= LONG_WORD
  for (const [at, letter] of letters.entries()) {
    const [before, after] = [letters[at - 1], letters[at + 1]]
    const change = (remove: number, ...put: string[]): void => {
      const pattern = patternOf([...letters.slice(0, at), ...put, ...letters.slice(at + remove)].join(''))
      if (pattern) found.add(pattern)
    }
    if (after !== undefined && letter !== after) change(2, after, letter)
    if (before !== undefined) change(0, ANY)
    if (letter === before) change(1)
    if (!isLong) continue
    if (letter !== before) change(1)
    change(1, ANY)
  }
  return [...found]
}

/** Any letter, in a pattern; no letter is a sign of its own there. */
const ANY = '_'

/** The index finds three letters in a row; with fewer, the first two of a word. */
function patternOf(text: string): string | null {
  if (/[^_]{3}/u.test(text)) return `%${text}%`
  return /^[^_]{2}/u.test(text) ? `${text}%` : null
}
