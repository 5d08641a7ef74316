/**
 * Searches lists (D-58). Results come in this order:
 * 1. Rows whose title contains the typed text, in any case.
 * 2. Rows in a category or a group that a single typed word names.
 * 3. Rows that match each word somewhere: in the title, in the category or one above it, in the group, or at the start
 * of a word in the description.
 * If nothing matches, the search assumes typing errors: in each word two letters swapped, one missing, one extra or one
 * wrong. It looks the words up among the words of all titles, which are few even when there are many titles. Short
 * words are not corrected. If nothing matches then, one word may be missing.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import { type Found, isOneOf } from '../lib/paging.ts'
import type { Database } from './database.ts'
import { selectRows, selectRowsReplanned } from './prepared.ts'

/** The rows and columns that a search uses. */
interface Searched {
  /** The rows, such as `activities a where …`. */
  rows: SQL
  /** The column of titles in lower case. */
  title: SQL
  /** Without this, a search looks at titles only. */
  more?: {
    /** The column of all words (`allWords` of the schema). */
    words: SQL
    /** The id columns of the category and the group. */
    term?: SQL
    group?: SQL
  }
}

/** The categories and groups that a word names. */
interface Named {
  word: string
  terms: number[]
  groups: number[]
}

/** Returns the rows for the typed text. If nothing matches, it returns rows for corrected texts. */
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
    : selectRowsReplanned(db, query({ inOrder: [sql`lower(${q}) <% ${title}`], rest: null }))

  /** Returns null if no row matches any of these texts, on any page. */
  async function find(texts: string[]): Promise<Row[] | null> {
    const found = await conditionsOf(db, searched, texts)
    const listed = await selectRowsReplanned<Row>(db, query(found))
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

/**
 * The conditions for texts, in the order of the results: the title, then a named category or group, then each word
 * somewhere.
 */
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

/** One condition per word. PostgreSQL then uses the index for rare words and checks the others in the rows. */
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

/** Letters and digits only, because they need no quotes in a text search query. */
const WORD = /[\p{L}\p{N}]+/gu
const MOST_WORDS = 6
/** The same length as in `parts_of` of the migrations. */
const LONGEST_PART = 40
/** The indexes find parts of three letters or more. */
const SHORTEST_PART = 3
/** If very many group titles contain a word, only the largest groups count. */
const MOST_GROUPS = 20

/** Finds the groups and categories whose titles contain a word, with all categories below them. */
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
  const rows = await selectRowsReplanned<Named & QueryResultRow>(db, sql.join(named, sql` union all `))
  return new Map(rows.map(row => [row.word, row]))
}

/**
 * Whether any row matches. The materialized query makes PostgreSQL plan for all rows. A plan that expects to find one
 * soon would read the whole table if there is none.
 */
async function hasAny(db: Database, rows: SQL, { inOrder, rest }: Found): Promise<boolean> {
  const any = rest ? [...inOrder, rest.any] : inOrder
  const found = sql`select 1 from ${rows} and (${sql.join(any, sql` or `)})`
  return (
    (await selectRowsReplanned(db, sql`with found as materialized (${found}) select * from found limit 1`)).length > 0
  )
}

/** A piece of the typed text, which is a word or the text between words, and the words that may be meant. */
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

/** The typed texts with corrected words; empty if no word needs correction. */
function wholeOf(readings: Reading[]): string[] {
  const isAsTyped = readings.every(({ piece, meant }) => meant[0] === piece)
  return isAsTyped ? [] : textsOf(readings)
}

/** The corrected texts without one word, for a word that nothing contains or that never occurs with the others. */
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

/** Returns the word itself if a title has it, else similar words, the most similar first. */
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

/** Finds words with more than one typing error. */
function wordsAlike(db: Database, typed: string): Promise<{ word: string }[]> {
  return selectRows(
    db,
    sql`select t.word from title_words t where ${typed} <% t.word
      order by word_similarity(${typed}, t.word) desc, t.word limit ${MOST}`
  )
}

/** The most corrections to try. */
const MOST = 5
const SHORTEST_WORD = 4
/** Each additional letter adds four patterns. Longer words are found by similarity. */
const LONGEST_WORD = 30
/** Words of this length or more allow more kinds of errors without becoming another word. */
const LONG_WORD = 5
const SHORTEST_LIKE = 6
/** The largest share of all letters that the left-out word may have. */
const MOST_LEFT_OUT = 0.4

function canSlip(letters: string[]): boolean {
  return letters.length >= SHORTEST_WORD && letters.length <= LONGEST_WORD && /\p{L}/u.test(letters[0] ?? '')
}

/** Patterns for the words that may be meant, each with one typing error. */
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

/** Matches any letter in a pattern. No letter has a special meaning there. */
const ANY = '_'

/** A pattern that the index supports: three letters in a row, or else the first two letters of a word. */
function patternOf(text: string): string | null {
  if (/[^_]{3}/u.test(text)) return `%${text}%`
  return /^[^_]{2}/u.test(text) ? `${text}%` : null
}
