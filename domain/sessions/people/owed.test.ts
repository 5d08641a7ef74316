import { expect, test } from 'vitest'
import type { Purse } from '../../tokens/tokens.ts'
import { collectUses } from './owed.ts'

const purse = (more: Partial<Purse> = {}): Purse => ({
  ...{ monthly: 0, free: 0, purchased: 0, plan: null, isFree: false },
  ...more
})
const owing = (user_id: number, isSuspended = false) => ({
  ...{ id: user_id * 10, user_id, username: `person-${user_id}`, isSuspended }
})

test('people with tokens pay for their place at the start, and all others lose it', { tags: 'D-150' }, () => {
  const people = [owing(1), owing(2), owing(3), owing(4, true), owing(5)]
  const { paid, unpaid } = collectUses(
    people,
    new Map([
      [1, purse({ free: 1 })],
      [2, purse()],
      // Goal Basics pays for nothing in a session (D-05).
      [3, purse({ monthly: 5, plan: 'goals_sub' })],
      [4, purse({ free: 5 })]
    ])
  )
  expect(paid).toEqual([{ id: 10, userId: 1, bucket: 'free' }])
  expect(unpaid.map(({ user_id }) => user_id)).toEqual([2, 3, 4, 5])
})

test('a free hut charges nothing, and everyone keeps their place', { tags: ['D-150', 'D-147'] }, () => {
  const { paid, unpaid } = collectUses([owing(1)], new Map([[1, purse({ isFree: true })]]))
  expect([paid, unpaid]).toEqual([[{ id: 10, userId: 1, bucket: null }], []])
})
