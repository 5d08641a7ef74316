/**
 * `npm run backup`: beside the running app, of its database while it is stopped, or of `DATABASE_URL`. It writes into
 * `DATA_DIR/backups`, to the file that is given, or to the standard output for `-`.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import { plural } from '../../../domain/lib/duration.ts'
import { runCommand } from '../../lib/command.ts'
import { openStore } from '../../uploads/open-store.ts'
import type { Store } from '../../uploads/store.ts'
import { withDatabase } from '../reach.ts'
import { type Amount, writeBackup } from './backup.ts'

runCommand(async config => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const file = process.argv[2] ?? join(config.dataDir, 'backups', `challenge-hut-${stamp}Z.backup`)
  await withDatabase(config, { older: true }, async connection => {
    // A store of S3 is backed up where it is.
    const store = config.s3 ? null : await openStore(config)
    const { tables, rows, files } =
      file === '-'
        ? await writeBackup(connection, process.stdout, store)
        : await writeFile(connection, resolve(file), store)
    const pictures = files > 0 ? `, ${plural(files, 'file')} of pictures` : ''
    process.stderr.write(`Backup of ${tables} tables, ${rows} rows${pictures}: ${file}\n`)
  })
})

/** Whole or not at all: under another name until it is on the disk. Only its owner can read it. */
async function writeFile(connection: ClientConfig, file: string, store: Store | null): Promise<Amount> {
  const part = `${file}.part`
  await mkdir(dirname(file), { recursive: true })
  try {
    const amount = await writeBackup(connection, createWriteStream(part, { mode: 0o600, flush: true }), store)
    await rename(part, file)
    return amount
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
