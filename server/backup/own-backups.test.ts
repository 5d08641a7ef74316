import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import {
  cleanUpDatabases,
  connected,
  firstReleaseDatabase,
  migratedDatabase,
  run
} from '../../testing/database/first-release.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { startS3 } from '../../testing/servers/s3.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openWorld } from '../../testing/world.ts'
import { openDatabase } from '../db/database.ts'
import { readConfig } from '../lib/config.ts'
import { openStore } from '../uploads/open-store.ts'
import { newestBackup } from './newest.ts'
import { openBackupBucket } from './open-bucket.ts'
import { backUpBeforeUpgrade, backUpDaily, lastDue, nextDue } from './own-backups.ts'

cleanUpDatabases()

const SLOW = { timeout: 60_000 }
const DAY = 86_400_000
/** 03:15 */
const AT = 195
const NEVER = new AbortController().signal
const MORNING = 'challenge-hut-daily-2026-12-02T090000Z.backup'

/** One node of a hut. Its people were there long before its clock starts. */
async function openNode(connection: ClientConfig, settings: Record<string, string> = {}, more: object = {}) {
  const config = readConfig({ DATA_DIR: await temporaryFolder(), ...settings })
  const db = openDatabase(connection, console, 2)
  onTestFinished(() => db.$client.end())
  const clock = testClock(Date.UTC(2026, 11, 2, 9))
  const needs = { config, db, clock, connection, store: await openStore(config), ...more }
  const folder = join(config.dataDir, 'backups')
  return {
    ...needs,
    folder,
    backUp: () => backUpDaily(needs, AT, NEVER),
    files: async () => (await readdir(folder).catch(() => [])).sort()
  }
}

test('a backup is due once a day, at its time in the zone of the hut', () => {
  const dueAt = (now: string, zone: string) =>
    [lastDue, nextDue].map(due => new Date(due(Date.parse(now), AT, zone)).toISOString())
  const [today, yesterday] = ['2026-12-02T03:15:00.000Z', '2026-12-01T03:15:00.000Z']
  expect(dueAt('2026-12-02T12:00:00Z', 'UTC')).toEqual([today, '2026-12-03T03:15:00.000Z'])
  expect(dueAt('2026-12-02T03:14:59Z', 'UTC')).toEqual([yesterday, today])
  expect(dueAt(today, 'UTC')[0]).toBe(today)
  expect(dueAt(today, 'Asia/Tokyo')).toEqual(['2026-12-01T18:15:00.000Z', '2026-12-02T18:15:00.000Z'])
  // The day on which the clocks go back has 25 hours.
  const summer = '2026-10-24T01:15:00.000Z'
  expect(dueAt(summer, 'Europe/Berlin')).toEqual([summer, '2026-10-25T02:15:00.000Z'])
})

test('one backup is made a day, and the newest ones stay', SLOW, async () => {
  const node = await openNode(await migratedDatabase(), { BACKUP_KEEP: '2' })
  await mkdir(node.folder)
  // Backups of a person stay, and so does everything else.
  const others = ['challenge-hut-2020-01-01T000000Z.backup', 'challenge-hut-daily-notes.txt', 'mine.backup']
  for (const name of others) await writeFile(join(node.folder, name), '')
  expect(await node.backUp()).toBe(MORNING)
  expect(await node.backUp()).toBeNull()
  node.clock.jump(18 * 3_600_000)
  expect(await node.backUp()).toBeNull()
  for (let day = 0; day < 3; day++) {
    node.clock.jump(DAY)
    expect(await node.backUp()).not.toBeNull()
  }
  const kept = ['challenge-hut-daily-2026-12-05T030000Z.backup', 'challenge-hut-daily-2026-12-06T030000Z.backup']
  expect(await node.files()).toEqual([...others, ...kept].sort())
  expect((await stat(join(node.folder, kept[1] ?? ''))).mode & 0o777).toBe(0o600)
  expect(await run(node.connection, 'select name from backups order by 1')).toEqual(kept.map(name => ({ name })))
})

test('a hut that is younger than the hour of backups has none to make', SLOW, async () => {
  const node = await openNode(await migratedDatabase())
  await run(node.connection, `update users set created_at = '2026-12-02T08:00:00Z'`)
  expect(await node.backUp()).toBeNull()
  node.clock.jump(DAY)
  expect(await node.backUp()).not.toBeNull()
})

test('one of several nodes makes the backup, also when each has a folder of its own', SLOW, async () => {
  const connection = await migratedDatabase()
  const nodes = await Promise.all([1, 2, 3].map(() => openNode(connection)))
  const made = await Promise.all(nodes.map(node => node.backUp()))
  expect(made.filter(name => name !== null)).toEqual([MORNING])
  for (const node of nodes) expect(await node.backUp()).toBeNull()
  expect((await Promise.all(nodes.map(node => node.files()))).flat()).toEqual([MORNING])
  // Every node knows of it.
  for (const { db, config } of nodes) {
    expect(await newestBackup({ db, config })).toMatchObject({ name: MORNING, at: new Date('2026-12-02T09:00:00Z') })
  }
})

