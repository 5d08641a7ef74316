import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryOver, isSame } from './carry-over.ts'

const list = (...names: string[]) => names.map(name => ({ uuid: name[0] ?? '', title: name }))
const shown = (items: { title: string }[]) => items.map(({ title }) => title).join(' ')

test('what was removed comes back to its place, and what was changed since stays', () => {
  const before = list('a', 'b', 'c')
  const after = list('a', 'c')
  expect(shown(carryOver(list('a', 'c renamed'), after, before))).toBe('a b c renamed')
  expect(shown(carryOver(list('c', 'a', 'd'), after, before))).toBe('c a b d')
})

test('what was added goes again, with what was done to it', () => {
  expect(shown(carryOver(list('x', 'a', 'b2'), list('a', 'b'), list('a')))).toBe('x a')
})

test('the first item comes back as the first', () => {
  expect(shown(carryOver(list('b'), list('b'), list('a', 'b')))).toBe('a b')
  expect(shown(carryOver(list('b2'), list('b'), list('a', 'b')))).toBe('a b2')
})

test('a change of places is taken back among those that are still there', () => {
  const before = list('a', 'b', 'c')
  const after = list('c', 'a', 'b')
  expect(shown(carryOver(list('c', 'new', 'a2'), after, before))).toBe('a2 new c')
})

test('what came back already does not come twice', () => {
  expect(shown(carryOver(list('a', 'b2'), list('a'), list('a', 'b')))).toBe('a b2')
})

test('fields are joined one by one, and one that was not there goes', () => {
  const from = { title: 'A', typed: { x: 'soon' }, note: '' }
  const to = { title: 'A', typed: {}, note: 'B' }
  const now = { title: 'Z', typed: { x: 'soon', y: 'later' }, note: '' }
  expect(carryOver(now, from, to)).toEqual({ title: 'Z', typed: { y: 'later' }, note: 'B' })
})

test('a list without uuids is joined by place while its length is the same, else taken', () => {
  const one = (title: string) => ({ title })
  expect(carryOver([one('A'), one('C')], [one('A'), one('B')], [one('Z'), one('B')])).toEqual([one('Z'), one('C')])
  expect(carryOver([one('C')], [one('A')], [one('A'), one('B')])).toEqual([one('A'), one('B')])
})

test('what is the same stays the same object', () => {
  const now = { kept: list('a'), title: 'Z' }
  expect(carryOver(now, { kept: list('a'), title: 'A' }, { kept: list('a'), title: 'B' }).kept).toBe(now.kept)
  expect(carryOver(now, now, { ...now })).toBe(now)
})

const item = fc.record({ uuid: fc.constantFrom('a', 'b', 'c', 'd', 'e'), title: fc.string() })
const items = fc.uniqueArray(item, { selector: ({ uuid }) => uuid })

test('without another change in between the result is the other value, and back again the one before', () => {
  fc.assert(
    fc.property(items, items, (from, to) => {
      expect(carryOver(structuredClone(from), from, to)).toEqual(to)
      expect(carryOver(carryOver(from, from, to), to, from)).toEqual(from)
    }),
    { seed: 71, numRuns: 200 }
  )
})

test('whatever came in between, nothing comes twice and what nobody removed is there', () => {
  fc.assert(
    fc.property(items, items, items, (now, from, to) => {
      const uuids = carryOver(now, from, to).map(({ uuid }) => uuid)
      const has = (list: { uuid: string }[], uuid: string) => list.some(one => one.uuid === uuid)
      const wanted = ['a', 'b', 'c', 'd', 'e'].filter(uuid =>
        has(from, uuid) === has(to, uuid) ? has(now, uuid) : has(to, uuid)
      )
      expect([...uuids].sort()).toEqual(wanted)
    }),
    { seed: 71, numRuns: 200 }
  )
})

test('equality goes as deep as the values do', () => {
  expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true)
  expect(isSame({ a: undefined }, { b: undefined })).toBe(false)
  expect(isSame([1], [1, 2])).toBe(false)
  expect(isSame(null, {})).toBe(false)
})
