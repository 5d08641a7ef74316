import { afterAll, beforeAll, expect, test } from 'vitest'
import { pricingPage } from '../../domain/billing/api.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a visitor reads the plans and their prices', {
  tags: [
    'BIL-01',
    'BIL-02',
    'BIL-03',
    'BIL-07',
    'BIL-08',
    'BIL-09',
    'BIL-13',
    'BIL-38',
    'BIL-46',
    'BIL-47',
    'BIL-48',
    'BIL-49'
  ]
}, async () => {
  const { products } = await world.visitor.visit(pricingPage)
  expect(products.map(({ id, key, title, price, monthly_tokens }) => [id, key, title, price, monthly_tokens])).toEqual([
    [1, 'goals_sub', 'Goal Basics', 4, 30],
    [2, 'goals_sessions_sub', 'Goals and Sessions', 8, 60],
    [3, null, 'Pay As You Go', 10, null]
  ])
  for (const { content } of products) expect(content).not.toBe('')
})
