import { expect, test } from 'vitest'
import { PLAN_KEYS } from '../tokens/plan-keys.ts'
import { PACK, PERIOD_DAYS, PLANS, planKeyOf, planOf, productOf, subscribable } from './plans.ts'

test.each([
  ['goals_sub', 'goals_sub'],
  ['1', 'goals_sub'],
  ['goals_sessions_sub', 'goals_sessions_sub'],
  ['2', 'goals_sessions_sub'],
  // Pay As You Go is a purchase, not a subscription.
  ['3', null],
  ['null', null],
  ['', null],
  ['01', null],
  ['goals_sub ', null],
  ['constructor', null]
])('the product %j is the subscription %j', { tags: 'D-11' }, (text, key) => {
  expect(subscribable(text)?.key ?? null).toBe(key)
})

test.each([
  ['goals_sub', 'goals_sub'],
  ['goals_sessions_sub', 'goals_sessions_sub'],
  ['1', null],
  ['', null],
  [null, null],
  ['toString', null]
])('the query ?expand= with %j opens the plan %j', (text, key) => {
  expect(planKeyOf(text)).toBe(key)
})

test('every key has a plan with that key, and no two plans share an id or a title', { tags: 'D-17' }, () => {
  for (const key of PLAN_KEYS) expect(planOf(key).key).toBe(key)
  expect(new Set(PLANS.map(({ id }) => id)).size).toBe(PLANS.length)
  expect(new Set(PLANS.map(({ title }) => title)).size).toBe(PLANS.length)
})

test('prices are stored in cents and sent in dollars', { tags: ['BIL-46', 'BIL-49'] }, () => {
  expect(PLANS.map(productOf).map(({ price }) => price)).toEqual([4, 8, 10])
  for (const plan of PLANS) {
    expect(Number.isInteger(plan.amount)).toBe(true)
    expect(productOf(plan)).not.toHaveProperty('amount')
  }
})

test('a token of a subscription costs less than one of a pack', {
  tags: 'BIL-38'
}, () => {
  const each = ({ amount, monthly_tokens }: (typeof PLANS)[number]) => amount / (monthly_tokens ?? PACK.tokens)
  const [basics, sessions, pack] = PLANS.map(each) as [number, number, number]
  expect(basics).toBeLessThan(pack)
  expect(sessions).toBeLessThanOrEqual(basics)
})

test('a pack has 10 tokens, and subscriptions have 30 or 60 for 30 days', {
  tags: ['D-09', 'TOK-19', 'BIL-03', 'BIL-09']
}, () => {
  expect(PACK).toEqual({ tokens: 10, amount: 1000 })
  expect(PLANS.map(({ id, monthly_tokens }) => [id, monthly_tokens])).toEqual([
    [1, 30],
    [2, 60],
    [3, null]
  ])
  expect(PERIOD_DAYS).toBe(30)
})
