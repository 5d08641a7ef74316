import { expect, test } from 'vitest'
import { COMPARED, comparedText, findKnown } from './known.ts'

const LOG = {
  ...{ at: null, day: '2026-01-01', goal: 'Run', goal_id: null, action: '', amount: 1 },
  ...{ distance: null, duration: null, title: '', content: '' }
}
const AT = '2026-01-01T10:00:00.500Z'

test.each([
  ['equal fields', {}, true],
  ['its goal in lower case', { goal: 'run' }, true],
  ['another goal', { goal: 'Read' }, false],
  ['another name, but the same chosen goal', { goal: 'Jogging', goal_id: 7 }, true],
  ['another day', { day: '2026-01-02' }, false],
  ['another amount', { amount: 2 }, false],
  ['the same second', { at: '2026-01-01T10:00:00Z' }, true],
  ['another second', { at: '2026-01-01T10:00:01Z' }, false],
  ['another text', { content: 'Cold' }, false],
  ['a duration', { duration: 60 }, false]
])('a row with %s is found among existing logs: %s', { tags: 'LOG-28' }, (_, change, isKnown) => {
  const there = { ...LOG, at: AT, goal_id: 7 }
  expect(findKnown([{ ...LOG, ...change }], [there])).toEqual(isKnown ? [0] : [])
})

test('an existing log matches one row only, first the row with its time', { tags: 'LOG-28' }, () => {
  expect(findKnown([LOG, LOG, LOG], [{ ...LOG, at: AT }])).toEqual([0])
  expect(findKnown([LOG, { ...LOG, at: AT }], [{ ...LOG, at: AT }])).toEqual([1])
})

test('a row without a goal is compared by its action', { tags: 'LOG-28' }, () => {
  const swim = { ...LOG, goal: '', action: 'Swim' }
  expect(findKnown([swim, { ...swim, action: 'Row' }], [{ ...swim, at: AT }])).toEqual([0])
})

test('comparedText does not split a character', () => {
  expect(comparedText('🛖'.repeat(COMPARED + 5))).toBe('🛖'.repeat(COMPARED))
  expect(comparedText('short')).toBe('short')
})
