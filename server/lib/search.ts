/**
 * Search in lists (D-58). What has the typed text in its title comes first, as a part and in any case. Then comes what
 * has each word somewhere: in its title, as a part; in its category or in one above it, or in its group; or at the
 * start of a word of its description. Only where nothing has what was typed, it is taken for a slip of the keyboard: in
 * each of its words two letters swapped, one missing, one too many or a wrong one. What the words were meant to be is
 * looked up among the words of all titles, which are few however many titles there are; short words are taken as they
 * are.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { Database } from '../db/database.ts'
import { selectRows, selectRowsAnew } from '../db/prepared.ts'
import { isOneOf } from './paging.ts'

/** Where a search looks. */
interface Searched {
  /** Such as `activities a where …`. */
  rows: SQL
  /** Column of titles in small letters. */
  title: SQL
  /** Without these a search looks at titles alone. */
  more?: {
    /** Column of the description's words. */
    words: SQL
    /** Columns of ids. */
    term?: SQL
    group?: SQL
  }
}

/** What a word names. */
interface Named {
  word: string
  terms: number[]
  groups: number[]
}

/**
 * Rows of a query for what was typed; where nothing has that, for what may have been meant.
 * @param query takes the condition of the rows that are listed first, and at times that of others, listed after them
 */
export async function search<Row extends QueryResultRow>(
  db: Database,
  q: string,
  searched: Searched,
  query: (conditions: SQL[]) => SQL
): Promise<Row[]> {
  if (!q) return selectRows(db, query([sql`true`]))
  const { rows, title } = searched
  const find = async (texts: string[]): Promise<{ found: Row[]; conditions: SQL[] }> => {
    const conditions = [hasText(title, texts), ...(await elsewhere(db, searched, texts))]
    return { found: await selectRowsAnew<Row>(db, query(conditions)), conditions }
  }
  const { found, conditions } = await find([q])
  if (found.length > 0 || (await hasAny(db, rows, conditions))) return found
  const texts = await findMeant(db, q.toLowerCase())
  if (texts) return (await find(texts)).found
  return q.length < SHORTEST_LIKE ? found : selectRowsAnew(db, query([sql`lower(${q}) <% ${title}`]))
}

function hasText(title: SQL, texts: string[]): SQL {
  return sql`(${sql.join(
    texts.map(text => sql`${title} like lower(${contains(text)})`),
    sql` or `
  )})`
}

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The condition of rows whose title does not have one of these texts, but which have each word of one somewhere. */
async function elsewhere(db: Database, { title, more }: Searched, texts: string[]): Promise<SQL[]> {
  const all = texts.map(text => [...new Set(text.toLowerCase().match(WORD))].slice(0, MOST_WORDS))
  const wanted = all.filter(words => words.some(word => word.length >= SHORTEST_PART))
  if (!more || wanted.length === 0) return []
  const named = await findNamed(db, [...new Set(wanted.flat())])
  const hasWord = (word: string): SQL => {
    const { terms, groups } = named.get(word) ?? { terms: [], groups: [] }
    const places = [sql`${title} like ${contains(word)}`, sql`${more.words} @@ to_tsquery('simple', ${`'${word}':*`})`]
    if (more.term && terms.length > 0) places.push(isOneOf(more.term, terms))
    if (more.group && groups.length > 0) places.push(isOneOf(more.group, groups))
    return sql`(${sql.join(places, sql` or `)})`
  }
  const hasAll = wanted.map(words => sql`(${sql.join(words.map(hasWord), sql` and `)})`)
  return [sql`not ${hasText(title, texts)} and (${sql.join(hasAll, sql` or `)})`]
}

/** Letters and digits only: they need no quotes in a query of words. */
const WORD = /[\p{L}\p{N}]+/gu
const MOST_WORDS = 6
/** The indexes find parts of three letters or more. */
const SHORTEST_PART = 3
/** With a word that is in very many titles of groups, the largest of them are enough. */
const MOST_GROUPS = 20

/** The categories that have a word in their title, with all below them, and the groups. */
async function findNamed(db: Database, words: string[]): Promise<Map<string, Named>> {
  const parts = words.filter(word => word.length >= SHORTEST_PART)
  if (parts.length === 0) return new Map()
  const named = parts.map(
    word => sql`select ${word}::text as word,
      array(with recursive named as (
        select t.id from terms t where lower(t.title) like ${contains(word)}
        union select t.id from terms t join named n on t.parent_id = n.id
      ) select id::int from named) as terms,
      array(select id::int from (select g.id, g.user_count from groups g where g.searched like ${contains(word)} limit 200) g
        order by g.user_count desc, g.id desc limit ${sql.raw(String(MOST_GROUPS))}) as groups`
  )
  const rows = await selectRowsAnew<Named & QueryResultRow>(db, sql.join(named, sql` union all `))
  return new Map(rows.map(row => [row.word, row]))
}

async function hasAny(db: Database, rows: SQL, conditions: SQL[]): Promise<boolean> {
  const found = sql`select 1 from ${rows} and (${sql.join(conditions, sql` or `)})`
  return (await selectRowsAnew(db, someOf(found, 1))).length > 0
}

/**
 * The first rows of a query, in no order. It is planned as if all of them were wanted: a plan that hopes to meet some
 * soon reads the whole table where there are none.
 */
export function someOf(rows: SQL, most: number): SQL {
  return sql`with found as materialized (${rows}) select * from found limit ${sql.raw(String(most))}`
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
