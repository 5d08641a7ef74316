import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fatesOf, type LaterDate } from './new-rule.ts'

const date = (id: number, at: number, more: Partial<LaterDate> = {}): LaterDate => ({
  ...{ id, at, hasPeople: false, isSkipped: false },
  ...more
})
const idsOf = (dates: readonly LaterDate[]) => dates.map(({ id }) => id)

test('dates of the new rule stay in it, others stay for their people, and empty ones go', { tags: 'D-150' }, () => {
  const dates = [
    date(1, 700),
    date(2, 750, { hasPeople: true }),
    date(3, 760),
    date(4, 770, { hasPeople: true, isSkipped: true }),
    date(5, 800, { isSkipped: true })
  ]
  const { fitting, staying, going } = fatesOf(dates, new Set([700, 800, 900]))
  expect([fitting, staying, going].map(idsOf)).toEqual([[1, 5], [2], [3, 4]])
})

test('of two dates at one time, one belongs to the rule', { tags: 'D-150' }, () => {
  const { fitting, staying, going } = fatesOf(
    [date(3, 700), date(2, 700, { hasPeople: true }), date(1, 700)],
    new Set([700])
  )
  expect([fitting, staying, going].map(idsOf)).toEqual([[1], [2], [3]])
})

test('no date with people goes, and a second change with the same rule changes nothing', { tags: 'D-150' }, () => {
  const some = fc.record({ at: fc.integer({ min: 0, max: 20 }), hasPeople: fc.boolean(), isSkipped: fc.boolean() })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 20 }), fc.uniqueArray(fc.integer({ min: 0, max: 20 })), (given, rule) => {
      const dates = given.map((one, id) => ({ ...one, id }))
      const times = new Set(rule)
      const { fitting, staying, going } = fatesOf(dates, times)
      expect(idsOf([...fitting, ...staying, ...going]).toSorted((a, b) => a - b)).toEqual(idsOf(dates))
      expect(going.some(({ hasPeople, isSkipped }) => hasPeople && !isSkipped)).toBe(false)
      expect(fatesOf([...fitting, ...staying], times)).toEqual({ fitting, staying, going: [] })
    })
  )
})
