/**
 * `npm run restore -- FILE` fills an empty `DATA_DIR` or an empty `DATABASE_URL`. `-` is the standard input.
 * `npm run restore -- newest FOLDER` tries the newest backup: it restores into a folder of its own and audits that.
 */
import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ClientConfig } from 'pg'
import { plural } from '../../domain/lib/duration.ts'
import { openDatabase } from '../db/database.ts'
import { holdDatabase } from '../db/hold-database.ts'
import { MIGRATIONS, migrateDatabase } from '../db/migrate.ts'
import { startPostgres } from '../db/postgres/postgres.ts'
import { placeOf, withDatabase } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import type { Config } from '../lib/config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { checkDataFolder, dataFolderError } from '../lib/start/start-checks.ts'
import { audit } from '../tokens/audit.ts'
import { openStore } from '../uploads/open-store.ts'
import type { Amount } from './backup.ts'
import { decrypt } from './encrypt.ts'
import { BackupReader, type Heading } from './format.ts'
import { backupFolder, timeOfBackup } from './names.ts'
import { openBackupBucket } from './open-bucket.ts'
import { readHeading, restore } from './restore.ts'

const USAGE = {
  usage: 'npm run restore -- FILE | newest FOLDER',
  help: `Fills an empty DATA_DIR, or the empty database of DATABASE_URL, from a backup.
With - it reads the standard input. Stop the product before.
With newest it restores the newest backup into FOLDER, which has to be empty, and audits it. The product may run
meanwhile. It ends with 1 when the audit finds anything.`,
  takes: [1, 2]
} as const

runCommand(USAGE, async (config, [what = '', folder, ...rest]) => {
  if (what === 'newest') return tryNewest(config, folder)
  if (folder !== undefined || rest.length > 0) {
    throw new OperatorError(`There is an argument too many: ${folder}. Usage: ${USAGE.usage}`)
  }
  await restoreFrom(what === '-' ? process.stdin : createReadStream(what), config, (heading, backup) =>
    config.databaseUrl
      ? fillServer(config.databaseUrl, config, heading, backup)
      : fillFolder(join(config.dataDir, 'postgres'), config, heading, backup)
  )
})

/** Restores the newest backup into a folder, and audits it. */
async function tryNewest(settings: Config, folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new OperatorError(`An argument is missing. Usage: ${USAGE.usage}`)
  const dataDir = resolve(folder)
  if ((await readdir(dataDir).catch(() => [])).length > 0) {
    throw new OperatorError(`${dataDir} is not empty: give a new folder.`)
  }
  const { name, place, source } = await findNewest(settings)
  process.stdout.write(`The newest backup is ${name} ${place}.\n`)
  // The hut itself stays out of this: neither its database nor its bucket of pictures is used.
  const config = { ...settings, dataDir, databaseUrl: null, s3: null }
  await restoreFrom(source, config, (heading, backup) => fillFolder(join(dataDir, 'postgres'), config, heading, backup))
  await withDatabase(config, { older: true }, auditUpgraded)
}

/** Brings the restored database up to date, as the next start would, and audits it. */
async function auditUpgraded(connection: ClientConfig): Promise<void> {
  await migrateDatabase(connection)
  const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 2)
  try {
    const { people, entries, findings } = await audit(db)
    for (const finding of findings) process.stdout.write(`${finding}\n`)
    process.stdout.write(`ledger: ${people} people, ${entries} entries, ${findings.length} findings\n`)
    if (findings.length > 0) process.exitCode = 1
  } finally {
    await db.$client.end()
  }
}

/** Finds the newest backup in `DATA_DIR/backups` and in the bucket. */
async function findNewest(config: Config): Promise<{ name: string; place: string; source: Readable }> {
  const folder = backupFolder(config)
  const bucket = await openBackupBucket(config)
  const here = newestOf(await readdir(folder).catch(() => []))
  const there = newestOf((await bucket?.list()) ?? [])
  if (bucket && there && (!here || there.time > here.time)) {
    return { name: there.name, place: 'in the bucket', source: await bucket.read(there.name) }
  }
  if (!here) throw new OperatorError(`There is no backup in ${folder}${bucket ? ' or in the bucket' : ''} yet.`)
  return { name: here.name, place: `in ${folder}`, source: createReadStream(join(folder, here.name)) }
}

function newestOf(names: string[]): { name: string; time: number } | undefined {
  return names
    .flatMap(name => {
      const time = timeOfBackup(name)
      return time === null ? [] : [{ name, time }]
    })
    .sort((one, other) => other.time - one.time)[0]
}

/** Reads a backup to its end, and says what it had. */
async function restoreFrom(
  source: Readable,
  { backups: { passphrase } }: Config,
  fill: (heading: Heading, backup: BackupReader) => Promise<Amount>
): Promise<void> {
  // The reader gets the errors of all streams.
  const backup = new BackupReader(pipeline(Readable.from(decrypt(source, passphrase)), createGunzip(), () => {}))
  const heading = await readHeading(backup)
  const { tables, rows, files } = await fill(heading, backup)
  source.destroy()
  const pictures = files > 0 ? `, ${plural(files, 'file')} of pictures` : ''
  process.stdout.write(`Restored ${tables} tables, ${rows} rows${pictures}, as they were at ${heading.taken_at}.\n`)
}

/** Restores into `DATABASE_URL`. No app can use the database meanwhile. */
async function fillServer(url: string, config: Config, heading: Heading, backup: BackupReader): Promise<Amount> {
  const held = await holdDatabase(url, 'alone', { warn: text => console.error(text) })
  try {
    return await restore(held.connection, placeOf(config), heading, backup, MIGRATIONS, await openStore(config))
  } finally {
    await held.stop()
  }
}

/**
 * Restores into the app's own PostgreSQL. No app can use the folder meanwhile. A failed restore removes a folder that
 * it created.
 */
async function fillFolder(folder: string, config: Config, heading: Heading, backup: BackupReader): Promise<Amount> {
  const isNew = !existsSync(folder)
  await checkDataFolder(config)
  const postgres = await startPostgres({ folder }).catch(error => {
    throw dataFolderError(error, folder)
  })
  try {
    const store = await openStore(config)
    const amount = await restore({ ...postgres.connection }, placeOf(config), heading, backup, MIGRATIONS, store)
    await postgres.stop()
    return amount
  } catch (error) {
    await postgres.stop()
    if (isNew) await rm(folder, { recursive: true })
    throw error
  }
}
