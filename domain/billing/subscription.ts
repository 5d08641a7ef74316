/**
 * How a subscription changes a person's monthly tokens (D-03, D-04, D-11, D-12). The server fetches facts from the
 * payment provider (an invoice was paid, a subscription ended) and applies them in the order of their times. An event
 * of the provider only triggers that fetch, so events may come in any order, twice or not at all.
 *
 * The rule that surprises: a renewal replaces the monthly bucket instead of adding to it. In the ledger, an "ended"
 * entry takes away the rest of the last period and a "renewal" entry adds the whole allowance. So each paid invoice has
 * one entry of exactly its plan's allowance.
 *
 * Times are ms since 1970. `invoice` and `subscription` are ids of the provider.
 */
import type { PlanKey } from '../tokens/plan-keys.ts'
import { displayedTokens, USES_PER_TOKEN } from '../tokens/tokens.ts'
import { isSmaller, planOf } from './plans.ts'

/** The monthly bucket in uses, and the subscription and invoice that filled it. */
export interface Allowance {
  monthly: number
  plan: PlanKey | null
  subscription: string | null
  /** When the subscription began; 0 without one. */
  since: number
  invoice: string | null
}

export const NO_ALLOWANCE: Allowance = { monthly: 0, plan: null, subscription: null, since: 0, invoice: null }

export type Fact =
  | { type: 'paid'; at: number; invoice: string; subscription: string; since: number; plan: PlanKey }
  | { type: 'ended'; at: number; subscription: string }

/** A change of the monthly bucket. `invoice` is the invoice that paid for the tokens; null when there was none. */
export interface MonthlyEntry {
  action: 'renewal' | 'ended'
  amount: number
  invoice: string | null
}

/** Returns the uses that a period of the plan includes. */
export function allowanceOf(plan: PlanKey): number {
  return (planOf(plan).monthly_tokens ?? 0) * USES_PER_TOKEN
}

/**
 * Applies a fact to the monthly bucket. A paid period fills it with the allowance of its plan, which may be a new plan
 * (D-11). The end of the subscription that filled it empties it. When a period of an older, replaced subscription is
 * paid, its tokens are added and taken away at once.
 */
export function applyFact(held: Allowance, fact: Fact): { held: Allowance; entries: MonthlyEntry[] } {
  const rest: MonthlyEntry[] =
    held.monthly > 0 ? [{ action: 'ended', amount: -held.monthly, invoice: held.invoice }] : []
  if (fact.type === 'ended') {
    return fact.subscription === held.subscription ? { held: NO_ALLOWANCE, entries: rest } : { held, entries: [] }
  }
  const { invoice, subscription, since, plan } = fact
  const monthly = allowanceOf(plan)
  const renewal: MonthlyEntry = { action: 'renewal', amount: monthly, invoice }
  if (held.subscription !== null && since < held.since && subscription !== held.subscription) {
    return { held, entries: [renewal, { action: 'ended', amount: -monthly, invoice }] }
  }
  return { held: { monthly, plan, subscription, since, invoice }, entries: [...rest, renewal] }
}

/** Sorts facts by time. At the same time, a payment comes before an end. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  const rank = ({ type }: Fact) => (type === 'paid' ? 0 : 1)
  return facts.toSorted((a, b) => a.at - b.at || rank(a) - rank(b))
}

/**
 * Applies facts one after the other, in the order of their times.
 * @internal Exported for tests: the server stores one value for each key.
 */
export function applyFacts(held: Allowance, facts: readonly Fact[]): { held: Allowance; entries: MonthlyEntry[] } {
  let now = held
  const entries: MonthlyEntry[] = []
  for (const fact of inOrder(facts)) {
    const applied = applyFact(now, fact)
    now = applied.held
    entries.push(...applied.entries)
  }
  return { held: now, entries }
}

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
