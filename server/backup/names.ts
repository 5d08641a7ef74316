/**
 * The names of backups. The app deletes only backups that it made itself: daily ones, and those from before an upgrade.
 * Names of one kind sort by age.
 */
import { join } from 'node:path'

/** How the app made a backup. */
export type Kind = 'daily' | 'upgrade'

const STAMP = /(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

/** The folder of backups. */
export function backupFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'backups')
}

/** The name of a backup that is made now. @param kind absent for one that a person makes */
export function nameOfBackup(now: number, kind?: Kind): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '')
  return `challenge-hut-${kind ? `${kind}-` : ''}${stamp}Z.backup`
}

/** When a backup was made, in ms since 1970; null for a name of another form. */
export function timeOfBackup(name: string): number | null {
  const parts = STAMP.exec(name)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}

/** The backups of a kind, newest first. */
export function namesOfKind(names: readonly string[], kind: Kind): string[] {
  return names
    .filter(name => name.startsWith(`challenge-hut-${kind}-`) && timeOfBackup(name) !== null)
    .sort()
    .reverse()
}
