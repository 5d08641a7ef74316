import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlanKey } from './plan-keys.ts'
import {
  type Balance,
  BUCKETS,
  displayedTokens,
  outOfTokens,
  REDEEMED_USES,
  takeUse,
  totalUses,
  WELCOME_USES
} from './tokens.ts'

function payingBucket(balance: Balance, plan: PlanKey | null, inSession: boolean) {
  const use = takeUse({ ...balance, plan, isFree: false }, inSession)
  return use.ok ? use.value.bucket : null
}

test.each([
  [1000, 10],
  [999, 10],
  [950, 10],
  [949, 9],
  [49, 0],
  [0, 0]
])('%i uses are shown as %i tokens', { tags: ['TOK-02', 'TOK-13'] }, (uses, tokens) => {
  expect(displayedTokens(uses)).toBe(tokens)
})

test('a new person starts with ten tokens', { tags: 'TOK-11' }, () => {
  expect(displayedTokens(WELCOME_USES)).toBe(10)
})

test('the monthly allowance is spent first, then free tokens, then purchased ones', { tags: 'D-03' }, () => {
  expect(payingBucket({ monthly: 1, free: 1, purchased: 1 }, 'goals_sessions_sub', true)).toBe('monthly')
  expect(payingBucket({ monthly: 0, free: 1, purchased: 1 }, 'goals_sessions_sub', true)).toBe('free')
  expect(payingBucket({ monthly: 0, free: 0, purchased: 1 }, null, false)).toBe('purchased')
  expect(payingBucket({ monthly: 0, free: 0, purchased: 0 }, null, false)).toBeNull()
})

test('the allowance of Goal Basics pays for goals and never for a session', {
  tags: ['SEC-33', 'SEC-34', 'SEC-35', 'D-05']
}, () => {
  const balance = { monthly: 5, free: 0, purchased: 0 }
  expect(payingBucket(balance, 'goals_sub', false)).toBe('monthly')
  expect(payingBucket(balance, 'goals_sub', true)).toBeNull()
  expect(payingBucket({ ...balance, purchased: 1 }, 'goals_sub', true)).toBe('purchased')
})

test('paying use by use spends exactly the balance', () => {
  const bucketUses = fc.nat(20)
  fc.assert(
    fc.property(bucketUses, bucketUses, bucketUses, (monthly, free, purchased) => {
      const balance = { monthly, free, purchased }
      const total = totalUses(balance)
      let paid = 0
      for (let bucket = payingBucket(balance, null, true); bucket; bucket = payingBucket(balance, null, true)) {
        balance[bucket]--
        paid++
        expect(BUCKETS.every(name => balance[name] >= 0)).toBe(true)
      }
      expect(paid).toBe(total)
    }),
    { seed: 11, numRuns: 200 }
  )
})

test('each plan has its own message and link', { tags: 'TOK-49..TOK-56' }, () => {
  expect(outOfTokens('goals_sub')).toEqual({
    text: "You've outgrown your current subscription!",
    link: { label: 'Level Up', to: '/pricing?expand=goals_sessions_sub' }
  })
  const sessions = outOfTokens('goals_sessions_sub')
  expect(sessions.text).toContain("You've run out of tokens")
  expect(sessions.text).toContain('every month on the day the subscription started')
  expect(sessions.text).toContain('on the Tokens page')
  expect(sessions.link).toEqual({ label: 'Level Up', to: '/tokens' })
  expect(outOfTokens(null)).toMatchObject({
    text: expect.stringContaining('Subscribe'),
    link: { to: '/pricing?expand=goals_sessions_sub' }
  })
})

test('in a session, only the monthly allowance of Goal Basics cannot pay', {
  tags: ['D-05', 'D-03']
}, () => {
  const uses = fc.nat(3)
  const plans = fc.constantFrom('goals_sub', 'goals_sessions_sub', null)
  fc.assert(
    fc.property(uses, uses, uses, plans, fc.boolean(), (monthly, free, purchased, plan, inSession) => {
      const balance = { monthly, free, purchased }
      const bucket = payingBucket(balance, plan, inSession)
      const isBarred = inSession && plan === 'goals_sub'
      if (bucket === null) {
        expect(totalUses(balance) - (isBarred ? monthly : 0)).toBe(0)
        return
      }
      expect(balance[bucket]).toBeGreaterThan(0)
      expect(isBarred && bucket === 'monthly').toBe(false)
      // A bucket pays only when all earlier ones are empty or barred.
      for (const earlier of BUCKETS.slice(0, BUCKETS.indexOf(bucket))) {
        expect(balance[earlier] === 0 || (isBarred && earlier === 'monthly')).toBe(true)
      }
    }),
    { seed: 5, numRuns: 400 }
  )
})

test('redeeming gives 500 tokens, and tokens are shown rounded', { tags: ['TOK-13', 'D-07'] }, () => {
  expect(displayedTokens(REDEEMED_USES)).toBe(500)
  expect([1, 50, 149, 150, 100_000_049].map(displayedTokens)).toEqual([0, 1, 1, 2, 1_000_000])
})
