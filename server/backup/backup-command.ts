/**
 * `npm run backup` works while the app runs, while it is stopped, or with `DATABASE_URL`. It writes into
 * `DATA_DIR/backups`, to the given file, or for `-` to the standard output.
 */
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { plural } from '../../domain/lib/duration.ts'
import { withDatabase } from '../db/reach.ts'
import { asTyped } from '../lib/as-typed.ts'
import { runCommand } from '../lib/command.ts'
import type { Config } from '../lib/config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { openStore } from '../uploads/open-store.ts'
import { writeBackup } from './backup.ts'
import { writeBackupFile } from './backup-file.ts'
import { backupFolder, nameOfBackup } from './names.ts'

const USAGE = {
  usage: 'npm run backup [-- FILE]',
  help: `Writes everything that the database holds, and the pictures of DATA_DIR, into one file.
Without FILE it is in DATA_DIR/backups. With - it is the standard output: ${asTyped('npm run --silent backup -- -')}
With BACKUP_PASSPHRASE it is encrypted. The product may run meanwhile.`,
  takes: [0, 1]
} as const

runCommand(USAGE, async (config, [given]) => {
  const file = given ?? (await ownFile(config))
  if (given !== undefined && given !== '-') await checkPlace(resolve(given))
  await withDatabase(config, { older: true }, async connection => {
    // Pictures in S3 have backups of their own.
    const store = config.s3 ? null : await openStore(config)
    const { passphrase } = config.backups
    const { tables, rows, files } =
      file === '-'
        ? await writeBackup(connection, process.stdout, store, { passphrase })
        : await writeBackupFile(connection, resolve(file), store, { passphrase })
    const pictures = files > 0 ? `, ${plural(files, 'file')} of pictures` : ''
    process.stderr.write(`Backup of ${tables} tables, ${rows} rows${pictures}: ${file}\n`)
  })
})

async function ownFile(config: Config): Promise<string> {
  const folder = backupFolder(config)
  if (existsSync(config.dataDir)) await mkdir(folder, { recursive: true })
  return join(folder, nameOfBackup(Date.now()))
}

/**
 * Refuses a missing folder. It may be a disk that is not mounted, and a new folder in its place would fill another
 * disk.
 */
async function checkPlace(file: string): Promise<void> {
  if (!existsSync(dirname(file))) {
    throw new OperatorError(`There is no folder ${dirname(file)}: make it, or mount its disk.`)
  }
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) throw new OperatorError(`${file} is a folder: give the name of a file in it.`)
}
