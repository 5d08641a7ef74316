import { describe, expect, test } from 'vitest'
import { hasEnded, type ProviderSubscription, tokensUntil } from './subscription.ts'

const DAY = 86_400_000

describe('the time until which tokens stay', { tags: 'D-12' }, () => {
  const active: ProviderSubscription = {
    id: 'sub_1',
    status: 'active',
    cancelAtPeriodEnd: false,
    periodEnd: 30 * DAY,
    endedAt: null,
    hasFailed: false
  }

  test.each<[string, Partial<ProviderSubscription>, number | null, [number, boolean][]]>([
    ['an active subscription', {}, null, [[90 * DAY, false]]],
    ['cancelled', { cancelAtPeriodEnd: true }, 30 * DAY, [[31 * DAY, false]]],
    [
      'ended with its period',
      { status: 'canceled', cancelAtPeriodEnd: true, endedAt: 30 * DAY },
      30 * DAY,
      [[30 * DAY, true]]
    ],
    ['a renewal failed', { status: 'past_due' }, null, [[29 * DAY, false]]],
    [
      'the last attempt to charge failed too',
      { status: 'canceled', endedAt: 15 * DAY, hasFailed: true },
      30 * DAY,
      [
        [15 * DAY, false],
        [30 * DAY - 1, false],
        [30 * DAY, true]
      ]
    ],
    [
      'the provider leaves it unpaid',
      { status: 'unpaid' },
      30 * DAY,
      [
        [29 * DAY, false],
        [30 * DAY, true]
      ]
    ]
  ])('%s', (_, change, until, times) => {
    const subscription = { ...active, ...change }
    expect(tokensUntil(subscription)).toBe(until)
    for (const [now, expected] of times) expect([now, hasEnded(subscription, now)]).toEqual([now, expected])
  })
})
