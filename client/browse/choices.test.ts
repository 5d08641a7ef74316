/** The choices that lists and forms offer. */
import { expect, test } from 'vitest'
import type { Term } from '../../domain/browse/api.ts'
import { LONGEST, SHORTEST } from '../../domain/sessions/length.ts'
import { durationOptions } from '../activities/start-options.ts'
import { changedSearch } from './list-filters.ts'
import { termTree } from './term-tree.ts'

const term = (id: number, parent_id: number | null): Term =>
  ({ id, parent_id, title: `T${id}`, slug: `t${id}` }) as Term

test("categories follow their parents, in the server's order", { tags: 'D-59' }, () => {
  const terms = [term(1, null), term(2, 3), term(3, null), term(4, 2), term(5, 1), term(6, 3)]
  expect(termTree(terms).map(({ id, depth }) => [id, depth])).toEqual([
    [1, 0],
    [5, 1],
    [3, 0],
    [2, 1],
    [4, 2],
    [6, 1]
  ])
})

test.each([
  ['a choice', 'page=3&q=run', { category: 'sport' }, '?q=run&category=sport'],
  ['a choice taken back', 'category=sport', { category: null }, ''],
  ['an emptied search', 'q=run&joined=1', { q: '' }, '?joined=1'],
  ['letters that an address must not have', '', { q: 'a&b=c #d' }, '?q=a%26b%3Dc+%23d'],
  ['several at once', 'q=run', { joined: '1', templates: null }, '?q=run&joined=1']
])(
  '%s changes the address and returns to the first page',
  { tags: ['ACT-014', 'ACT-021'] },
  (_, search, change, text) => {
    expect(changedSearch(new URLSearchParams(search), change)).toBe(text)
  }
)

test('inserts the length of the plan among the fixed ones', { tags: ['SES-004', 'D-132'] }, () => {
  const values = (plan: number) => durationOptions(plan).map(({ value }) => value)
  expect(values(3600)).toEqual([300, 1800, 3600, 86_400, 604_800, 2_592_000])
  expect(values(2700)).toEqual([300, 1800, 2700, 3600, 86_400, 604_800, 2_592_000])
  expect(durationOptions(2700)[2]?.label).toBe('45 minutes, as planned')
  expect(durationOptions(90.5 * 60)[3]?.label).toBe('1 h 30 min, as planned')
})

test('offers no length that the server refuses, for any plan', { tags: ['SES-002', 'SES-003'] }, () => {
  for (const plan of [0, 1, 299, 301, 1e9]) {
    const values = durationOptions(plan).map(({ value }) => value)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(SHORTEST)
    expect(Math.max(...values)).toBeLessThanOrEqual(LONGEST)
    expect(new Set(values).size).toBe(values.length)
  }
})
