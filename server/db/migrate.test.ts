import type { ClientConfig } from 'pg'
import { describe, expect, test } from 'vitest'
import {
  cleanUpDatabases,
  connected,
  emptyDatabase,
  firstReleaseDatabase,
  folderOf,
  listMigrations,
  migratedDatabase,
  newFolder,
  type Row,
  readFirstRelease,
  run
} from '../../testing/database/first-release.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { audit } from '../tokens/audit.ts'
import { openDatabase } from './database.ts'
import { migrateDatabase, progressOf, UnknownSchemaError } from './migrate.ts'

cleanUpDatabases()

const ALL = Number.POSITIVE_INFINITY
/** Starting the whole program takes a few seconds on a busy machine. */
const START = 60_000

const countApplied = async (connection: ClientConfig) =>
  (await run(connection, 'select count(*)::int as count from drizzle.__drizzle_migrations'))[0]?.count

test('apps that start at the same time migrate an empty database once', async () => {
  const connection = await emptyDatabase()
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(connection)))
  const { length } = await listMigrations()
  expect(await countApplied(connection)).toBe(length)
  await migrateDatabase(connection)
  expect(await countApplied(connection)).toBe(length)
})

test('an upgrade prints its start and its versions, and a new database prints nothing', async () => {
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const migrations = await listMigrations()
  await migrateDatabase(await emptyDatabase(), undefined, tell)
  const old = await emptyDatabase()
  await migrateDatabase(old, await folderOf(migrations.length - 3))
  expect(lines).toEqual([])
  await migrateDatabase(old, undefined, tell)
  const [before, after] = [migrations.at(-4)?.tag, migrations.at(-1)?.tag]
  expect(lines).toEqual([
    'Upgrading the database: 3 migrations ...',
    `Upgraded the database from ${before} to ${after}.`
  ])
  await migrateDatabase(old, undefined, tell)
  expect(lines).toHaveLength(2)
})

test('something can run before an upgrade, and its failure leaves the database as it is', async () => {
  let runs = 0
  const before = async () => void runs++
  const fail = async () => {
    throw new Error('no backup')
  }
  const { length } = await listMigrations()
  const old = await emptyDatabase()
  await migrateDatabase(old, await folderOf(length - 3), undefined, before)
  expect(runs).toBe(0)
  await expect(migrateDatabase(old, undefined, undefined, fail)).rejects.toThrow('no backup')
  expect(await countApplied(old)).toBe(length - 3)
  await migrateDatabase(old, undefined, undefined, before)
  await migrateDatabase(old, undefined, undefined, before)
  expect([runs, await countApplied(old)]).toEqual([1, length])
})

test('a slow upgrade prints the migration that it has reached', () => {
  const lines: string[] = []
  const { logQuery } = progressOf(['0001_a', '0002_b', '0003_c'], line => lines.push(line), 0)
  const statements = ['alter table a', 'insert into "drizzle"."__drizzle_migrations"']
  for (const statement of [...statements, ...statements, ...statements]) logQuery(statement, [])
  expect(lines).toEqual(['Upgrading the database: 0002_b, 2 of 3 ...', 'Upgrading the database: 0003_c, 3 of 3 ...'])
})

