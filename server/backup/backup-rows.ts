/** The daily backups that nodes tell each other about. */
import type { Database } from '../db/database.ts'

export interface BackupRow {
  name: string
  bytes: number
  made_at: Date
}

const IS_DUE = `select exists (select from users where created_at < $1)
  and not exists (select from backups where made_at >= $1) as due`

/** Whether a day's backup is missing. Nothing is lost of a hut that is younger. @param since when it became due */
export async function isBackupDue(db: Database, since: Date): Promise<boolean> {
  const { rows } = await db.$client.query<{ due: boolean }>(IS_DUE, [since])
  return rows[0]?.due === true
}

/** Records a complete backup, and forgets all but the newest ones. */
export async function recordBackup(db: Database, { name, bytes, made_at }: BackupRow, keep: number): Promise<void> {
  await db.$client.query('insert into backups (name, bytes, made_at) values ($1, $2, $3) on conflict do nothing', [
    name,
    bytes,
    made_at
  ])
  await db.$client.query(
    'delete from backups where name not in (select name from backups order by made_at desc limit $1)',
    [keep]
  )
}

/** The newest daily backup. */
export async function findNewestRow(db: Database): Promise<BackupRow | null> {
  const { rows } = await db.$client.query<BackupRow>(
    'select name, bytes::float8 as bytes, made_at from backups order by made_at desc limit 1'
  )
  return rows[0] ?? null
}
