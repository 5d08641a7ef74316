import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { checkDataFolder, checkPort, dataFolderError, listenError } from './start-checks.ts'

const HOST = '127.0.0.1'

test('a used port is named with its address, and is free after the other program stops', async () => {
  const other = createServer().listen(0, HOST)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(checkPort({ host: HOST, port })).rejects.toThrow(
    new OperatorError(
      `Wrong setting: PORT: another program already listens on ${HOST}:${port}; stop it, or choose another port`
    )
  )
  other.close()
  await once(other, 'close')
  await checkPort({ host: HOST, port })
  // The check itself does not keep the port.
  await checkPort({ host: HOST, port })
})

test('an address of another machine is reported as a wrong HOST', async () => {
  await expect(checkPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'Wrong setting: HOST: 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)'
  )
})

test('a port that needs special rights is reported as a wrong PORT', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(listenError(error, { host: HOST, port: 80 }).message).toBe(
    'Wrong setting: PORT: this user may not listen on 80; choose one from 1024 on'
  )
})

test('the data folder is created with its parents, and may exist already', async () => {
  const dataDir = join(await temporaryFolder(), 'srv', 'hut', 'data')
  await checkDataFolder({ dataDir })
  expect((await stat(dataDir)).isDirectory()).toBe(true)
  await checkDataFolder({ dataDir })
})

test('a file in the place of the data folder or its parent is reported', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, 'words')
  for (const dataDir of [file, join(file, 'data')]) {
    await expect(checkDataFolder({ dataDir })).rejects.toThrow(
      new OperatorError(`Wrong setting: DATA_DIR: ${dataDir} is not a folder`)
    )
  }
})

test.each([
  ['EACCES', 'cannot be read and written by this user'],
  ['EPERM', 'cannot be read and written by this user'],
  ['EROFS', 'is on a disk that cannot be written to'],
  ['ENOSPC', 'cannot be made, because the disk is full'],
  ['EIO', 'cannot be used: input/output error']
])('a problem with the data folder is explained in words: %s', (code, words) => {
  const error = Object.assign(new Error('input/output error'), { code })
  expect(dataFolderError(error, '/srv/hut')).toEqual(new OperatorError(`Wrong setting: DATA_DIR: /srv/hut ${words}`))
})

test('an unrelated error stays unchanged', () => {
  for (const error of [new TypeError('of the program'), new OperatorError('Wrong setting: PORT: taken')]) {
    expect(dataFolderError(error, '/srv/hut')).toBe(error)
  }
})
