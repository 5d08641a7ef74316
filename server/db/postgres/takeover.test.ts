import { execFileSync, spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startCrashApp } from '../../../testing/crash/crash-app.ts'
import { templateFolder } from '../../../testing/database/template-folder.ts'
import { startPostgres } from './postgres.ts'
import { isRunning, readPostmaster } from './postmaster.ts'
import { complaintOf } from './server.ts'

const madeFolder = templateFolder()
let folder: string
beforeEach(async () => {
  folder = await madeFolder()
})

async function startAndStop() {
  const postgres = await startPostgres({ folder })
  await postgres.stop()
}

/** A PATH without `setpriv --pdeathsig`. Root still needs the program for namespaces. */
async function pathWithoutLeash(): Promise<string> {
  const path = join(dirname(folder), 'path')
  await mkdir(path)
  await symlink('/usr/bin/unshare', join(path, 'unshare'))
  return path
}

test('a killed first start does not hinder the next start', async () => {
  await rm(folder, { recursive: true })
  const abandoned = `${folder}.new-${deadProcess()}`
  await mkdir(abandoned)
  await writeFile(join(abandoned, 'PG_VERSION'), '18\n')
  await startAndStop()
  expect(await readdir(dirname(folder))).toEqual(['postgres'])
})

test('a pid file of a dead or unrelated process does not hinder a start', async () => {
  const other = spawn('sleep', ['60'])
  // Like a shell that a person opened in the folder.
  const inside = spawn('sleep', ['60'], { cwd: folder })
  onTestFinished(() => void [other, inside].map(child => child.kill()))
  for (const pid of [deadProcess(), process.pid, other.pid, inside.pid]) {
    await writeFile(join(folder, 'postmaster.pid'), `${pid}\n${folder}\n1700000000\n5432\n${folder}\n\n`)
    await writeFile(join(folder, '.s.PGSQL.5432.lock'), `${pid}\n${folder}\n1700000000\n5432\n${folder}\n`)
    await startAndStop()
  }
})

test('a folder with other files is left unchanged', async () => {
  await rm(join(folder, 'PG_VERSION'))
  await expect(startPostgres({ folder })).rejects.toThrow(
    `${folder} is no database, and is not empty: put it aside, and restore a backup (npm run restore -- FILE) or ` +
      'start with an empty one.'
  )
  expect(await readdir(folder)).toContain('global')
})

test.each([
  [
    '[7] FATAL:  lock file "postmaster.pid" already exists',
    /number is in \/srv\/hut\/postmaster\.pid; if .+ delete this file$/
  ],
  ['postgres: could not find the database system', /damaged: put it aside, and restore a backup/],
  ['[7] PANIC:  could not locate a valid checkpoint record', /damaged: put it aside, and restore a backup/],
  ['[7] FATAL:  database files are incompatible with server', /damaged: put it aside, and restore a backup/],
  ['[7] FATAL:  could not write lock file "postmaster.pid": No space left on device', /make room on its disk$/],
  ['[7] FATAL:  data directory "/srv/hut" has wrong ownership', /let this user own it$/]
])('an error of PostgreSQL comes with advice: %s', (line, advice) => {
  expect(complaintOf('/srv/hut', line)).toMatch(/^PostgreSQL did not start on \/srv\/hut: [^[].+; [^\n]+$/)
  expect(complaintOf('/srv/hut', line)).toMatch(advice)
})

test('a backend that outlives its postmaster does not block the next start', async () => {
  const app = startCrashApp(folder, new Set())
  await app.ready
  const client = new Client({ host: folder, port: 5432, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  const busy = client.query('select count(*) from generate_series(1, 300000000) a').catch(() => {})
  const postmaster = await readPostmaster(folder)
  await expect.poll(() => readdir(join(folder, 'base', 'pgsql_tmp')).catch(() => [])).not.toEqual([])
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  await app.kill('SIGKILL')
  const began = performance.now()
  await startAndStop()
  expect(performance.now() - began).toBeLessThan(6000)
  await busy
})

describe.each([
  { how: 'by the kernel', leash: true },
  { how: 'by a guard', leash: false }
])('PostgreSQL is stopped $how', ({ leash }) => {
  test('PostgreSQL stops when its app is killed', async () => {
    const app = startCrashApp(folder, new Set(), leash ? {} : { PATH: await pathWithoutLeash() })
    await app.ready
    const pid = (await readPostmaster(folder))?.pid ?? 0
    await app.kill('SIGKILL')
    // Only a proper stop removes the pid file.
    await expect.poll(() => readPostmaster(folder), { timeout: 15_000 }).toBeUndefined()
    await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false)
  })
})

test('a server without an app is stopped and replaced', async () => {
  const app = startCrashApp(folder, new Set(), { PATH: await pathWithoutLeash() })
  await app.ready
  const orphan = (await readPostmaster(folder))?.pid ?? 0
  process.kill(await parentOf(orphan), 'SIGKILL')
  await app.kill('SIGKILL')
  expect(isRunning(orphan)).toBe(true)
  await startAndStop()
  await expect.poll(() => isRunning(orphan), { timeout: 15_000 }).toBe(false)
})

function deadProcess(): number {
  return Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }))
}

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}
