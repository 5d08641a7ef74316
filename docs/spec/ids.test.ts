/** Every id that code, tests and documents name (`SES-067`, `D-45`, `SES-065..SES-075`, `B§9`) leads somewhere. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES = [
  '{domain,server,client,testing,e2e,bench,scripts,docs}/**/*.{ts,tsx,mjs,md,css,html,sql,grit}',
  '*.{ts,md}'
]
const ID = /\b[A-Z]{1,5}-\d+\b/g
/** Standards, algorithms, licences and invoice numbers that look like an id. */
const NO_ID = /^(UTF-8|UTF-16|SHA-1|SHA-256|AES-128|AES-256|P-256|GPL-2|CH-\d{6})$/
const RANGE = /\b([A-Z]{1,5})-(\d+)\s?(?:\.\.|–|…)\s?([A-Z]{1,5}-)?(\d+)\b/g

const requirements = read('docs/spec/requirements.md')
const ids = new Set([
  ...firstGroups(requirements, /^\| ([A-Z]+-\d+) \|/gm),
  ...firstGroups(read('docs/spec/decisions.md'), /^### (D-\d+) /gm)
])
const sections = new Set(firstGroups(read('docs/spec/README.md'), /^\| (\d) \|/gm))

const files = globSync(SOURCES, { cwd: ROOT })
  .filter(path => !path.startsWith('client/dist/'))
  .map(path => ({ path, text: read(path) }))

describe('ids of the specification', () => {
  it('has every file at hand', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(ids.size).toBeGreaterThan(1400)
  })

  it('every id that is named exists', () => {
    expect(wrong(ID, ([id]) => ids.has(id) || NO_ID.test(id))).toEqual([])
  })

  it('every range has two ends of one area, the smaller one first', () => {
    const inOrder = ([, area, first, nextArea, last]: RegExpMatchArray) =>
      nextArea === `${area}-` &&
      ids.has(`${area}-${first}`) &&
      ids.has(`${area}-${last}`) &&
      Number(first) < Number(last)
    expect(wrong(RANGE, inOrder)).toEqual([])
  })

  it('every section of a source document is listed', () => {
    expect(wrong(/[AB]§\s?(\d+)/g, ([, section = '']) => sections.has(section))).toEqual([])
  })

  it('the table of areas counts the rows of each', () => {
    const table = [...requirements.matchAll(/^\| ([A-Z]+) \| [^|]+ \| (\d+) \|$/gm)]
    expect(table).toHaveLength(24)
    for (const [, area, count] of table) {
      expect([area, [...ids].filter(id => id.startsWith(`${area}-`)).length]).toEqual([area, Number(count)])
    }
  })
})

/** `file: text` of every match that does not hold. */
function wrong(pattern: RegExp, holds: (match: RegExpMatchArray) => boolean): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].filter(match => !holds(match)).map(([found]) => `${path}: ${found}`)
  )
}

function firstGroups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}

function read(path: string): string {
  return readFileSync(resolve(ROOT, path), 'utf8')
}
