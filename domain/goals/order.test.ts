import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moved, type Placed, shifted } from './order.ts'

const GOALS: Placed[] = [9, 7, 4, 2].map(id => ({ id, place: id }))
const apply = (goals: readonly Placed[], changes: readonly Placed[]): Placed[] =>
  goals.map(goal => changes.find(({ id }) => id === goal.id) ?? goal)
const orderOf = (goals: readonly Placed[]): number[] => goals.toSorted((a, b) => b.place - a.place).map(({ id }) => id)

test.each([
  ['one later', 9, 1, [7, 9, 4, 2]],
  ['one earlier', 2, -1, [9, 7, 2, 4]],
  ['two earlier', 4, -2, [4, 9, 7, 2]],
  ['beyond the first', 2, -100, [2, 9, 7, 4]],
  ['beyond the last', 9, 100, [7, 4, 2, 9]],
  ['not at all', 7, 0, [9, 7, 4, 2]],
  ['nowhere when its id is unknown', 5, 1, [9, 7, 4, 2]]
])('a goal moves %s', { tags: 'GOAL-02' }, (_, id, by, order) => {
  expect(orderOf(apply(GOALS, moved(GOALS, id, by)))).toEqual(order)
})

test('a move changes only the goals in between, and a new goal still comes first', {
  tags: 'GOAL-02'
}, () => {
  const changes = moved(GOALS, 4, -1)
  expect(changes.map(({ id }) => id).sort()).toEqual([4, 7])
  expect(orderOf([...apply(GOALS, changes), { id: 12, place: 12 }])[0]).toBe(12)
})

test('after any moves, no two goals have the same place', { tags: 'GOAL-02' }, () => {
  const move = fc.tuple(fc.constantFrom(9, 7, 4, 2), fc.integer({ min: -5, max: 5 }))
  fc.assert(
    fc.property(fc.array(move), moves => {
      let goals = GOALS
      let order = [9, 7, 4, 2]
      for (const [id, by] of moves) {
        order = shifted(order, order.indexOf(id), order.indexOf(id) + by)
        goals = apply(goals, moved(goals, id, by))
        expect(orderOf(goals)).toEqual(order)
      }
      expect(goals.map(({ place }) => place).sort((a, b) => b - a)).toEqual([9, 7, 4, 2])
    }),
    { seed: 2, numRuns: 200 }
  )
})
