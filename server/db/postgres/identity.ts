/**
 * Chooses the user that PostgreSQL runs as. PostgreSQL refuses root, and its user must own the data folder. An ordinary
 * user can run it directly. For root, this takes the first way that reaches both the programs and the data folder:
 * 1. In a user namespace where root has another id. The folder still belongs to root, and a private home works.
 * 2. As the owner of the folder, or `nobody`, with the right to pass through closed folders.
 * 3. As the same user without that right.
 * 4. The same, with the programs copied to a place that this user can read.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, cp, lchown, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../lib/operator-error.ts'
import { type Binaries, binariesIn } from './binaries.ts'

export interface User {
  uid: number
  gid: number
}

export interface Identity {
  /** Arguments before those of the program. */
  prefix: string[]
  /** The user that `spawn` switches to. */
  user?: User
  /** The user who must own the data folder; absent for the current user. */
  owner?: User
  /** Whether the kernel stops the program when the app dies. */
  leashed: boolean
  binaries: Binaries
}

/** `initdb` needs a user with a name. This id has a name on every Linux system; 1000 may not. */
const NOBODY: User = { uid: 65534, gid: 65534 }
const NAMESPACE = ['unshare', '-U', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`]
const LEASH = ['setpriv', '--pdeathsig', 'INT']

/** Chooses how to run PostgreSQL. @throws OperatorError when no way works */
export async function chooseIdentity(binaries: Binaries, folder: string): Promise<Identity> {
  // Older versions of setpriv do not have the option.
  const leashed = await works([...LEASH, 'setpriv', '--version'])
  const leash = leashed ? LEASH : []
  if (process.getuid?.() !== 0) return { prefix: leash, leashed, binaries }
  const owner = await ownerFor(folder)
  const inNamespace = { prefix: [...NAMESPACE, ...leash], leashed, binaries }
  const asOwner = { prefix: leash, user: owner, owner, leashed }
  const ways: Identity[] = [
    // In the namespace a folder of another user would belong to nobody.
    ...((await isOfAnother(folder)) ? [] : [inNamespace]),
    { prefix: [...LEASH, ...passing(owner)], owner, leashed, binaries },
    { ...asOwner, binaries },
    { ...asOwner, binaries: binariesIn(`${folder}-programs`) }
  ]
  for (const way of ways) {
    if (way.binaries !== binaries) await copyPrograms(binaries.folder, way.binaries.folder, owner)
    if (await reaches(way, dirname(folder))) return way
  }
  await rm(`${folder}-programs`, { recursive: true, force: true })
  throw new OperatorError(
    `PostgreSQL refuses to run as root, and no other user can reach ${folder}: ` +
      'start the app as an ordinary user, set DATA_DIR to a folder outside a private home, or set DATABASE_URL.'
  )
}

/**
 * Gives the folder to the user who will run PostgreSQL. The folder itself comes last, so an interrupted change is
 * repeated at the next start.
 */
export async function giveFolder(folder: string, { uid, gid }: User): Promise<void> {
  if ((await stat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  await chown(folder, uid, gid)
}

async function ownerFor(folder: string): Promise<User> {
  for (const path of [folder, dirname(folder)]) {
    if (!(await isOfAnother(path))) continue
    const { uid, gid } = await stat(path)
    return { uid, gid }
  }
  return NOBODY
}

async function isOfAnother(path: string): Promise<boolean> {
  return existsSync(path) && (await stat(path)).uid !== 0
}

function passing({ uid, gid }: User): string[] {
  const right = '+dac_override'
  return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', `--inh-caps=${right}`, `--ambient-caps=${right}`]
}

async function copyPrograms(from: string, to: string, owner: User): Promise<void> {
  if (existsSync(to)) return
  const fresh = `${to}.new-${process.pid}`
  await rm(fresh, { recursive: true, force: true })
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true })
  await giveFolder(fresh, owner)
  await rename(fresh, to)
}

function reaches({ prefix, user, binaries }: Identity, folder: string): Promise<boolean> {
  return works([...prefix, '/bin/sh', '-c', 'cd "$1" && exec "$0" --version', binaries.postgres, folder], user)
}

function works([command = '', ...args]: string[], user?: User): Promise<boolean> {
  return promisify(execFile)(command, args, { ...user, cwd: '/' }).then(
    () => true,
    () => false
  )
}
