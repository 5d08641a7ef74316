/**
 * Decides where PostgreSQL listens: on a Unix socket in a private folder, or on Windows on a loopback port with a
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
  /** The folder of the socket. */
  host: string
  port: number
  user: string
  database: string
  /** Only on Windows. On other systems no other user can reach the socket. */
  password?: string
}

export interface Address {
  socketFolder: string
  port: number
}

/** The longest path of a socket on macOS, which has the lowest limit. */
const LONGEST_SOCKET = 103
const PORT = 5432

/**
 * The connection to the PostgreSQL that runs on a folder; undefined when none runs. It takes no lock, so commands can
 * use it while the app runs. It tries the socket, because the process may run in another container and be invisible
 * here.
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

/** The connection to an address of a folder. */
export async function connectionTo({ socketFolder, port }: Address, folder: string): Promise<Connection> {
  const common = { port, user: 'postgres', database: 'postgres' }
  if (process.platform !== 'win32') return { ...common, host: socketFolder }
  return { ...common, host: '127.0.0.1', password: await readFile(join(folder, PASSWORD_FILE), 'utf8') }
}

/** Chooses the address for a folder. The same folder always gets the same socket. */
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

/** The settings of PostgreSQL for an address. */
export function addressSettings({ socketFolder, port }: Address): string[] {
  return process.platform === 'win32'
    ? ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
    : // The setting is a list, so quote the path, which may contain a comma.
      ['listen_addresses=', `port=${port}`, `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`]
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET
}

/**
 * Creates the folder and tells whether it belongs to us. Other users can write to the temporary folder and may have
 * taken the name.
 */
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
