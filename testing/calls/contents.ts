/** What a call has left in the database, in a form in which two runs of it can be compared. */
import type { Database } from '../../server/db/database.ts'

/** Rows of the tables that were written, sorted. */
export type Contents = Record<string, string[]>

export interface Recorder {
  start: () => Promise<void>
  /** What was written since the start. */
  contents: () => Promise<Contents>
  /** Lets ids go on where the rows end: a transaction that was rolled back has used up some. */
  closeGaps: () => Promise<void>
}

/** Counted for everybody, or of the payment provider: what came of its events is in other tables. */
const SKIPPED = /^(limit_counts|server_keys|provider_events|sandbox_.*)$/
/** How often something was saved or told: that it was the same again does no harm. */
const COUNTS = ['revision', 'saves', 'seq', 'looked_at', 'look']
/** Their ids are nobody's: a row that is saved again takes a new one. */
const RENUMBERED = ['push_devices', 'room_events']

/** @param columns those to compare, of each table */
export async function recorderOf(db: Database, columns: Map<string, string[]>): Promise<Recorder> {
  const rowsOf = async <Row>(text: string, values: unknown[] = []) =>
    (await db.$client.query(text, values)).rows as Row[]
  const writes = async () => {
    const rows = await rowsOf<{ name: string; count: string }>(
      `select relname as name, pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
         + pg_stat_get_xact_tuples_deleted(oid) as count
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  }
  let before = await writes()
  const [gaps] = await rowsOf<{ text: string }>(CLOSE_GAPS)
  return {
    async start() {
      before = await writes()
    },
    async contents() {
      const after = await writes()
      const tables = [...after.keys()].filter(name => after.get(name) !== before.get(name) && !SKIPPED.test(name))
      const contents: Contents = {}
      for (const name of tables.sort()) {
        const without = RENUMBERED.includes(name) ? [...COUNTS, 'id'] : COUNTS
        const compared = columns.get(name)?.filter(column => !without.includes(column)) ?? []
        const rows = await rowsOf<{ row: string }>(
          `select to_jsonb(t)::text as row from (select ${compared.map(column => `"${column}"`)} from "${name}") t`
        )
        contents[name] = [...new Set(rows.map(({ row }) => withoutRandom(row)))].sort()
      }
      return contents
    },
    closeGaps: async () => void (await rowsOf(gaps?.text ?? ''))
  }
}

/** The columns of each table. */
export async function columnsOf(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await db.$client.query<{ name: string; columns: string[] }>(
    `select table_name::text as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by 1`
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The tables that are not the same after both. */
export function differenceOf(one: Contents, other: Contents): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(name => {
    const [rows, others] = [one[name], other[name]]
    // A table that only one of them wrote is as it was before.
    return rows && others && JSON.stringify(rows) !== JSON.stringify(others)
  })
}

/** Uuids, tokens, hashes, ends of slugs. */
export function withoutRandom(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'a uuid')
    .replaceAll(/\$argon2[^"]+|\\+x[0-9a-f]{16,}|[\w-]{20,}/g, 'a token')
    .replaceAll(/-[a-z0-9]{5}\b/g, '-slug')
}

/** Makes the statement that sets each counter to the highest id of its table, but not below where it is now. */
const CLOSE_GAPS = `select 'select ' || string_agg(format(
    'setval(%L, greatest(%s, (select coalesce(max(%I), 0) from %I), 1), greatest(%s, (select coalesce(max(%I), 0) from %I)) > 0)',
    seq, last, column_name, table_name, last, column_name, table_name), ', ') as text
  from (select table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) as seq,
      coalesce(last_value, 0) as last
    from information_schema.columns join pg_sequences
      on format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(quote_ident(table_name), column_name)
    where table_schema = 'public' and is_identity = 'YES') counters`
