/** `npm run restore -- FILE` fills an empty `DATA_DIR` or an empty `DATABASE_URL`. `-` is the standard input. */
import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { plural } from '../../domain/lib/duration.ts'
import { holdDatabase } from '../db/hold-database.ts'
import { MIGRATIONS } from '../db/migrate.ts'
import { startPostgres } from '../db/postgres/postgres.ts'
import { placeOf } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import type { Config } from '../lib/config.ts'
import { checkDataFolder, dataFolderError } from '../lib/start/start-checks.ts'
import { openStore } from '../uploads/open-store.ts'
import { BackupReader, type Heading } from './format.ts'
import { readHeading, restore } from './restore.ts'

const USAGE = {
  usage: 'npm run restore -- FILE',
  help: `Fills an empty DATA_DIR, or the empty database of DATABASE_URL, from a backup.
With - it reads the standard input. Stop the product before.`,
  takes: [1, 1]
} as const

runCommand(USAGE, async (config, [file = '-']) => {
  const source = file === '-' ? process.stdin : createReadStream(file)
  // The reader gets the errors of both streams.
  const backup = new BackupReader(pipeline(source, createGunzip(), () => {}))
  const heading = await readHeading(backup)
  const { tables, rows, files } = config.databaseUrl
    ? await fillServer(config.databaseUrl, config, heading, backup)
    : await fillFolder(join(config.dataDir, 'postgres'), config, heading, backup)
  source.destroy()
  const pictures = files > 0 ? `, ${plural(files, 'file')} of pictures` : ''
  process.stdout.write(`Restored ${tables} tables, ${rows} rows${pictures}, as they were at ${heading.taken_at}.\n`)
})

/** Restores into `DATABASE_URL`. No app can use the database meanwhile. */
async function fillServer(url: string, config: Config, heading: Heading, backup: BackupReader) {
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
async function fillFolder(folder: string, config: Config, heading: Heading, backup: BackupReader) {
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
