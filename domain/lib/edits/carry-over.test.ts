import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryOver, isSame } from './carry-over.ts'

const list = (...names: string[]) => names.map(name => ({ uuid: name[0] ?? '', title: name }))
const shown = (items: { title: string }[]) => items.map(({ title }) => title).join(' ')

test('a removed item comes back to its place, and later changes stay', () => {
  const before = list('a', 'b', 'c')
  const after = list('a', 'c')
  expect(shown(carryOver(list('a', 'c renamed'), after, before))).toBe('a b c renamed')
  expect(shown(carryOver(list('c', 'a', 'd'), after, before))).toBe('c a b d')
})

test('an added item is removed again, with its later changes', () => {
  expect(shown(carryOver(list('x', 'a', 'b2'), list('a', 'b'), list('a')))).toBe('x a')
})

test('the first item comes back as the first', () => {
  expect(shown(carryOver(list('b'), list('b'), list('a', 'b')))).toBe('a b')
  expect(shown(carryOver(list('b2'), list('b'), list('a', 'b')))).toBe('a b2')
})

test('an old order is restored for the items that are still there', () => {
  const before = list('a', 'b', 'c')
  const after = list('c', 'a', 'b')
  expect(shown(carryOver(list('c', 'new', 'a2'), after, before))).toBe('a2 new c')
})

test('an item that is there again is not added twice', () => {
  expect(shown(carryOver(list('a', 'b2'), list('a'), list('a', 'b')))).toBe('a b2')
})

test('fields are merged one by one, and added fields are removed', () => {
  const from = { title: 'A', typed: { x: 'soon' }, note: '' }
  const to = { title: 'A', typed: {}, note: 'B' }
  const now = { title: 'Z', typed: { x: 'soon', y: 'later' }, note: '' }
  expect(carryOver(now, from, to)).toEqual({ title: 'Z', typed: { y: 'later' }, note: 'B' })
})

test('a list without uuids is merged by index while its length is the same, else replaced', () => {
  const one = (title: string) => ({ title })
  expect(carryOver([one('A'), one('C')], [one('A'), one('B')], [one('Z'), one('B')])).toEqual([one('Z'), one('C')])
  expect(carryOver([one('C')], [one('A')], [one('A'), one('B')])).toEqual([one('A'), one('B')])
})

test('unchanged values stay the same objects', () => {
  const now = { kept: list('a'), title: 'Z' }
  expect(carryOver(now, { kept: list('a'), title: 'A' }, { kept: list('a'), title: 'B' }).kept).toBe(now.kept)
  expect(carryOver(now, now, { ...now })).toBe(now)
})

const item = fc.record({ uuid: fc.constantFrom('a', 'b', 'c', 'd', 'e'), title: fc.string() })
const items = fc.uniqueArray(item, { selector: ({ uuid }) => uuid })

test('without other changes, undo and redo restore both values', () => {
  fc.assert(
    fc.property(items, items, (from, to) => {
      expect(carryOver(structuredClone(from), from, to)).toEqual(to)
      expect(carryOver(carryOver(from, from, to), to, from)).toEqual(from)
    }),
    { seed: 71, numRuns: 200 }
  )
})

test('with other changes in between, no item is duplicated or lost', () => {
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

test('isSame compares nested values', () => {
  expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true)
  expect(isSame({ a: undefined }, { b: undefined })).toBe(false)
  expect(isSame([1], [1, 2])).toBe(false)
  expect(isSame(null, {})).toBe(false)
})
