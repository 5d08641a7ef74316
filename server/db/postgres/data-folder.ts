/**
 * Creates the data folder, completely or not at all. It is filled under another name next to its place and then
 * renamed.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { asTyped } from '../../lib/as-typed.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { ignoring, SYNCS_AT_ONCE } from './binaries.ts'
import type { Identity } from './identity.ts'
import { isRunning } from './postmaster.ts'

/**
 * The file with the password, in the private data folder. It is needed on Windows only, where the server listens on
 * loopback and every user could connect.
 */
export const PASSWORD_FILE = 'app-password'

/** Creates the data folder unless it exists. @throws OperatorError */
export async function makeDataFolder(folder: string, identity: Identity): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  if ((await readdir(folder).catch(ignoring('ENOENT')))?.length) {
    throw new OperatorError(
      `${folder} is no database, and is not empty: put it aside, and restore a backup (${asTyped('npm run restore -- FILE')}) or ` +
        'start with an empty one.'
    )
  }
  await removeAbandoned(folder)
  const fresh = `${folder}.new-${process.pid}`
  await mkdir(fresh, { mode: 0o700 })
  if (identity.owner) await chown(fresh, identity.owner.uid, identity.owner.gid)
  try {
    await initialize(fresh, identity)
    await rename(fresh, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another first start at the same time was faster, and its folder can be used.
    if (existsSync(join(folder, 'PG_VERSION'))) return
    throw error
  }
}

async function initialize(fresh: string, identity: Identity): Promise<void> {
  const passwordFile = `${fresh}.password`
  const windows = process.platform === 'win32'
  if (windows) await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const access = windows
    ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    : ['--auth-local=trust', '--auth-host=reject']
  try {
    await initdb([`--pgdata=${fresh}`, ...access], identity)
    if (windows) await rename(passwordFile, join(fresh, PASSWORD_FILE))
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/**
 * PostgreSQL's builtin collation is the same on every system, so a folder can move, and a new C library breaks no
 * index. Only pg_trgm and text search use LC_CTYPE, to know which characters are letters. With plain C they would find
 * no letters beyond ASCII.
 */
async function initdb(args: string[], { prefix, user, binaries }: Identity): Promise<void> {
  const [command = '', ...rest] = [...prefix, binaries.initdb]
  const common = ['--username=postgres', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  if (SYNCS_AT_ONCE) common.push('--sync-method=syncfs')
  const run = (letters: string) =>
    promisify(execFile)(
      command,
      [...rest, ...args, ...common, '--locale=C', `--lc-ctype=${letters}`, '--no-instructions'],
      { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } }
    )
  const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  await run(letters).catch(error => {
    if (!String(error.stderr).includes('invalid locale name')) {
      throw new OperatorError(`No database can be made: ${reasonOf(error)}`)
    }
    return run('C')
  })
}

/** The last line that initdb printed, or the reason why it did not start. */
function reasonOf({ stderr = '', message }: Error & { stderr?: string }): string {
  return stderr.trim().split('\n').at(-1) || message
}

/** Removes folders that a killed first start left behind. */
async function removeAbandoned(folder: string): Promise<void> {
  const start = `${basename(folder)}.new-`
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(start)) continue
    const pid = Number.parseInt(name.slice(start.length), 10)
    if (pid !== process.pid && isRunning(pid)) continue
    await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/**
 * Makes the rename durable. Otherwise a power cut could undo it after rows were acknowledged. Windows cannot open
 * folders.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(ignoring('EISDIR', 'EPERM', 'EACCES'))
  await handle?.sync().finally(() => handle.close())
}
