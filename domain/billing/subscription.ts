/**
 * What a subscription of the payment provider allows: until when its tokens last, and how its plan may change (D-11,
 * D-12, D-161). Times are ms since 1970.
 */
import type { PlanKey } from '../tokens/plan-keys.ts'
import { displayedTokens } from '../tokens/tokens.ts'
import { isSmaller } from './plans.ts'

/** The fields of a subscription at the provider that matter here. */
export interface ProviderSubscription {
  id: string
  status: string
  cancelAtPeriodEnd: boolean
  periodEnd: number
  endedAt: number | null
  /** It ended because the provider could not charge it. */
  hasFailed: boolean
}

/**
 * Returns when the tokens of a subscription end, or null while it renews. A cancelled subscription keeps its tokens
 * until the end of the period; so does one whose renewal finally failed, although the provider ends that one earlier.
 */
export function tokensUntil({
  status,
  cancelAtPeriodEnd,
  periodEnd,
  endedAt,
  hasFailed
}: ProviderSubscription): number | null {
  if (endedAt !== null) return hasFailed ? Math.max(periodEnd, endedAt) : endedAt
  if (status === 'unpaid') return periodEnd
  return cancelAtPeriodEnd ? periodEnd : null
}

/** Whether the provider ended the subscription and its tokens have ended too. */
export function hasEnded(subscription: ProviderSubscription, now: number): boolean {
  if (subscription.endedAt === null && subscription.status !== 'unpaid') return false
  if (subscription.endedAt !== null && !subscription.hasFailed) return true
  return (tokensUntil(subscription) ?? now) <= now
}

/** Whether the first period was never paid. Such a subscription does not count. */
export function isAttempt(status: string): boolean {
  return status === 'incomplete' || status === 'incomplete_expired'
}

/** Whether the person can cancel it: it is active or a renewal is declined, and it is not cancelled yet (BIL-30). */
export function canCancel({ stripe_sub_status, end_date }: WireState): boolean {
  return end_date === null && (stripe_sub_status === 'active' || stripe_sub_status === 'past_due')
}

/** Whether a cancelled subscription can continue without a charge, because its period is paid (D-11). */
export function canGoOn({ stripe_sub_status, end_date }: WireState): boolean {
  return end_date !== null && stripe_sub_status === 'active'
}

/**
 * The effect of choosing a plan. `has`: nothing changes. `continue`: it undoes a cancellation without a charge.
 * `smaller`: the change may wait for the next period. `at once`: it is charged now.
 */
export type PlanChange = 'has' | 'continue' | 'smaller' | 'at once'

interface CurrentPlan {
  plan: PlanKey
  status: string
  /** When it ends, once it was cancelled; else null. */
  endDate: unknown
  nextPlan: PlanKey | null
}

/**
 * Returns the effect of choosing `plan` with the current plan, or without one (D-11, D-161). While a renewal is
 * declined, the period is unpaid, so the chosen plan starts again at once.
 */
export function planChange(current: CurrentPlan | null, plan: PlanKey): PlanChange {
  if (!current) return 'at once'
  if (current.plan === plan) {
    if (current.endDate === null && current.nextPlan === null) return 'has'
    return current.status === 'active' ? 'continue' : 'at once'
  }
  return current.status === 'active' && isSmaller(current.plan, plan) ? 'smaller' : 'at once'
}

interface WireState {
  stripe_sub_status: string
  end_date: string | null
}

/** Returns what a person loses by changing the plan now: paid days (a begun day counts whole) and monthly tokens. */
export function lossNow(
  { periodEnd, monthly }: { periodEnd: number | null; monthly: number },
  now: number
): { days: number; tokens: number } {
  return {
    days: Math.max(0, Math.ceil(((periodEnd ?? now) - now) / 86_400_000)),
    tokens: displayedTokens(monthly)
  }
}

/** Whether the provider still renews the subscription, or tries to. */
export function isRunning(status: string): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status)
}
