/**
 * The monthly bucket of a person, which the facts of the payment provider change (D-03, D-04, D-11, D-12). An invoice was
 * paid, or a subscription ended. The server fetches the facts and applies them in the order of their times.
 *
 * The rule that surprises: a renewal replaces the monthly bucket instead of adding to it. In the ledger, an "ended"
 * entry takes away the rest of the last period and a "renewal" entry adds the whole allowance. So each paid invoice has
 * one entry of exactly its plan’s allowance.
 *
 * Times are ms since 1970. `invoice` and `subscription` are ids of the provider.
 */
import type { PlanKey } from '../tokens/plan-keys.ts'
import { USES_PER_TOKEN } from '../tokens/tokens.ts'
import { planOf } from './plans.ts'

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
