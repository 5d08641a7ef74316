import { existsSync } from 'node:fs'
import { mkdir, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { chooseAddress, connectionOf } from './address.ts'
import { startPostgres } from './postgres.ts'

const LONG = 'a folder, "quoted", of a long name '.repeat(5).trim()

test('a path too long for a socket gets a private folder elsewhere, which is removed at the stop', {
  timeout: 30_000
}, async () => {
  const folder = join(await temporaryFolder(), LONG, 'postgres')
  const postgres = await startPostgres({ folder })
  onTestFinished(postgres.stop)
  const { host } = postgres.connection
  expect(host).not.toBe(folder)
  expect((await stat(host)).mode & 0o777).toBe(0o700)
  expect(await connectionOf(folder)).toEqual(postgres.connection)
  const client = new Client(postgres.connection)
  await client.connect()
  await client.end()
  await postgres.stop()
  expect(existsSync(host)).toBe(false)
})

test('the same folder has the same address at each start', async () => {
  const folder = join(await temporaryFolder(), LONG)
  const address = await chooseAddress(folder, undefined)
  expect(await chooseAddress(folder, undefined)).toEqual(address)
  await rm(address.socketFolder, { recursive: true })
})

test('a temporary folder in which another user took the name is not used', async () => {
  const folder = join(await temporaryFolder(), LONG)
  const { socketFolder } = await chooseAddress(folder, undefined)
  await rm(socketFolder, { recursive: true })
  const place = await temporaryFolder()
  await mkdir(join(place, 'trap'))
  await symlink(join(place, 'trap'), join(place, socketFolder.slice(tmpdir().length + 1)))
  vi.stubEnv('TMPDIR', place)
  onTestFinished(() => void vi.unstubAllEnvs())
  const address = await chooseAddress(folder, undefined)
  expect(address.socketFolder.startsWith(place)).toBe(false)
  await rm(address.socketFolder, { recursive: true })
})
