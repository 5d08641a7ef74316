import { expect, test } from 'vitest'
import { layOut } from '../activities/timeline.ts'
import { READY } from './ready/ready.ts'
import { measureOf, planOfUnit, secondsOfUnit } from './unit-plan.ts'
import { weeksOf } from './weeks.ts'

test('a unit says how long its plan takes, or its amount', () => {
  expect(measureOf({ plan: '5 min walk, 8 x (1 min run, 90 s walk), 5 min walk', amount: null })).toBe('30 min')
  expect(measureOf({ plan: null, amount: '20 pages' })).toBe('20 pages')
  expect(measureOf({ plan: null, amount: null })).toBe('')
})

const newUuid = () => 'a'.repeat(32)

test('the plan of a unit has its parts in order', () => {
  const { parts } = planOfUnit('5 min walk, 10 min run', newUuid)
  expect(parts[0]?.parts.map(({ title, duration }) => [title, duration])).toEqual([
    ['walk', 300],
    ['run', 600]
  ])
})

test('each plan that comes with the product is as long as its timeline', () => {
  const plans = READY.flatMap(({ text }) => weeksOf(text).flatMap(({ units }) => units.map(({ plan }) => plan)))
  for (const plan of new Set(plans)) {
    if (plan !== null) expect(secondsOfUnit(plan)).toBe(layOut(planOfUnit(plan, newUuid), null, 0).total)
  }
})