describe('a backup that fails', () => {
  test('leaves the earlier ones and no new file when the disk is full, and is made later', SLOW, async () => {
    const connection = await migratedDatabase()
    const node = await openNode(connection, { BACKUP_KEEP: '1' })
    await node.backUp()
    node.clock.jump(DAY)
    const full = backUpDaily({ ...node, leastFree: 1e15 }, AT, NEVER)
    await expect(full).rejects.toThrow(/^the disk of .* has less than \d+ MB free$/)
    expect(await node.files()).toEqual([MORNING])
    expect(await node.backUp()).not.toBeNull()
    expect(await node.files()).toEqual(['challenge-hut-daily-2026-12-03T090000Z.backup'])
  })

  test('leaves no part of a file when the app stops or the database fails meanwhile', SLOW, async () => {
    const connection = await migratedDatabase()
    const node = await openNode(connection)
    const blocker = openDatabase(connection, console, 2)
    const holder = await blocker.$client.connect()
    await holder.query('begin; lock table logs in access exclusive mode')
    const stopping = new AbortController()
    const stopped = backUpDaily(node, AT, stopping.signal)
    stopped.catch(() => {})
    await untilSomebodyWaits(blocker)
    expect(await node.files()).toEqual([`${MORNING}.part`])
    stopping.abort()
    await expect(stopped).rejects.toThrow()
    expect(await node.files()).toEqual([])

    const failed = node.backUp()
    failed.catch(() => {})
    // PostgreSQL still waits for the first one, too.
    await untilSomebodyWaits(blocker, 2)
    await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`
    )
    await expect(failed).rejects.toThrow()
    expect(await node.files()).toEqual([])
    await holder.query('rollback')
    holder.release()
    await blocker.$client.end()
    expect(await node.backUp()).toBe(MORNING)
  })

  test('is repeated without a second file when only the bucket was away', SLOW, async () => {
    const { backups, stop } = await startS3({ lists: true })
    const connection = await migratedDatabase()
    const node = await openNode(connection, backups)
    stop()
    await expect(node.backUp()).rejects.toThrow(/^BACKUP_S3_ENDPOINT: .* cannot be used/)
    expect(await node.files()).toEqual([MORNING])
    expect(await newestBackup(node)).toBeNull()
    const again = await startS3({ lists: true })
    const config = { ...readConfig({ DATA_DIR: node.config.dataDir, ...again.backups }) }
    node.clock.jump(600_000)
    expect(await backUpDaily({ ...node, config }, AT, NEVER)).toBe(MORNING)
    expect(await node.files()).toEqual([MORNING])
    expect(await newestBackup(node)).toMatchObject({ name: MORNING })
  })

  test('removes what a killed app left behind', SLOW, async () => {
    const node = await openNode(await migratedDatabase())
    await mkdir(node.folder)
    for (const kind of ['daily', 'upgrade']) {
      await writeFile(join(node.folder, `challenge-hut-${kind}-2026-12-01T031500Z.backup.part`), '')
    }
    await node.backUp()
    expect(await node.files()).toEqual([MORNING, 'challenge-hut-upgrade-2026-12-01T031500Z.backup.part'])
  })
})

test('the bucket gets a copy of each daily backup and keeps the newest', SLOW, async () => {
  const { backups } = await startS3({ lists: true })
  const node = await openNode(await migratedDatabase(), { ...backups, BACKUP_KEEP: '2' })
  for (let day = 0; day < 3; day++) {
    expect(await node.backUp()).not.toBeNull()
    node.clock.jump(DAY)
  }
  const bucket = await openBackupBucket(node.config)
  const kept = await node.files()
  expect(kept).toHaveLength(2)
  expect(await bucket?.list()).toEqual(kept)
})

test('a large file reaches the bucket in parts, whole', async () => {
  const { backups } = await startS3({ lists: true })
  const { openBucket } = await import('./bucket.ts')
  const { s3 } = readConfig(backups).backups
  if (!s3) throw new Error('there is no bucket')
  const bucket = openBucket(s3, 5 * 1024 * 1024)
  const file = join(await temporaryFolder(), 'file')
  const content = Buffer.alloc(12_000_000, 'a piece of a backup ')
  await writeFile(file, content)
  await bucket.write('challenge-hut-large', file, NEVER)
  const read = await bucket.read('challenge-hut-large')
  const chunks: Buffer[] = []
  for await (const chunk of read) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(content)).toBe(true)
  await bucket.remove('challenge-hut-large')
  expect(await bucket.list()).toEqual([])
})

describe('the running app', () => {
  test('makes the backup at its time, and tells its age', SLOW, async () => {
    const world = await openWorld({}, { makesBackups: true })
    onTestFinished(() => world.close())
    const metrics = async () => {
      const { body } = await world.visitor.request({ url: '/metrics', headers: { host: 'localhost' } })
      return (name: string) => Number(new RegExp(`^hut_${name} (.+)$`, 'm').exec(body)?.[1])
    }
    expect((await metrics())('backup_age_seconds')).toBeNaN()
    const folder = join(world.config.dataDir, 'backups')
    await world.as('ada')
    // 03:14:59
    world.clock.advance(18 * 3_600_000 + 899_000 - 5000)
    await world.workers.backups.done()
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
    world.clock.advance(6000)
    await world.workers.backups.done()
    expect(await readdir(folder)).toEqual(['challenge-hut-daily-2026-03-03T031500Z.backup'])
    world.clock.jump(60_000)
    const figures = await metrics()
    expect(figures('backup_age_seconds')).toBeCloseTo(60, -1)
    expect(figures('backup_size_bytes')).toBeGreaterThan(1000)
    expect(figures('backup_failures_total')).toBe(0)
  })

  test('logs a backup that failed, counts it, and makes it ten minutes later', SLOW, async () => {
    const world = await openWorld({}, { makesBackups: true })
    onTestFinished(() => world.close())
    await world.as('ada')
    await mkdir(world.config.dataDir, { recursive: true })
    await writeFile(join(world.config.dataDir, 'backups'), 'in the way')
    world.clock.jump(DAY)
    world.clock.advance(600_000)
    await world.workers.backups.done()
    const { body } = await world.visitor.request({ url: '/metrics', headers: { host: 'localhost' } })
    expect(body).toMatch(/^hut_backup_failures_total [1-9]/m)
  })

  test('BACKUP_AT=off makes none', async () => {
    const world = await openWorld({ BACKUP_AT: 'off' }, { makesBackups: true })
    onTestFinished(() => world.close())
    await world.as('ada')
    world.clock.jump(2 * DAY)
    world.clock.advance(600_000)
    await world.workers.backups.done()
    await expect(readdir(join(world.config.dataDir, 'backups'))).rejects.toThrow('ENOENT')
  })
})

describe('before an upgrade', () => {
  const RESTORE = 'server/backup/restore-command.ts'

  test('a backup of the older database is made, and three of them stay', SLOW, async () => {
    const connection = await firstReleaseDatabase()
    const node = await openNode(connection)
    for (let hour = 0; hour < 4; hour++) {
      await backUpBeforeUpgrade(node)
      node.clock.jump(3_600_000)
    }
    expect(await node.files()).toEqual(
      ['10', '11', '12'].map(hour => `challenge-hut-upgrade-2026-12-02T${hour}0000Z.backup`)
    )
    const off = await openNode(connection, { BACKUP_AT: 'off' })
    expect([await backUpBeforeUpgrade(off), await off.files()]).toEqual([null, []])
  })

  test('a failed backup is reported in one line that says how to go on', SLOW, async () => {
    const node = await openNode(await firstReleaseDatabase(), {}, { leastFree: 1e15 })
    await expect(backUpBeforeUpgrade(node)).rejects.toThrow(
      /^The database was not upgraded, because its backup failed: the disk of .* free\. BACKUP_AT=off .*$/
    )
    expect(await node.files()).toEqual([])
  })

  test('npm run restore -- newest restores it into a folder of its own, and audits it', SLOW, async () => {
    const connection = await firstReleaseDatabase()
    const secret = { BACKUP_PASSPHRASE: 'correct horse battery' }
    const node = await openNode(connection, secret)
    const folder = await temporaryFolder()
    const settings = { DATA_DIR: node.config.dataDir, DATABASE_URL: urlOf(connection), ...secret }
    const attempt = (to: string, change = {}) => runProgram(RESTORE, { ...settings, ...change }, ['newest', to])
    expect(await attempt(join(folder, 'a'))).toEqual({
      code: 2,
      printed: expect.stringMatching(/^There is no backup in .* yet\.\n$/)
    })
    await backUpBeforeUpgrade(node)
    expect(await attempt(join(folder, 'a'))).toEqual({
      code: 0,
      printed: expect.stringMatching(
        /^The newest backup is challenge-hut-upgrade-\S+ in .*\nRestored \d+ tables, .*\nledger: \d+ people, \d+ entries, 0 findings\n$/
      )
    })
    // The hut itself is as old as before.
    await connected(connection, async query => {
      expect(await query(`select to_regclass('backups') as found`)).toEqual([{ found: null }])
    })
    expect(await attempt(join(folder, 'a'))).toEqual({
      code: 2,
      printed: expect.stringMatching(/ is not empty: give a new folder\.\n$/)
    })
    expect(await attempt(join(folder, 'b'), { BACKUP_PASSPHRASE: '' })).toEqual({
      code: 2,
      printed: expect.stringMatching(/\nThe backup cannot be read: it is encrypted: set BACKUP_PASSPHRASE .*\n$/)
    })
  })

  test('the newest may be in the bucket', SLOW, async () => {
    const { backups } = await startS3({ lists: true })
    const node = await openNode(await migratedDatabase(), backups)
    await node.backUp()
    const DATA_DIR = await temporaryFolder()
    const { code, printed } = await runProgram(RESTORE, { ...backups, DATA_DIR }, ['newest', join(DATA_DIR, 'try')])
    expect(printed).toMatch(/^The newest backup is challenge-hut-daily-\S+ in the bucket\.\n/)
    expect(code).toBe(0)
  })
})
