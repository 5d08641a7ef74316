/**
 * `npm run move-to-postgres` copies the database of `DATA_DIR` into the empty database of `DATABASE_URL` and compares
 * all tables. The folder stays unchanged. Nobody else can use either database meanwhile.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ClientConfig } from 'pg'
import { holdDatabase } from '../db/hold-database.ts'
import { startPostgres } from '../db/postgres/postgres.ts'
import { placeOf } from '../db/reach.ts'
import { runCommand } from '../lib/command.ts'
import type { Config } from '../lib/config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { dataFolderError } from '../lib/start/start-checks.ts'
import { writeBackup } from './backup.ts'
import { differencesOf, digestsOf } from './digests.ts'
import { BackupReader } from './format.ts'
import { readHeading, restore } from './restore.ts'

const USAGE = {
  usage: 'npm run move-to-postgres',
  help: `Copies the database of DATA_DIR into the empty database of DATABASE_URL, and compares both.
The folder stays as it is. Stop the product before.`,
  takes: [0, 0]
} as const

runCommand(USAGE, async config => {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl)
    throw new OperatorError('Set DATABASE_URL to the empty database that the data of DATA_DIR moves to.')
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) throw new OperatorError(`There is nothing to move: ${folder} does not exist.`)
  const target = await holdDatabase(databaseUrl, 'alone', { warn: text => console.error(text) })
  try {
    const source = await startPostgres({ folder }).catch(error => {
      throw dataFolderError(error, folder)
    })
    try {
      await move({ ...source.connection }, target.connection, config)
    } finally {
      await source.stop()
    }
  } finally {
    await target.stop()
  }
})

async function move(source: ClientConfig, target: ClientConfig, config: Config): Promise<void> {
  const pipe = new PassThrough()
  // The pictures stay where they are.
  const written = writeBackup(source, pipe)
  // A failure here also ends the restore, whose error is the one to show.
  written.catch(error => pipe.destroy(error))
  const backup = new BackupReader(pipe.pipe(createGunzip()))
  const { tables, rows } = await restore(target, placeOf(config), await readHeading(backup), backup)
  await written
  const different = differencesOf(await digestsOf(source), await digestsOf(target))
  if (different.length > 0) throw new OperatorError(`These tables are not the same in both: ${different.join(', ')}.`)
  process.stdout.write(`Moved ${tables} tables, ${rows} rows; both databases have the same rows in each.\n`)
}
