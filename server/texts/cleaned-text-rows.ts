/**
 * Texts are cleaned when they are saved (html.ts), and shown as they are stored. So when the rules change, all that was
 * stored before is cleaned anew, once, before the app takes requests (docs/decisions/0055).
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { cleanedTexts } from '../db/schema/cleaned-texts.ts'
import { safeHtml } from '../lib/html.ts'
import type { Thing } from '../uploads/upload-rows.ts'

/** Where rich text is stored, with the key of its rows. */
interface Place {
  table: string
  key: string[]
  /** JSON whose parts have texts; otherwise `content` is one. */
  isPlan?: true
}

type KeyOf<One> = One extends One ? keyof One : never

/** Each thing that may show pictures has rich text. */
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

/** Read and cleaned at once: none is longer than a megabyte. */
const AT_ONCE = 100

/** What says by which rules texts are cleaned: another file of rules, and another version of the library, are others. */
export async function rulesOfTexts(): Promise<string> {
  const library = dirname(createRequire(import.meta.url).resolve('sanitize-html'))
  const files = [new URL('../lib/html.ts', import.meta.url), join(library, 'package.json')]
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex')
}

/**
 * Cleans what was stored by other rules than these. Where it was done, or is done by another node, nothing is written
 * twice; what was saved meanwhile stays. Returns how many texts changed.
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
    // Whoever was away is sent the page anew instead of texts that other rules let in.
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

/** @param note what was done until then, so that an app that is stopped goes on from there */
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

/** The same text where nothing in it changes. */
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
