import { expect, test } from 'vitest'
import { exported } from './export.ts'

test.each([
  [0, 100, 0],
  [50, 100, 0.5],
  [120, 100, 1],
  [0, 0, 1]
])('of %i lines of %i, %d has come', (lines, total, part) => {
  expect(exported(lines, total)).toBe(part)
})
