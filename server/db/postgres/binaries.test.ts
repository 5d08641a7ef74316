import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { binariesIn, findBinaries, linkLibraries } from './binaries.ts'

test('missing links of the install script are created', async () => {
  const copy = await temporaryFolder()
  await mkdir(join(copy, 'native'))
  await cp((await findBinaries()).folder, join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
  const libraries = join(copy, 'native', 'lib')
  for (const name of await readdir(libraries)) {
    if ((await lstat(join(libraries, name))).isSymbolicLink()) await rm(join(libraries, name))
  }
  await linkLibraries(copy)
  await linkLibraries(copy)
  const { stdout } = await promisify(execFile)(binariesIn(join(copy, 'native')).postgres, ['--version'])
  expect(stdout).toContain('PostgreSQL) 18')
})

test('a package without a list of links needs none', async () => {
  await linkLibraries(dirname(await temporaryFolder()))
})
