import { expect, test } from 'vitest'
import { isSlug } from '../../lib/slug.ts'
import { countUnits, LONGEST_TEXT } from '../programme.ts'
import { readProgramme } from '../read-text.ts'
import { READY } from './ready.ts'

test.each(READY)('$title is understood and has a source', ({ slug, source, text }) => {
  const { weeks, problems } = readProgramme(text)
  expect(problems.map(({ offset, length, message }) => [text.slice(offset, offset + length), message])).toEqual([])
  expect(isSlug(slug) && source.name.length > 0 && text.length <= LONGEST_TEXT).toBe(true)
  for (const { units } of weeks) expect(units.length).toBeGreaterThan(0)
})

test.each([
  ['couch-to-5k', 9, 27],
  ['strength-basis', 8, 16],
  ['six-weeks-of-yoga', 6, 18],
  ['back-to-reading', 6, 34],
  ['a-thesis-in-twelve-weeks', 12, 60],
  ['less-sugar', 6, 31]
])('%s has %s weeks and %s units', (slug, weeks, units) => {
  const read = readProgramme(READY.find(one => one.slug === slug)?.text ?? '')
  expect([read.weeks.length, countUnits(read.weeks)]).toEqual([weeks, units])
})
