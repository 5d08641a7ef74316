/**
 * Texts are cleaned when they are saved (html.ts), and pages show them as they are stored. When the rules change, the
 * app cleans all stored texts once more before it takes requests (docs/decisions/0055).
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { cleanedTexts } from '../db/schema/operation.ts'
import { safeHtml } from '../lib/html.ts'
import type { Thing } from '../uploads/upload-rows.ts'

/** A column with rich text, and the key of its table. */
interface Place {
  table: string
  key: string[]
  /** The column is `plan`: JSON whose parts have texts. Otherwise it is `content`. */
  isPlan?: true
}

type KeyOf<One> = One extends One ? keyof One : never

/** Everything that may show pictures has rich text. */
const PLACES: Record<KeyOf<Thing>, Place[]> = {
  activity_id: [
    { table: 'activities', key: ['id'] },
    { table: 'activities', key: ['id'], isPlan: true }
  ],
  session_id: [
    { table: 'sessions', key: ['id'] },
    { table: 'sessions', key: ['id'], isPlan: true }
  ],
  group_id: [{ table: 'groups', key: ['id'] }],
  post_id: [{ table: 'posts', key: ['id'] }],
  item_id: [
    { table: 'items', key: ['id'] },
    { table: 'item_versions', key: ['id'] },
    { table: 'item_drafts', key: ['item_id', 'user_id'] },
    { table: 'new_item_drafts', key: ['id'] }
  ]
}

/** The number of texts in one batch. Each text has at most a megabyte. */
const AT_ONCE = 100

/** Identifies the current rules: a hash of the rules' source and of the library's version. */
export async function rulesOfTexts(): Promise<string> {
  const library = dirname(createRequire(import.meta.url).resolve('sanitize-html'))
  const files = [new URL('../lib/html.ts', import.meta.url), join(library, 'package.json')]
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex')
}

/**
 * Cleans texts that were stored under other rules. A text that another node already cleaned is not written again. A
 * text saved meanwhile stays.
 * @returns how many texts changed
 */
export async function cleanStoredTexts(db: Database, rules: string, clean = safeHtml): Promise<number> {
  const noted = new Map((await db.select().from(cleanedTexts)).map(row => [row.place, row.rules]))
  let changed = 0
  for (const place of Object.values(PLACES).flat()) {
    const name = `${place.table}.${place.isPlan ? 'plan' : 'content'}`
    const [found, after] = noted.get(name)?.split(' ') ?? []
    if (found === rules && after === undefined) continue
    const note = (rulesOrPlace: string) => noteRules(db, name, rulesOrPlace)
    const begin = found === rules && after ? after.split(',') : place.key.map(() => '0')
    changed += await cleanPlace(db, place, clean, begin, key => note(`${rules} ${key.join()}`))
    // A person who was away gets a reload instead of old texts, which other rules allowed.
    if (name === 'sessions.content') await db.execute(FORGET_TEXTS_OF_EVENTS)
    await note(rules)
  }
  return changed
}

async function noteRules(db: Database, place: string, rules: string): Promise<void> {
  await db
    .insert(cleanedTexts)
    .values({ place, rules })
    .onConflictDoUpdate({ target: cleanedTexts.place, set: { rules } })
}

const FORGET_TEXTS_OF_EVENTS = sql`update room_events set event = '{"type":"update","data":{"reload":true}}'
  where event ->> 'type' = 'update' and jsonb_exists_any(event -> 'data', array['content', 'part', 'posts'])`

type Stored = { key: string[]; stored: string }

/** Cleans one column. @param note records the last cleaned key, so that a stopped app continues there */
async function cleanPlace(
  db: Database,
  { table, key, isPlan }: Place,
  clean: typeof safeHtml,
  begin: string[],
  note: (after: string[]) => Promise<void>
): Promise<number> {
  const keys = sql.join(
    key.map(name => sql.identifier(name)),
    sql`, `
  )
  const column = sql.identifier(isPlan ? 'plan' : 'content')
  const rowOf = (values: string[]): SQL =>
    sql`(${sql.join(
      values.map(value => sql`${value}::bigint`),
      sql`, `
    )})`
  let changed = 0
  let after = begin
  for (;;) {
    const { rows } = await db.execute<Stored & Record<string, unknown>>(
      sql`select array[${keys}]::text[] as key, ${column}::text as stored from ${sql.identifier(table)}
        where (${keys}) > ${rowOf(after)} and ${column}::text ~ '[<&]' order by ${keys} limit ${AT_ONCE}`
    )
    for (const row of rows) {
      const cleaned = isPlan ? cleanedPlan(row.stored, clean) : clean(row.stored)
      if (cleaned === row.stored) continue
      const type = sql.raw(isPlan ? 'jsonb' : 'text')
      const { rowCount } = await db.execute(
        sql`update ${sql.identifier(table)} set ${column} = ${cleaned}::${type}
          where (${keys}) = ${rowOf(row.key)} and ${column} = ${row.stored}::${type}`
      )
      changed += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return changed
    after = last.key
    await note(after)
  }
}

interface StoredParts {
  parts: { parts: { content: string }[] }[]
}

/** Returns the same string when nothing changes. */
function cleanedPlan(stored: string, clean: typeof safeHtml): string {
  const plan: StoredParts = JSON.parse(stored)
  let isChanged = false
  for (const part of plan.parts.flatMap(group => group.parts)) {
    const cleaned = clean(part.content)
    if (cleaned === part.content) continue
    part.content = cleaned
    isChanged = true
  }
  return isChanged ? JSON.stringify(plan) : stored
}
