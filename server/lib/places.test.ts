import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { OperatorError } from './operator-error.ts'
import { checkDataFolder, checkPort, dataFolderError, listenError } from './places.ts'

const HOST = '127.0.0.1'

test('a port that another program has is named with its address, and is free once that one is gone', async () => {
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
  // Asking has not taken it.
  await checkPort({ host: HOST, port })
})

test('an address of another machine is named as HOST', async () => {
  await expect(checkPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'Wrong setting: HOST: 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)'
  )
})

test('a port below 1024 that this user may not have is named as PORT', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(listenError(error, { host: HOST, port: 80 }).message).toBe(
    'Wrong setting: PORT: this user may not listen on 80; choose one from 1024 on'
  )
})

test('the folder of data is made with those above it, and may be there already', async () => {
  const dataDir = join(await temporaryFolder(), 'srv', 'hut', 'data')
  await checkDataFolder({ dataDir })
  expect((await stat(dataDir)).isDirectory()).toBe(true)
  await checkDataFolder({ dataDir })
})

test('a file in its place, or on the way to it, is no folder', async () => {
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
])('what is wrong with the folder is said in words: %s', (code, words) => {
  const error = Object.assign(new Error('input/output error'), { code })
  expect(dataFolderError(error, '/srv/hut')).toEqual(new OperatorError(`Wrong setting: DATA_DIR: /srv/hut ${words}`))
})

test('what is no fault of the folder stays what it is', () => {
  for (const error of [new TypeError('of the program'), new OperatorError('Wrong setting: PORT: taken')]) {
    expect(dataFolderError(error, '/srv/hut')).toBe(error)
  }
})
