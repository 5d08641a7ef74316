import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOrder, move, type Placed } from './order.ts'

const list = (...orders: number[]): Placed[] => orders.map((order_ms, index) => ({ id: index + 1, order_ms }))

/** Returns the ids in the order of the list after the changes. */
function shown(before: readonly Placed[], changes: readonly Placed[]): number[] {
  const changed = new Map(changes.map(({ id, order_ms }) => [id, order_ms]))
  return before
    .map(one => ({ ...one, order_ms: changed.get(one.id) ?? one.order_ms }))
    .toSorted((a, b) => b.order_ms - a.order_ms)
    .map(({ id }) => id)
}

test('the order of a new item is its time of creation', { tags: 'D-114' }, () => {
  expect(firstOrder(1_800_000_000_000)).toBe(1_800_000_000_000)
})

test.each([
  ['down by one', 0, 1, [{ id: 1, order_ms: 15 }]],
  ['up by one', 2, 1, [{ id: 3, order_ms: 25 }]],
  ['to the top', 2, 0, [{ id: 3, order_ms: 10_030 }]],
  ['to the bottom', 0, 2, [{ id: 1, order_ms: -9_990 }]],
  ['nowhere', 1, 1, []],
  ['above the top', 0, -1, []],
  ['below the bottom', 2, 3, []],
  ['from an unknown place', 5, 0, []]
])('moving an item %s changes at most one order', { tags: ['PUB-041', 'PUB-042'] }, (_, from, to, changes) => {
  expect(move(list(30, 20, 10), from, to)).toEqual(changes)
})

test('when no number fits between the neighbours, the whole list is renumbered below its first', {
  tags: 'PUB-041'
}, () => {
  const same = list(50, 50, 50)
  const changes = move(same, 2, 1)
  expect(shown(same, changes)).toEqual([1, 3, 2])
  expect(Math.max(...changes.map(({ order_ms }) => order_ms))).toBe(50)
})

test('after any number of moves, the items are in the chosen order', { tags: 'PUB-041' }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 120 }),
      (times, moves) => {
        let items = times.map((time, index) => ({ id: index, order_ms: 1_800_000_000_000 + time }))
        items = items.toSorted((a, b) => b.order_ms - a.order_ms)
        for (const [from, to] of moves) {
          if (from >= items.length || to >= items.length) continue
          const wanted = items.map(({ id }) => id)
          wanted.splice(to, 0, ...wanted.splice(from, 1))
          const changes = new Map(move(items, from, to).map(({ id, order_ms }) => [id, order_ms]))
          items = items.map(one => ({ ...one, order_ms: changes.get(one.id) ?? one.order_ms }))
          items = items.toSorted((a, b) => b.order_ms - a.order_ms)
          expect(items.map(({ id }) => id)).toEqual(wanted)
        }
      }
    ),
    { seed: 41, numRuns: 200 }
  )
})

test.each([
  ['equal orders', [50, 50, 50], 2, 0, [3, 1, 2]],
  ['no number between two neighbours', [2, 1 + Number.EPSILON, 1], 0, 1, [2, 1, 3]],
  ['very large orders', [1e14, 1e14, 0], 2, 1, [1, 3, 2]]
])('moving in a list without a number between neighbours: %s', { tags: 'PUB-041' }, (_, orders, from, to, ids) => {
  const before = list(...orders)
  const changes = move(before, from, to)
  expect(shown(before, changes)).toEqual(ids)
})

test('renumbering keeps a list between its highest and lowest order', {
  tags: 'PUB-041'
}, () => {
  const before = list(90, 50, 50, 10)
  const changes = move(before, 3, 2)
  expect(changes.map(({ id, order_ms }) => [id, Math.round(order_ms)])).toEqual([
    [1, 90],
    [2, 63],
    [4, 37],
    [3, 10]
  ])
})

test('items with equal orders are renumbered in steps of one, downwards', { tags: 'PUB-041' }, () => {
  expect(move(list(50, 50, 50), 0, 1)).toEqual([
    { id: 2, order_ms: 50 },
    { id: 1, order_ms: 49 },
    { id: 3, order_ms: 48 }
  ])
})