describe('an unknown schema', () => {
  /** Starts the app on a database until it exits. */
  const startApp = async (connection: ClientConfig) => {
    const DATA_DIR = await newFolder()
    return runProgram('server/main.ts', { DATABASE_URL: urlOf(connection), DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' })
  }

  test('a schema from before the first release is refused in one line and stays unchanged', {
    timeout: START
  }, async () => {
    const connection = await emptyDatabase()
    await run(
      connection,
      `create schema drizzle;
       create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
       insert into drizzle.__drizzle_migrations (hash, created_at) values ('earlier', 1), ('later', 2);
       create table users (name text)`
    )
    await expect(migrateDatabase(connection)).rejects.toThrow(UnknownSchemaError)
    expect(await startApp(connection)).toEqual({
      code: 1,
      printed:
        'The database was made by a version from before the first release, which cannot be upgraded: ' +
        'start with an empty one, by another DATA_DIR or DATABASE_URL.\n'
    })
    expect(await countApplied(connection)).toBe(2)
  })

  test('a schema of a newer version is refused in one line and stays unchanged', { timeout: START }, async () => {
    const connection = await emptyDatabase()
    await migrateDatabase(connection, await folderOf(ALL, 'alter table users add column planted text'))
    await expect(migrateDatabase(connection)).rejects.toThrow(UnknownSchemaError)
    expect(await startApp(connection)).toEqual({
      code: 1,
      printed:
        'The database was upgraded by a newer version of this program: ' +
        'start that version, or restore a backup from before the upgrade.\n'
    })
    expect(await countApplied(connection)).toBe((await listMigrations()).length + 1)
  })
})

describe('a database that people have filled', () => {
  /**
   * Columns (`table.column`) that a later migration changed or dropped on purpose. A new entry needs its own test of
   * what happened to the data.
   */
  const CHANGED: string[] = []
  /** Tables that are computed from other rows. A migration may add rows to them. */
  const DERIVED = ['title_words']

  /** Differences from the rows of the first release: missing tables and columns, and changed rows. */
  async function differences(connection: ClientConfig): Promise<string[]> {
    const found: string[] = []
    await connected(connection, async run => {
      for (const [table, rows] of await readFirstRelease()) {
        const columns = Object.keys(rows[0] ?? {}).filter(column => !CHANGED.includes(`${table}.${column}`))
        const stored = await run(`select to_jsonb(t) as row from ${table} t`).catch(() => null)
        if (stored === null) found.push(`${table} is gone`)
        else if (DERIVED.includes(table) ? stored.length < rows.length : stored.length !== rows.length)
          found.push(`${table} has ${stored.length} rows`)
        else {
          const after = stored.map(({ row }) => row as Row)
          const kept = DERIVED.includes(table) ? hasValues : sameValues
          found.push(...columns.filter(name => !kept(name, rows, after)).map(name => `${table}.${name}`))
        }
      }
    })
    return found
  }

  function sameValues(column: string, before: Row[], after: Row[]): boolean {
    const values = (rows: Row[]) => rows.map(row => JSON.stringify(row[column])).sort()
    return values(before).join('\n') === values(after).join('\n')
  }

  function hasValues(column: string, before: Row[], after: Row[]): boolean {
    const values = new Set(after.map(row => row[column]))
    return before.every(row => values.has(row[column]))
  }

  async function findings(connection: ClientConfig): Promise<string[]> {
    const db = openDatabase(connection, console, 1)
    const { findings } = await audit(db)
    await db.$client.end()
    return findings
  }

  test('the filled database has rows in every table', async () => {
    const connection = await firstReleaseDatabase()
    const tables = await run(connection, `select tablename from pg_tables where schemaname = 'public' order by 1`)
    expect([...(await readFirstRelease()).keys()].sort()).toEqual(tables.map(({ tablename }) => tablename))
    expect(await differences(connection)).toEqual([])
  })

  // The audit reads newer tables, so it can run only after the migrations.
  test('every migration keeps all rows, and the audit finds nothing', async () => {
    const connection = await firstReleaseDatabase()
    await migrateDatabase(connection)
    expect(await countApplied(connection)).toBe((await listMigrations()).length)
    expect(await differences(connection)).toEqual([])
    expect(await findings(connection)).toEqual([])
  })

  test('goals of ended sessions become free, and other goals do not', { tags: 'D-138' }, async () => {
    const freed = async (status: number) => {
      const connection = await firstReleaseDatabase()
      await run(connection, `update sessions set status = ${status}, ended_at = now() where id = 11`)
      await migrateDatabase(connection)
      return run(connection, 'select session_id::int, task_uuid is null as free, copied_from from goals where id = 1')
    }
    const copied_from = '11/d27a7a8e-6dc4-4ae9-a021-30b88c5f5087'
    expect(await freed(2)).toEqual([{ session_id: null, free: true, copied_from }])
    expect(await freed(1)).toEqual([{ session_id: 11, free: false, copied_from }])
  })

  test('invoices keep their numbers and names', async () => {
    const connection = await firstReleaseDatabase()
    await migrateDatabase(connection, await folderOf(45))
    await run(
      connection,
      `update users set name = 'Ada' where id = 1;
       insert into payments (user_id, mode, kind, state, amount, currency, uses, created_at, paid_at) values
         (1, 'live', 'tokens', 'open', 1000, 'usd', 1000, now(), null),
         (1, 'test', 'tokens', 'paid', 1000, 'usd', 1000, now(), now())`
    )
    await migrateDatabase(connection)
    expect(await run(connection, 'select id::int, number, payer from payments order by id')).toEqual([
      { id: 1, number: null, payer: null },
      { id: 2, number: 'CH-000002', payer: 'Ada' }
    ])
    expect(await run(connection, 'select series, last from invoice_series')).toEqual([{ series: 'CH', last: 2 }])
  })

  test('guests who exist twice stay, and the first keeps the key', { tags: 'D-152' }, async () => {
    const connection = await firstReleaseDatabase()
    await migrateDatabase(connection, await folderOf(85))
    const guests = ['one', 'two', 'three', 'other'].map(
      (name, index) =>
        `(${900 + index}, '${name}', '${name}', '${name}', '', '{}', now(), '${name === 'other' ? 'b' : 'a'}')`
    )
    await run(
      connection,
      `insert into users (id, username, email, name, password_hash, new_messages, created_at, guest_key)
       overriding system value values ${guests.join(', ')}`
    )
    await migrateDatabase(connection)
    const rows = await run(connection, 'select name, guest_key from users where guest_key is not null order by id')
    const keys = rows.map(({ guest_key }) => String(guest_key))
    expect(rows.map(({ name }) => name)).toEqual(['one', 'two', 'three', 'other'])
    expect([keys[0], keys[3], new Set(keys).size]).toEqual(['a', 'b', 4])
    await expect(run(connection, `update users set guest_key = 'b' where name = 'one'`)).rejects.toThrow('duplicate')
  })

  test('a migration that adds a column and a table keeps all rows', async () => {
    const connection = await migratedDatabase()
    const planted = `alter table goals add column planted text not null default 'new';--> statement-breakpoint
      create table planted (id int)`
    await migrateDatabase(connection, await folderOf(ALL, planted))
    expect(await run(connection, 'select distinct planted from goals')).toEqual([{ planted: 'new' }])
    expect(await differences(connection)).toEqual([])
    expect(await findings(connection)).toEqual([])
  })

  test('a failed migration leaves the database unchanged', async () => {
    const connection = await firstReleaseDatabase()
    const planted = `update goals set title = 'x';--> statement-breakpoint
      select 1 / 0`
    await expect(migrateDatabase(connection, await folderOf(ALL, planted))).rejects.toThrow()
    expect(await differences(connection)).toEqual([])
  })

  test.each([
    ['deletes rows', 'delete from messages where deleted_at is not null', ['messages has 1 rows']],
    ['drops a table', 'drop table mutes', ['mutes is gone']],
    ['drops a column', 'alter table posts drop column title', ['posts.title']],
    ['renames a column', 'alter table posts rename column title to headline', ['posts.title']],
    ['changes values', `update goals set unit = upper(unit)`, ['goals.unit']],
    [
      'rounds times',
      `update logs set started_at = date_trunc('minute', started_at) - interval '1 second'`,
      ['logs.started_at']
    ]
  ])('the test notices a migration that %s', async (_, planted, expected) => {
    const connection = await migratedDatabase()
    await migrateDatabase(connection, await folderOf(ALL, planted))
    expect(await differences(connection)).toEqual(expected)
  })
})
