/** Checks the port and the data folder before the app uses them. */
import { once } from 'node:events'
import { constants, existsSync, writeSync } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { OperatorError } from '../operator-error.ts'

type Place = Pick<Config, 'host' | 'port'>

/** A disk may need some seconds to wake up. */
const PATIENCE_MS = 10_000

/** Checks that a server can listen. @throws OperatorError when it cannot */
export async function checkPort(place: Place): Promise<void> {
  const server = createServer()
  try {
    server.listen({ ...place, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    throw listenError(error, place)
  } finally {
    server.close()
  }
}

/** The error for an operator when a server cannot listen. */
export function listenError(error: unknown, { host, port }: Place): Error {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new OperatorError(
      `Wrong setting: PORT: another program already listens on ${host}:${port}; stop it, or choose another port`
    )
  }
  if (code === 'EACCES') {
    return new OperatorError(`Wrong setting: PORT: this user may not listen on ${port}; choose one from 1024 on`)
  }
  return new OperatorError(`Wrong setting: HOST: ${host} is not an address of this machine (${code || message})`)
}

/** Subfolders that the app creates when it needs them. */
const FOLDERS = ['backups', 'fonts', 'mail', 'postgres', 'uploads']

/** Checks the data folder, and creates it if it does not exist. @throws OperatorError when it cannot be used */
export async function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const patience = setTimeout(() => endHung(dataDir), PATIENCE_MS)
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const name of FOLDERS) await checkFolder(join(dataDir, name))
  } catch (error) {
    throw dataFolderError(error as NodeJS.ErrnoException, dataDir)
  } finally {
    clearTimeout(patience)
  }
}

/** Creates a folder and its parents. Node's recursive `mkdir` never ends below `/proc`. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return checkFolder(path)
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    await makeFolder(dirname(path))
    await mkdir(path)
  }
}

async function checkFolder(path: string): Promise<void> {
  const found = await stat(path).catch(error => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found && !found.isDirectory()) throw dataFolderError({ code: 'ENOTDIR' } as NodeJS.ErrnoException, path)
}

/** Ends the process when a network disk does not respond. The pending call would block an ordinary exit. */
function endHung(path: string): void {
  writeSync(2, `Wrong setting: DATA_DIR: ${path} is on a disk that does not respond\n`)
  process.kill(process.pid, 'SIGKILL')
}

/** The error for an operator when something in the data folder cannot be used. */
export function dataFolderError(error: NodeJS.ErrnoException, path: string): Error {
  if (error instanceof OperatorError || error.code === undefined) return error
  return new OperatorError(`Wrong setting: DATA_DIR: ${path} ${inWords(error)}`)
}

function inWords({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'is not a folder'
  if (code === 'ENOENT') return 'cannot be made'
  if (code === 'EROFS') return 'is on a disk that cannot be written to'
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read and written by this user'
  if (code === 'ENOSPC') return 'cannot be made, because the disk is full'
  return `cannot be used: ${message}`
}
