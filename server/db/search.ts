/**
 * Search in lists (D-58). What has the typed text in its title comes first, as a part and in any case; then what lies in
 * a category or a group that a single word names. Then comes what has each word somewhere: in its title, as a part; in
 * its category or in one above it, or in its group; or at the start of a word of its description. Only where nothing has
 * what was typed, it is taken for a slip of the keyboard: in each of its words two letters swapped, one missing, one too
 * many or a wrong one. What the words were meant to be is looked up among the words of all titles, which are few however
 * many titles there are; short words are taken as they are. Where nothing has that either, one word may be missing.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import { type Found, isOneOf } from '../lib/paging.ts'
import type { Database } from './database.ts'
import { selectRows, selectRowsAnew } from './prepared.ts'

/** Where a search looks. */
interface Searched {
  /** Such as `activities a where …`. */
  rows: SQL
  /** Column of titles in small letters. */
  title: SQL
  /** Without these a search looks at titles alone. */
  more?: {
    /** Column of all words (`allWords` of the schema). */
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

/** Rows of a query for what was typed; where nothing has that, for what may have been meant. */
export async function search<Row extends QueryResultRow>(
  db: Database,
  q: string,
  searched: Searched,
  query: (found: Found) => SQL
): Promise<Row[]> {
  if (!q) return selectRows(db, query({ inOrder: [sql`true`], rest: null }))
  const { rows, title } = searched
  const found = await find([q])
  if (found) return found
  const readings = await readWords(db, q.toLowerCase())
  for (const texts of [wholeOf(readings), mostOf(readings)]) {
    const meant = texts.length > 0 && (await find(texts))
    if (meant) return meant
  }
  return q.length < SHORTEST_LIKE
    ? []
    : selectRowsAnew(db, query({ inOrder: [sql`lower(${q}) <% ${title}`], rest: null }))

  /** Null where no row has one of these texts, whatever page or filter was asked for. */
  async function find(texts: string[]): Promise<Row[] | null> {
    const found = await conditionsOf(db, searched, texts)
    const listed = await selectRowsAnew<Row>(db, query(found))
    return listed.length > 0 || (await hasAny(db, rows, found)) ? listed : null
  }
}

function hasText(title: SQL, texts: string[]): SQL {
  return sql`(${sql.join(
    texts.map(text => sql`${title} like lower(${contains(text)})`),
    sql` or `
  )})`
}

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** What has one of these texts: in its title, then what a single word names, then what has each word somewhere. */
async function conditionsOf(db: Database, { title, more }: Searched, texts: string[]): Promise<Found> {
  const inTitle = hasText(title, texts)
  const wanted = texts.map(wordsOf).filter(words => words.some(word => word.length >= SHORTEST_PART))
  if (!more || wanted.length === 0) return { inOrder: [inTitle], rest: null }
  const named = await findNamed(db, [...new Set(wanted.flat())])
  const hasAll = (end: ':*' | ''): SQL =>
    sql`(${sql.join(
      wanted.map(words => hasWords(more.words, words, named, end)),
      sql` or `
    )})`
  const singles = wanted.every(words => words.length === 1) ? wanted.flat() : []
  const [terms, groups] = (['terms', 'groups'] as const).map(of => singles.flatMap(word => named.get(word)?.[of] ?? []))
  const names = [...isAmong(more.term, terms), ...isAmong(more.group, groups)]
  const isNamed = names.length > 0 ? [sql`(${sql.join(names, sql` or `)})`] : []
  const isNone = sql.join(
    [inTitle, ...isNamed].map(before => sql`${before} is not true`),
    sql` and `
  )
  return {
    inOrder: [inTitle, ...isNamed.map(one => sql`not ${inTitle} and ${one}`)],
    rest: { any: sql`${isNone} and ${hasAll(':*')}`, whole: sql`${isNone} and ${hasAll('')}` }
  }
}

function isAmong(column: SQL | undefined, ids: number[] = []): SQL[] {
  return column && ids.length > 0 ? [isOneOf(column, [...new Set(ids)])] : []
}

/** A condition for each word, not one for all: PostgreSQL then looks up the rare ones, and checks the others in the rows. */
function hasWords(column: SQL, words: string[], named: Map<string, Named>, end: ':*' | ''): SQL {
  const conditions = words.map(word => {
    const { terms = [], groups = [] } = named.get(word) ?? {}
    const ids = [...terms.map(id => `#t${id}`), ...groups.map(id => `#g${id}`)]
    return sql`${column} @@ ${[`'${word}'${end}`, ...ids.map(id => `'${id}'`)].join(' | ')}::tsquery`
  })
  return sql`(${sql.join(conditions, sql` and `)})`
}

function wordsOf(text: string): string[] {
  const words = (text.toLowerCase().match(WORD) ?? []).map(word => [...word].slice(0, LONGEST_PART).join(''))
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** Letters and digits only: they need no quotes in a query of words. */
const WORD = /[\p{L}\p{N}]+/gu
const MOST_WORDS = 6
/** As long as `parts_of` of the migrations makes them. */
const LONGEST_PART = 40
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

/** Planned as if all rows were wanted: a plan that hopes to meet one soon reads the whole table where there is none. */
async function hasAny(db: Database, rows: SQL, { inOrder, rest }: Found): Promise<boolean> {
  const any = rest ? [...inOrder, rest.any] : inOrder
  const found = sql`select 1 from ${rows} and (${sql.join(any, sql` or `)})`
  return (await selectRowsAnew(db, sql`with found as materialized (${found}) select * from found limit 1`)).length > 0
}

/** A piece of what was typed: a word or what stands between words, and what it may have been meant to be, if anything. */
interface Reading {
  piece: string
  meant: string[]
}

function readWords(db: Database, q: string): Promise<Reading[]> {
  const pieces = q.split(/(\p{L}+)/u)
  return Promise.all(
    pieces.map(async piece => ({ piece, meant: canSlip([...piece]) ? await wordsLike(db, piece) : [piece] }))
  )
}

/** What was typed, with words that are in no title as those they may be; empty where there is nothing to replace. */
function wholeOf(readings: Reading[]): string[] {
  const isAsTyped = readings.every(({ piece, meant }) => meant[0] === piece)
  return isAsTyped ? [] : textsOf(readings)
}

/** The same without one word, of which there is nothing, or which is nowhere together with the others. */
function mostOf(readings: Reading[]): string[] {
  const words = readings.filter(({ piece }) => /\p{L}/u.test(piece))
  const all = words.reduce((sum, { piece }) => sum + piece.length, 0)
  const few = words.filter(({ piece }) => piece.length < all * MOST_LEFT_OUT)
  return few.flatMap(word => textsOf(readings.filter(reading => reading !== word))).slice(0, MOST)
}

function textsOf(readings: Reading[]): string[] {
  const texts = readings.reduce(
    (starts, { meant }) => starts.flatMap(start => meant.map(word => start + word)).slice(0, MOST),
    ['']
  )
  return texts.map(text => text.trim().replace(/\s+/gu, ' '))
}

/** The word itself where titles have it, else those it may be, the likest first. */
async function wordsLike(db: Database, typed: string): Promise<string[]> {
  const patterns = [`%${typed}%`, ...slips([...typed])]
  const found = await selectRows<{ word: string }>(
    db,
    sql`select t.word from unnest(${sql.param(patterns)}::text[]) p (pattern) join title_words t on t.word like p.pattern
      group by t.word order by strpos(t.word, ${typed}) > 0 desc, similarity(t.word, ${typed}) desc, t.word limit ${MOST}`
  )
  if (found[0]?.word.includes(typed)) return [typed]
  const like = found.length > 0 || typed.length < SHORTEST_LIKE ? found : await wordsAlike(db, typed)
  return like.map(({ word }) => word)
}

/** With more than one slip. */
function wordsAlike(db: Database, typed: string): Promise<{ word: string }[]> {
  return selectRows(
    db,
    sql`select t.word from title_words t where ${typed} <% t.word
      order by word_similarity(${typed}, t.word) desc, t.word limit ${MOST}`
  )
}

/** How many ways of reading it are looked for. */
const MOST = 5
const SHORTEST_WORD = 4
/** Each letter more makes four patterns more; what is longer is found by what is like it. */
const LONGEST_WORD = 30
/** From here on a word stands many more slips before it is another one. */
const LONG_WORD = 5
const SHORTEST_LIKE = 6
/** Of the letters of all words. */
const MOST_LEFT_OUT = 0.4

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
