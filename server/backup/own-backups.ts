/**
 * The backups that the app makes by itself: one each day, and one before an upgrade. An attempt that fails leaves the
 * earlier backups and no new file.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { addDays, type Calendar, type Day, dayOf, instantAt } from '../../domain/lib/day.ts'
import type { Resources } from '../dependencies.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { writeBackupFile } from './backup-file.ts'
import { isBackupDue, recordBackup } from './backup-rows.ts'
import { backupFolder, type Kind, nameOfBackup, namesOfKind, timeOfBackup } from './names.ts'
import { openBackupBucket } from './open-bucket.ts'

/** The node that makes the daily backup holds this lock. No other lock has this number. */
const BACKUP_LOCK = 7_201_973
/** The product serves no writes below 100 MB (lib/limits/free-space.ts), so a backup stops earlier. */
const LEAST_FREE = 200_000_000
const KEPT_UPGRADES = 3
const MINUTE_MS = 60_000

export interface Needs extends Pick<Resources, 'db' | 'clock' | 'config' | 'store'> {
  connection: ClientConfig
  /** The bytes that stay free on the disk. */
  leastFree?: number
}

/** When the daily backup became due last, in ms since 1970. @param at minutes since midnight in the zone @internal */
export function lastDue(now: number, at: number, zone: string): number {
  const today = dueOn(dayOf(now, midnightIn(zone)), at, zone)
  return today <= now ? today : dueOn(addDays(dayOf(now, midnightIn(zone)), -1), at, zone)
}

/** When it becomes due next. */
export function nextDue(now: number, at: number, zone: string): number {
  return dueOn(addDays(dayOf(lastDue(now, at, zone), midnightIn(zone)), 1), at, zone)
}

const midnightIn = (time_zone: string): Calendar => ({ time_zone, day_start: 0 })
const dueOn = (day: Day, at: number, zone: string): number => instantAt(Date.parse(day) + at * MINUTE_MS, zone)

/**
 * Makes the daily backup if it is due and no other node makes it, and removes the oldest ones. A second call does what
 * the first one left undone.
 * @param at minutes since midnight in the time zone of the hut
 * @returns the name of the new backup, or null
 */
export async function backUpDaily(needs: Needs, at: number, signal: AbortSignal): Promise<string | null> {
  const since = lastDue(needs.clock.now(), at, needs.config.hut.time_zone)
  if (!(await isBackupDue(needs.db, new Date(since)))) return null
  return withLock(needs.connection, async () => {
    // Another node may have made it just before.
    if (!(await isBackupDue(needs.db, new Date(since)))) return null
    return makeDaily(needs, since, signal)
  })
}

async function makeDaily(needs: Needs, since: number, signal: AbortSignal): Promise<string> {
  const { config, clock, db } = needs
  const { keep } = config.backups
  const folder = backupFolder(config)
  const [newest] = namesOfKind(await namesIn(folder), 'daily')
  // An earlier attempt may have written the file and then failed to reach the bucket.
  const isWritten = newest !== undefined && (timeOfBackup(newest) ?? 0) >= since
  const name = isWritten ? newest : nameOfBackup(clock.now(), 'daily')
  if (!isWritten) await makeFile(needs, 'daily', name, signal)
  const { size } = await stat(join(folder, name))
  const bucket = await openBackupBucket(config)
  await bucket?.write(name, join(folder, name), signal)
  await recordBackup(db, { name, bytes: size, made_at: new Date(timeOfBackup(name) ?? since) }, keep)
  for (const old of namesOfKind(await namesIn(folder), 'daily').slice(keep))
    await rm(join(folder, old), { force: true })
  if (bucket) for (const old of namesOfKind(await bucket.list(), 'daily').slice(keep)) await bucket.remove(old)
  return name
}

/**
 * Makes a backup of a database that is about to be migrated.
 * @returns its path, or null when the app makes no backups
 * @throws OperatorError when it cannot be made
 */
export async function backUpBeforeUpgrade(needs: Omit<Needs, 'db'>): Promise<string | null> {
  const { config, clock } = needs
  if (config.backups.at === null) return null
  const folder = backupFolder(config)
  const name = nameOfBackup(clock.now(), 'upgrade')
  try {
    await makeFile(needs, 'upgrade', name)
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]
    throw new OperatorError(
      `The database was not upgraded, because its backup failed: ${reason}. BACKUP_AT=off upgrades without a backup.`,
      { cause: error }
    )
  }
  const old = namesOfKind(await namesIn(folder), 'upgrade').slice(KEPT_UPGRADES)
  for (const each of old) await rm(join(folder, each), { force: true })
  return join(folder, name)
}

async function makeFile(
  { config, connection, store, leastFree = LEAST_FREE }: Omit<Needs, 'db'>,
  kind: Kind,
  name: string,
  signal?: AbortSignal
): Promise<void> {
  const folder = backupFolder(config)
  await mkdir(folder, { recursive: true })
  await removeParts(folder, kind)
  // Pictures in S3 have backups of their own.
  await writeBackupFile(connection, join(folder, name), config.s3 ? null : store, {
    passphrase: config.backups.passphrase,
    leastFree,
    ...(signal ? { signal } : {})
  })
}

/** Removes what a killed process left behind. */
async function removeParts(folder: string, kind: Kind): Promise<void> {
  const parts = (await namesIn(folder)).filter(
    name => name.startsWith(`challenge-hut-${kind}-`) && name.endsWith('.backup.part')
  )
  for (const part of parts) await rm(join(folder, part), { force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Runs `work` unless another node does so now. The lock ends with the connection, also when the process dies. */
async function withLock<Result>(connection: ClientConfig, work: () => Promise<Result | null>): Promise<Result | null> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
    return rows[0]?.taken ? await work() : null
  } finally {
    await client.end()
  }
}
