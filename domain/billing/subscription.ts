/**
 * What a subscription does to a person's monthly tokens (D-03, D-04, D-11, D-12). The payment provider is asked what is
 * paid and what has ended. Those facts, in the order of their times, decide everything: events only tell when to ask. So
 * it does not matter in which order events come, or whether they come twice or not at all.
 *
 * The rule that surprises: a renewal sets the monthly bucket and adds nothing to it. In the ledger, what was left of the
 * last period goes first ("ended") and the whole allowance comes then ("renewal"), so each paid invoice has one entry of
 * exactly its plan's allowance.
 *
 * Times are ms since 1970. `invoice` and `subscription` are ids of the provider.
 */
import type { PlanKey } from '../accounts/user.ts'
import { displayedTokens, USES_PER_TOKEN } from '../tokens/tokens.ts'
import { isSmaller, planOf } from './plans.ts'

/** What the monthly bucket holds, and by which subscription and invoice it came. */
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

/** A change of the monthly bucket. `invoice` is the one whose tokens come or go; null for tokens that none has brought. */
export interface MonthlyEntry {
  action: 'renewal' | 'ended'
  amount: number
  invoice: string | null
}

/** Uses that a period of the plan brings. */
export function allowanceOf(plan: PlanKey): number {
  return (planOf(plan).monthly_tokens ?? 0) * USES_PER_TOKEN
}

/**
 * What a fact does to the monthly bucket. A paid period sets it to the plan's allowance, also when it is that of another
 * plan (D-11); the end of the subscription that filled it empties it. A period of an older subscription that was paid
 * although another one has replaced it brings nothing: its tokens go at once.
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

/** Facts in the order in which they happened. In the same second a period is paid before its subscription ends. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  const rank = ({ type }: Fact) => (type === 'paid' ? 0 : 1)
  return facts.toSorted((a, b) => a.at - b.at || rank(a) - rank(b))
}

/**
 * All facts that are new, one after the other.
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

/** A subscription as the provider has it, as far as it matters here. */
export interface ProviderSubscription {
  id: string
  status: string
  cancelAtPeriodEnd: boolean
  periodEnd: number
  endedAt: number | null
  /** Ended because it could not be charged. */
  hasFailed: boolean
}

/**
 * When the tokens of a subscription go, or null while that is open. One that was cancelled ends with its period; one
 * whose renewals failed to the last keeps them until the period's end, although the provider has given up before.
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

/** Whether it has ended by now for the person: the provider ended it, and nothing is kept of it any longer. */
export function hasEnded(subscription: ProviderSubscription, now: number): boolean {
  if (subscription.endedAt === null && subscription.status !== 'unpaid') return false
  if (subscription.endedAt !== null && !subscription.hasFailed) return true
  return (tokensUntil(subscription) ?? now) <= now
}

/** One that nobody has paid yet, which is no subscription of anybody's. */
export function isAttempt(status: string): boolean {
  return status === 'incomplete' || status === 'incomplete_expired'
}

/** Whether the person can cancel it: it goes on, also while a renewal is declined (BIL-30). */
export function canCancel({ stripe_sub_status, end_date }: WireState): boolean {
  return end_date === null && (stripe_sub_status === 'active' || stripe_sub_status === 'past_due')
}

/** Whether it was cancelled and can go on without a charge: the period is paid (D-11). */
export function canGoOn({ stripe_sub_status, end_date }: WireState): boolean {
  return end_date !== null && stripe_sub_status === 'active'
}

/** What choosing a plan does. `continue` charges nothing now, and `smaller` may wait for the next period. */
export type PlanChange = 'has' | 'continue' | 'smaller' | 'at once'

interface CurrentPlan {
  plan: PlanKey
  status: string
  /** When it ends, where it was cancelled. */
  endDate: unknown
  nextPlan: PlanKey | null
}

/**
 * What it means to choose a plan for somebody who has another one, or none (D-11, D-161). While a renewal is declined,
 * the period is not paid, so nothing can continue: the plan begins anew.
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

/** What a person loses who replaces their plan now: days that are paid, each begun one whole, and monthly tokens. */
export function lossNow(
  { periodEnd, monthly }: { periodEnd: number | null; monthly: number },
  now: number
): { days: number; tokens: number } {
  return {
    days: Math.max(0, Math.ceil(((periodEnd ?? now) - now) / 86_400_000)),
    tokens: displayedTokens(monthly)
  }
}

/** Whether the provider still renews it, or tries to. */
export function isRunning(status: string): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status)
}
