import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { exported, rowCounter } from './export.ts'

test.each([
  [0, 100, 0],
  [50, 100, 0.5],
  [120, 100, 1],
  [0, 0, 1]
])('after %i of %i lines the progress is %d', (lines, total, part) => {
  expect(exported(lines, total)).toBe(part)
})

test.each([
  ['text/csv; charset=utf-8', [csvLine(['a', 'two\nlines']), csvLine(['"\n"', '5" pipe'])].join(''), 2],
  ['application/json', '{"a":[\n{"b":"one \\" and\\n"},\n{}]}', 2]
])('a line break inside a text of %s is not counted as a row, in chunks of any size', (type, text, rows) => {
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size <= bytes.length; size++) {
    const count = rowCounter(type)
    let counted = 0
    for (let from = 0; from < bytes.length; from += size) counted = count(bytes.subarray(from, from + size))
    expect(counted).toBe(rows)
  }
})
