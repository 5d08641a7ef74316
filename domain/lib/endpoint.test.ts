import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPath, queryString } from './endpoint.ts'

test('arrays are indexed, also nested ones', { tags: 'API-04' }, () => {
  expect(decodeURIComponent(queryString({ a: ['x', 'y'], b: [[1, 2]] }))).toBe('?a[0]=x&a[1]=y&b[0][0]=1&b[0][1]=2')
})

test('booleans are 0 and 1', { tags: 'API-05' }, () => {
  expect(queryString({ joined: true, templates: false })).toBe('?joined=1&templates=0')
})

test('nulls are skipped, and an empty query has no question mark', { tags: 'API-06' }, () => {
  expect(queryString({ category: null, q: undefined, page: 2 })).toBe('?page=2')
  expect(queryString({ category: null })).toBe('')
  expect(queryString()).toBe('')
})

test('any text in a path or query can be decoded again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      expect(new URLSearchParams(queryString({ q: text })).get('q')).toBe(text)
      expect(decodeURIComponent(fillPath('/goals/:goal/logs', { goal: text }).split('/')[2] ?? '')).toBe(text)
    }),
    { seed: 7, numRuns: 300 }
  )
})

test('fillPath throws when a parameter is missing', () => {
  expect(() => fillPath('/goals/:goal')).toThrow('/goals/:goal needs goal')
})
