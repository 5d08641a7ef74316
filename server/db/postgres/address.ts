/**
 * Where PostgreSQL listens: on a Unix socket in a private folder. On Windows it listens on a loopback port with a
 * password.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { OperatorError } from '../../lib/operator-error.ts'
import { ignoring } from './binaries.ts'
import { PASSWORD_FILE } from './data-folder.ts'
import type { User } from './identity.ts'
import { readPostmaster } from './postmaster.ts'

/** The options of `new Client()` and `new Pool()` of `pg`. */
export interface Connection {
  /** The folder that holds the socket. */
  host: string
  port: number
  user: string
  database: string
  /** Only on Windows. Elsewhere no other user can reach the socket. */
  password?: string
}

export interface Address {
  socketFolder: string
  port: number
}

/** The longest path of a socket on macOS, where the limit is lowest. */
const LONGEST_SOCKET = 103
const PORT = 5432

/**
 * How to reach the PostgreSQL that runs on this folder; undefined when none does. It takes no lock, so command-line
 * tools can use it beside the app. Its socket is asked, since its process cannot be seen from another container.
 */
export async function connectionOf(folder: string): Promise<Connection | undefined> {
  const postmaster = await readPostmaster(folder)
  if (!postmaster) return undefined
  const connection = await connectionTo(postmaster, folder)
  const client = new Client({ ...connection, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  const isThere = await client.connect().then(
    () => true,
    () => false
  )
  await client.end().catch(() => {})
  return isThere ? connection : undefined
}

export async function connectionTo({ socketFolder, port }: Address, folder: string): Promise<Connection> {
  const common = { port, user: 'postgres', database: 'postgres' }
  if (process.platform !== 'win32') return { ...common, host: socketFolder }
  return { ...common, host: '127.0.0.1', password: await readFile(join(folder, PASSWORD_FILE), 'utf8') }
}

export async function chooseAddress(folder: string, owner: User | undefined): Promise<Address> {
  if (process.platform === 'win32') return { socketFolder: folder, port: await freePort() }
  if (fits(folder)) return { socketFolder: folder, port: PORT }
  const name = `challenge-hut-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  for (const place of [tmpdir(), '/tmp']) {
    const socketFolder = join(place, name)
    if (fits(socketFolder) && (await isPrivate(socketFolder, owner))) return { socketFolder, port: PORT }
  }
  throw new OperatorError(
    `Wrong setting: DATA_DIR: ${folder} is too long for a socket, and the folder for temporary files does not serve`
  )
}

export function addressSettings({ socketFolder, port }: Address): string[] {
  return process.platform === 'win32'
    ? ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
    : // The setting is a list: quoted, a comma in the path does not split it.
      ['listen_addresses=', `port=${port}`, `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`]
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET
}

/** Other users can write to the folder for temporary files, so a folder of this name that is not ours is not used. */
async function isPrivate(folder: string, owner: User | undefined): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch(ignoring('EEXIST'))
  const found = await lstat(folder)
  if (!found.isDirectory() || ![process.getuid?.(), owner?.uid].includes(found.uid)) return false
  await chmod(folder, 0o700)
  if (owner) await chown(folder, owner.uid, owner.gid)
  return true
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
