import { readdir, readFile } from 'node:fs/promises'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import type { ClientConfig } from 'pg'
import { expect, test } from 'vitest'
import { cleanUpDatabases, emptyDatabase, type Row, run } from '../../testing/database/first-release.ts'
import { migrateDatabase } from './migrate.ts'

cleanUpDatabases()

const folder = new URL('./schema/', import.meta.url)
const names = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.ts'))
const modules = await Promise.all(names.map(name => import(new URL(name, folder).href)))
/** Every table, by the name of its export. */
const schema: Record<string, unknown> = Object.assign({}, ...modules)

/**
 * The hand-written parts that drizzle's schema needs. The catalog does not show the body of a function, so a stub is
 * enough.
 */
const BY_HAND = [
  'create extension citext',
  'create extension pg_trgm',
  "create function parts_of(title text) returns text[] language sql immutable as $$ select '{}'::text[] $$"
]

/** Everything that drizzle can express, by name: columns, constraints and indexes. */
async function catalog(connection: ClientConfig): Promise<Row[]> {
  return run(
    connection,
    `select table_name || '.' || column_name as name,
       concat_ws(' ', data_type, datetime_precision, is_nullable, column_default, is_identity, generation_expression) as is
     from information_schema.columns where table_schema = 'public'
     union all
     select conrelid::regclass || ': ' || conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace
     union all
     select indexname, indexdef from pg_indexes where schemaname = 'public'
     order by 1`
  )
}

test('the newest snapshot matches schema/, so the next migration starts from it', async () => {
  const folder = new URL('./migrations/meta/', import.meta.url)
  const snapshots = (await readdir(folder)).filter(name => name.endsWith('_snapshot.json')).sort()
  const newest = JSON.parse(await readFile(new URL(String(snapshots.at(-1)), folder), 'utf8'))
  expect(await generateMigration(newest, generateDrizzleJson(schema))).toEqual([])
})

test('the migrations create the same tables as schema/', { timeout: 60_000 }, async () => {
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema))
  const [generated, migrated] = [await emptyDatabase(), await emptyDatabase()]
  await run(generated, [...BY_HAND, ...statements].join(';\n'))
  await migrateDatabase(migrated)
  expect(await catalog(migrated)).toEqual(await catalog(generated))
})
