import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instant } from './instant.ts'

test('instant returns the same as Date.parse', { tags: 'TMR-03' }, () => {
  const dates = fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, date => {
      expect(instant(date.toISOString())).toBe(date.getTime())
    }),
    { seed: 70, numRuns: 2000 }
  )
  for (const text of [
    '2024-02-29T23:59:59.999Z',
    '2000-03-01T00:00:00.000Z',
    '2026-01-31T18:00:00Z',
    '2026-01-31T18:00+02:00'
  ]) {
    expect(instant(text)).toBe(Date.parse(text))
  }
})
