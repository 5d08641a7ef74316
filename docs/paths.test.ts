/** Every file and folder that a document names in backticks or links to exists. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = 'domain,server,sandbox,client,testing,e2e,bench,soak,scripts,docs'
const IN_BACKTICKS = /`([\w./-]+)`/g
const LINK = /\]\(([^)#:]+)(?:#[^)]*)?\)/g
/** `server/lib/bind.ts`, or its last part: `bind.ts`. */
const FILE = /\.(ts|tsx|mjs|css|grit|yaml|md)$/
const FOLDER = new RegExp(`^(${FOLDERS.replaceAll(',', '|')})/`)
/** Files that the build creates, and packages. */
const GENERATED = /^client\/dist|^@/

const documents = globSync([`*.md`, `{${FOLDERS}}/**/*.md`], { cwd: ROOT }).filter(path => !GENERATED.test(path))
const files = globSync([`{${FOLDERS}}/**/*`, '*.*'], { cwd: ROOT }).filter(path => !GENERATED.test(path))

test.each(documents)('%s names files that exist', path => {
  const text = readFileSync(resolve(ROOT, path), 'utf8')
  const named = [...text.matchAll(IN_BACKTICKS)].flatMap(([, name = '']) =>
    FILE.test(name) || FOLDER.test(name) ? name : []
  )
  const linked = [...text.matchAll(LINK)].map(([, target = '']) => target)
  expect(named.filter(name => !exists(name))).toEqual([])
  expect(linked.filter(target => !existsSync(resolve(ROOT, dirname(path), target)))).toEqual([])
})

function exists(name: string): boolean {
  return GENERATED.test(name) || existsSync(resolve(ROOT, name)) || files.some(file => file.endsWith(`/${name}`))
}
