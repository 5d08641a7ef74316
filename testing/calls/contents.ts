/** Records the rows that a call leaves in the database, in a form that makes two runs comparable. */
import type { Database } from '../../server/db/database.ts'

/** The rows of each written table, sorted. */
export type Contents = Record<string, string[]>

export interface Recorder {
  start: () => Promise<void>
  /** Returns the rows written since the start. */
  contents: () => Promise<Contents>
  /** Sets the next ids right after the existing rows. A rolled-back transaction has used up some. */
  closeGaps: () => Promise<void>
}

/** Shared counters, and tables of the payment provider. The results of its events are in other tables. */
const SKIPPED = /^(limit_counts|security_events|server_keys|provider_events|sandbox_.*)$/
/** Counts of saves and notifications. Doing the same twice is harmless. */
const COUNTS = ['revision', 'saves', 'seq', 'looked_at', 'look']
/** Nothing uses the ids of these tables, and a row that is saved again gets a new one. */
const RENUMBERED = ['push_devices', 'room_events']

/** @param columns the columns to compare, by table */
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

/** Returns the tables that differ between the two contents. */
export function differenceOf(one: Contents, other: Contents): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(name => {
    const [rows, others] = [one[name], other[name]]
    // A table that only one of them wrote is unchanged in the other.
    return rows && others && JSON.stringify(rows) !== JSON.stringify(others)
  })
}

/** Random texts: uuids, tokens, hashes, ends of slugs. */
export function withoutRandom(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'a uuid')
    .replaceAll(/\$argon2[^"]+|\\+x[0-9a-f]{16,}|[\w-]{20,}/g, 'a token')
    .replaceAll(/-[a-z0-9]{5}\b/g, '-slug')
}

/**
 * Builds the statement that sets each counter to the highest id of its table, and never lowers it below its current
 * value.
 */
const CLOSE_GAPS = `select 'select ' || string_agg(format(
    'setval(%L, greatest(%s, (select coalesce(max(%I), 0) from %I), 1), greatest(%s, (select coalesce(max(%I), 0) from %I)) > 0)',
    seq, last, column_name, table_name, last, column_name, table_name), ', ') as text
  from (select table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) as seq,
      coalesce(last_value, 0) as last
    from information_schema.columns join pg_sequences
      on format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(quote_ident(table_name), column_name)
    where table_schema = 'public' and is_identity = 'YES') counters`
