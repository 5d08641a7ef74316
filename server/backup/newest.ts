import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dependencies } from '../dependencies.ts'
import { findNewestRow } from './backup-rows.ts'
import { backupFolder, timeOfBackup } from './names.ts'

export interface NewestBackup {
  name: string
  bytes: number
  at: Date
}

/**
 * Finds the newest backup of the hut; null without one. With a bucket only backups in the bucket count. Without one,
 * also those count that a person put into this node's folder.
 */
export async function newestBackup({ db, config }: Pick<Dependencies, 'db' | 'config'>): Promise<NewestBackup | null> {
  const row = await findNewestRow(db)
  const known = row && { name: row.name, bytes: row.bytes, at: row.made_at }
  const file = config.backups.s3 ? null : await newestFile(backupFolder(config))
  return file && (!known || file.at > known.at) ? file : known
}

async function newestFile(folder: string): Promise<NewestBackup | null> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.backup'))
  const files = await Promise.all(
    names.map(async name => {
      const { size, mtime } = await stat(join(folder, name))
      return { name, bytes: size, at: new Date(timeOfBackup(name) ?? mtime) }
    })
  )
  return files.reduce<NewestBackup | null>((newest, file) => (newest && newest.at >= file.at ? newest : file), null)
}
