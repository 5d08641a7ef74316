/** Migrates a database to the schema of this program, or refuses an unknown schema. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'drizzle-orm/logger'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig } from 'pg'
import { plural } from '../../domain/lib/duration.ts'
import { OperatorError } from '../lib/operator-error.ts'

/** The folder of this program's migrations. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/**
 * An arbitrary number that no other lock uses. The program that holds the lock migrates. The others wait and then have
 * nothing to do.
 */
const MIGRATION_LOCK = 7_201_968

/** The database has a schema that this program cannot use. @internal */
export class UnknownSchemaError extends OperatorError {}

/** Milliseconds between two lines about the progress. */
const QUIET_MS = 2000

const TOO_OLD =
  'The database was made by a version from before the first release, which cannot be upgraded: ' +
  'start with an empty one, by another DATA_DIR or DATABASE_URL.'
const TOO_NEW =
  'The database was upgraded by a newer version of this program: ' +
  'start that version, or restore a backup from before the upgrade.'

/**
 * Runs the missing migrations once, even if several programs start at the same time.
 * @param tell receives lines for the person who upgrades; a new database causes none
 * @param before runs before the first migration of an older database
 * @throws UnknownSchemaError when the database has migrations that are not in `folder`
 */
export async function migrateDatabase(
  connection: ClientConfig,
  folder = MIGRATIONS,
  tell: (line: string) => void = () => {},
  before: () => Promise<unknown> = async () => {}
): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await listApplied(client)
    const { isCurrent } = refuseUnknown(applied, folder)
    const names = namesOf(folder)
    const isUpgrade = applied.length > 0 && !isCurrent
    if (isUpgrade) await before()
    if (isUpgrade) tell(`Upgrading the database: ${plural(names.length - applied.length, 'migration')} ...`)
    const logger = isUpgrade ? progressOf(names.slice(applied.length), tell) : false
    await migrate(drizzle(client, { logger }), { migrationsFolder: folder }).catch(error => {
      throw new OperatorError(`The database cannot be brought up to date: ${reasonOf(error)}`, { cause: error })
    })
    if (isUpgrade) tell(`Upgraded the database from ${names[applied.length - 1]} to ${names.at(-1)}.`)
  } finally {
    await client.end()
  }
}

/** The names of the migrations, such as `0021_repeats`, oldest first. */
function namesOf(folder: string): string[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  return entries.map(({ tag }: { tag: string }) => tag)
}

/**
 * Reports each migration that starts a while after the last line. The migrations of a large database take minutes.
 * @internal
 */
export function progressOf(names: readonly string[], tell: (line: string) => void, quiet = QUIET_MS): Logger {
  let begun = 1
  let last = performance.now()
  return {
    // The last statement of each migration records that it ran.
    logQuery(query) {
      if (!query.startsWith('insert into "drizzle"') || begun === names.length) return
      const name = names[begun++]
      if (performance.now() - last < quiet) return
      last = performance.now()
      tell(`Upgrading the database: ${name}, ${begun} of ${names.length} ...`)
    }
  }
}

/** The hashes of the applied migrations, oldest first; empty when the database has no schema of this program. */
export async function listApplied(client: Client): Promise<string[]> {
  const { rows: found } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`
  )
  if (!found[0].migrated) return []
  const { rows: applied } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id'
  )
  return applied.map(({ hash }) => hash)
}

/**
 * Checks the applied migrations. Tells whether this program has no further ones.
 * @throws UnknownSchemaError when one is unknown
 */
export function refuseUnknown(applied: readonly string[], folder = MIGRATIONS): { isCurrent: boolean } {
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)
  const unknown = applied.findIndex((hash, index) => hash !== known[index])
  if (unknown !== -1) throw new UnknownSchemaError(unknown < known.length ? TOO_OLD : TOO_NEW)
  return { isCurrent: applied.length === known.length }
}

/** The database's own message in one line, without the failed statement, which may fill pages. */
function reasonOf(error: Error): string {
  const reason = error.cause instanceof Error ? error.cause : error
  return reason.message.split('\n')[0] ?? ''
}
