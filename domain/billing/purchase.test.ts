import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExpectedPayment, type ProviderPayment, paymentState, takenBack, usesOfReversal } from './purchase.ts'

const expected: ExpectedPayment = { amount: 1000, currency: 'usd', customer: 'cus_ada', userId: 7 }
const succeeded: ProviderPayment = {
  status: 'succeeded',
  amount: 1000,
  amountReceived: 1000,
  currency: 'usd',
  customer: 'cus_ada',
  userId: '7'
}

test.each<[string, Partial<ProviderPayment>, string]>([
  ['as expected', {}, 'paid'],
  ['not confirmed', { status: 'requires_payment_method', amountReceived: 0 }, 'open'],
  ['still authenticating', { status: 'requires_action', amountReceived: 0 }, 'open'],
  ['cancelled', { status: 'canceled', amountReceived: 0 }, 'gone'],
  ['of another amount', { amount: 100, amountReceived: 100 }, 'wrong'],
  ['received in part', { amountReceived: 1 }, 'wrong'],
  ['in another currency', { currency: 'jpy' }, 'wrong'],
  ['of another payer', { customer: 'cus_mallory' }, 'wrong'],
  ['without a payer', { customer: null }, 'wrong'],
  ['for another user', { userId: '8' }, 'wrong'],
  ['without a user', { userId: null }, 'wrong']
])('the state of a payment that is %s', { tags: ['TOK-29', 'D-09'] }, (_, change, state) => {
  expect(paymentState({ ...succeeded, ...change }, expected)).toBe(state)
})

test('a full refund takes all uses, a partial one its share', () => {
  const pack = { amount: 1000, uses: 1000 }
  expect(usesOfReversal(pack, { before: 0, amount: 1000 })).toBe(1000)
  expect(usesOfReversal(pack, { before: 0, amount: 250 })).toBe(250)
  expect(usesOfReversal({ amount: 400, uses: 3000 }, { before: 0, amount: 133 })).toBe(997)
})

test('partial refunds take as many uses together as one refund of their sum', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 10 }),
      (amount, uses, parts) => {
        let before = 0
        let taken = 0
        for (const part of parts) {
          const share = usesOfReversal({ amount, uses }, { before, amount: part })
          expect(share).toBeGreaterThanOrEqual(0)
          taken += share
          before += part
        }
        expect(taken).toBe(usesOfReversal({ amount, uses }, { before: 0, amount: before }))
        expect(taken).toBeLessThanOrEqual(uses)
      }
    ),
    { seed: 20_261_122 }
  )
})

test('a refund takes back at most the tokens that are left', () => {
  expect([takenBack(1000, 1500), takenBack(1000, 30), takenBack(1000, 0)]).toEqual([1000, 30, 0])
})

test('only a succeeded payment of the right user and amount is paid', () => {
  const states = fc.constantFrom('succeeded', 'canceled', 'processing', 'requires_action')
  const money = fc.constantFrom(0, 999, 1000, 1001)
  fc.assert(
    fc.property(states, money, money, fc.constantFrom('7', '8', null), (status, amount, amountReceived, userId) => {
      const verdict = paymentState({ ...succeeded, status, amount, amountReceived, userId }, expected)
      const isOurs = amount === 1000 && userId === '7'
      expect(verdict === 'wrong' || isOurs).toBe(true)
      expect(verdict === 'paid').toBe(isOurs && status === 'succeeded' && amountReceived === 1000)
    }),
    { seed: 29, numRuns: 200 }
  )
})

test('a refund in single cents takes back all uses in the end', () => {
  const pack = { amount: 7, uses: 100 }
  const shares = Array.from({ length: 9 }, (_, before) => usesOfReversal(pack, { before, amount: 1 }))
  expect(shares).toEqual([14, 14, 14, 15, 14, 14, 15, 0, 0])
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100)
})

test.each([
  ['no uses', 0, 50, 0],
  ['as many as are left', 50, 50, 50],
  ['more than are left', 51, 50, 50],
  ['from a negative balance, which should not exist', 10, -5, 0]
])('taking back: %s', (_, wanted, held, taken) => {
  expect(takenBack(wanted, held)).toBe(taken)
})
