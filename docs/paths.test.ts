/** Everything that documents and comments name exists: files, folders, headings, records, scripts and settings. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = 'domain,server,sandbox,client,testing,e2e,bench,soak,fuzz,simulation,scripts,docs'
const IN_BACKTICKS = /`([\w./-]+)`/g
const LINK = /\]\(([^)#:\s]*)(?:#([^)]*))?\)/g
/** `server/lib/bind.ts`, or its last part: `bind.ts`. */
const FILE = /\.(ts|tsx|mjs|css|grit|yaml|md)$/
const FOLDER = new RegExp(`^(${FOLDERS.replaceAll(',', '|')})/`)
/** A path in a comment, with a folder. A file without one may be an example. */
const PATH_IN_COMMENT = /(?<![\w./-])((?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|grit|md))\b/g
const COMMENT = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** Files that the build creates, and files of packages. */
const GENERATED = /^client\/dist|^@|^tabler\/|^Tabs\/|node_modules/

const documents = globSync([`*.md`, `{${FOLDERS}}/**/*.md`], { cwd: ROOT }).filter(path => !GENERATED.test(path))
const files = globSync([`{${FOLDERS}}/**/*`, '*.*'], { cwd: ROOT }).filter(path => !GENERATED.test(path))
const sources = files.filter(path => /\.(tsx?|mjs)$/.test(path))
const records = new Set(globSync('[0-9]*.md', { cwd: `${ROOT}/docs/decisions` }).map(name => name.slice(0, 4)))
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test.each(documents)('%s names only what exists', path => {
  const text = read(path)
  const named = matches(text, IN_BACKTICKS).filter(name => FILE.test(name) || FOLDER.test(name))
  const linked = [...text.matchAll(LINK)].filter(([, target = '', heading]) => !leads(path, target, heading))
  const commands = matches(text, /\bnpm run (?:--silent )?(\w[\w-]*)/g).filter(name => !Object.hasOwn(scripts, name))
  expect(named.filter(name => !exists(name))).toEqual([])
  expect(linked.map(([link]) => link)).toEqual([])
  expect(commands).toEqual([])
})

test('documents and comments cite only records that exist', () => {
  const cited = [...documents, ...sources].flatMap(path =>
    matches(read(path), /docs\/decisions\/(\d{4})/g).map(number => ({ path, number }))
  )
  expect(cited.filter(({ number }) => !records.has(number))).toEqual([])
})

test('comments name only files that exist', () => {
  const named = sources.flatMap(path =>
    (read(path).match(COMMENT) ?? []).flatMap(comment =>
      matches(comment, PATH_IN_COMMENT).map(name => ({ path, name }))
    )
  )
  expect(named.filter(({ name }) => !exists(name))).toEqual([])
})

function read(path: string): string {
  return readFileSync(resolve(ROOT, path), 'utf8')
}

/** The first group of each match. */
function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

function exists(name: string): boolean {
  return GENERATED.test(name) || existsSync(resolve(ROOT, name)) || files.some(file => file.endsWith(`/${name}`))
}

/** Whether a link of a document leads to a file, and to one of its headings. */
function leads(from: string, target: string, heading: string | undefined): boolean {
  const path = target === '' ? resolve(ROOT, from) : resolve(ROOT, dirname(from), target)
  if (!existsSync(path)) return false
  return heading === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(heading)
}

/** The anchors of a document's headings, as code hosts make them. */
function anchorsOf(text: string): string[] {
  return matches(text, /^#+ (.+)$/gm).map(title =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )
}
