/** Holds docs/asvs.md to the numbers of the standard, and to the tests that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * How many requirements of level 1 and 2 each section has, chapter by chapter. In each section those of level 3 come
 * after them. The source is https://github.com/OWASP/ASVS, version 5.0.0, folder 5.0/docs_en.
 */
const CHAPTERS: readonly (readonly number[])[] = [
  [2, 9, 11, 3, 2],
  [3, 3, 4, 1],
  [0, 2, 4, 6, 5, 0, 2],
  [3, 1, 2, 4],
  [1, 3, 2, 3],
  [3, 12, 4, 4, 5, 3, 0, 4],
  [3, 4, 2, 5, 2, 2],
  [2, 3, 1, 1],
  [3, 4],
  [2, 2, 4, 11, 5, 2, 3],
  [2, 3, 3, 4, 1, 1],
  [3, 2, 4],
  [1, 5, 2, 5],
  [2, 4, 3],
  [3, 3, 7],
  [1, 5, 4, 3, 3],
  [1, 4, 2]
]

/** `a.test.ts` “title of a test” */
const PROOF = /`([\w./-]+\.(?:test\.tsx?|spec\.ts))` “([^”]+)”/g
const REASON = /^(Not proven by a test|Not met|Doesn’t apply): ./

const page = readFileSync(resolve(ROOT, 'docs/asvs.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number, words, cell = '']) => ({
    number,
    words,
    cell
  })
)

test('the page has every requirement of level 1 and 2 once, in order', () => {
  const numbers = CHAPTERS.flatMap((sections, chapter) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, nth) => `${chapter + 1}.${section + 1}.${nth + 1}`)
    )
  )
  expect(numbers).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

test('every row begins with a test or says why there is none', () => {
  const isProof = (cell: string) => cell.search(PROOF) === 0
  expect(rows.filter(({ cell }) => !isProof(cell) && !REASON.test(cell))).toEqual([])
})

test('every test that the page names exists', () => {
  const proofs = [...page.matchAll(PROOF)].map(([, path = '', title = '']) => ({ path, title }))
  expect(proofs.length).toBeGreaterThan(100)
  expect(proofs.filter(({ path, title }) => !hasTest(path, title))).toEqual([])
})

test('every file of a test that the page names comes with a title', () => {
  const named = page.match(/`[\w./-]+\.(?:test\.tsx?|spec\.ts)`(?! “)/g)
  expect(named).toEqual(['`docs/asvs.test.ts`'])
})

test('the page counts its rows', () => {
  const count = (kind: string) => rows.filter(({ cell }) => cell.startsWith(kind)).length
  const counts = [count('`'), count('Not proven'), count('Not met'), count('Doesn’t apply'), rows.length]
  expect(page).toContain(`| ${counts.join(' | ')} |`)
})

function hasTest(path: string, title: string): boolean {
  const file = resolve(ROOT, path)
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return ["'", '"', '`'].some(quote => text.includes(quote + title + quote))
}
