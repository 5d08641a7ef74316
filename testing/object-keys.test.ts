/** No object of the product is indexed by a word from outside (domain/lib/own.ts). */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWordKeys } from './lint/object-keys.ts'

/** Keys that people outside can't choose. */
const OWN_NAMES = [
  // The only place that checks whether the object itself has the key.
  'domain/lib/own.ts',
  // Tables and columns.
  'server/db/',
  'server/backup/',
  'server/seed/',
  // Built from our own contracts, at the start.
  'server/api-document/'
]

const root = resolve(import.meta.dirname, '..')
let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'object-keys-')))
})
afterAll(() => rm(folder, { recursive: true }))

const PLANTED = `
export function read(faces: Record<string, string>, username: string, at: 'up' | 'down', list: string[]) {
  const known = { up: 1, down: 2 }
  const fine = [known[at], list[0], faces[\`\${username}.title\`], new Map(Object.entries(faces)).get(username)]
  const { [username]: taken } = faces
  return [fine, taken, faces[username], username in faces, faces[username.toLowerCase()]]
}
export function write<Key extends string>(totals: Record<string, number>, action: Key) {
  totals[action] = 1
}
`

test('finds each planted key and nothing that is allowed', async () => {
  await writeFile(join(folder, 'planted.ts'), PLANTED)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { target: 'ES2024', strict: true } })
  )
  expect(findWordKeys(folder, () => true).map(place => place.replace(/^\S+ /, ''))).toEqual([
    '[username]',
    'faces[username]',
    'username in faces',
    'faces[username.toLowerCase()]',
    'totals[action]'
  ])
}, 300_000)

test('no object of the product is indexed by a word from outside', () => {
  const isChecked = (path: string): boolean =>
    /^(domain|server|sandbox|client)\//.test(path) &&
    !/\.test\.tsx?$/.test(path) &&
    !OWN_NAMES.some(name => path.startsWith(name))
  expect(findWordKeys(root, isChecked)).toEqual([])
}, 300_000)
