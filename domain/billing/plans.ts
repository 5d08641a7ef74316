/**
 * The plans (D-17): two subscriptions, and Pay As You Go, which is no subscription and so has no key.
 * Amounts of money are in cents.
 */

import { numberText } from '../lib/numbers.ts'
import { PLAN_KEYS, type PlanKey } from '../tokens/plan-keys.ts'
import { USES_PER_TOKEN } from '../tokens/tokens.ts'

export interface Plan {
  id: number
  key: PlanKey | null
  title: string
  /** Cents. */
  amount: number
  /** Tokens for each period; null without a subscription. */
  monthly_tokens: number | null
  content: string
}

/** The period of a subscription. Texts call it a month (D-04, BIL-15). */
export const PERIOD_DAYS = 30

export const CURRENCY = 'usd'

/** Pay As You Go: the one pack that can be bought (D-09, TOK-19). */
export const PACK = { tokens: 10, amount: 1000 }

export const PLANS: readonly Plan[] = [
  {
    id: 1,
    key: 'goals_sub',
    title: 'Goal Basics',
    amount: 400,
    monthly_tokens: 30,
    content: 'For your own goals, logs and notes. No sessions, no session chat, no session forum.'
  },
  {
    id: 2,
    key: 'goals_sessions_sub',
    title: 'Goals and Sessions',
    amount: 800,
    monthly_tokens: 60,
    content: 'Everything in Goal Basics, plus sessions, session chat and the session forum.'
  },
  {
    id: 3,
    key: null,
    title: 'Pay As You Go',
    amount: PACK.amount,
    monthly_tokens: null,
    content: '10 tokens, for everything, without a subscription. Tokens never expire.'
  }
]

/** Returns the subscription with this key. */
export function planOf(key: PlanKey): Plan & { key: PlanKey } {
  return PLANS.find(plan => plan.key === key) as Plan & { key: PlanKey }
}

/** Explains a plan's tokens as uses: "That is 3,000 uses every 30 days: …". */
export function usesText({ key, monthly_tokens }: Pick<Plan, 'key' | 'monthly_tokens'>): string {
  const uses = numberText((monthly_tokens ?? PACK.tokens) * USES_PER_TOKEN)
  const things = key === 'goals_sub' ? 'goal, log or note' : 'goal, session join, log, note, post or message'
  return `That is ${uses} uses${monthly_tokens === null ? '' : ` every ${PERIOD_DAYS} days`}: each ${things} is one.`
}

/** Whether plan `to` costs less than plan `from` (D-161). */
export function isSmaller(from: PlanKey, to: PlanKey): boolean {
  return planOf(to).amount < planOf(from).amount
}

/**
 * Returns the subscription for `create/{product}`, by its key or id; null when there is no such subscription (D-11).
 */
export function subscribable(text: string): (Plan & { key: PlanKey }) | null {
  const plan = PLANS.find(({ id, key }) => key !== null && (text === key || text === String(id)))
  return plan ? (plan as Plan & { key: PlanKey }) : null
}

/** Returns the plan key in the query `?expand=`, or null when it is not one. */
export function planKeyOf(text: string | null): PlanKey | null {
  return PLAN_KEYS.find(key => key === text) ?? null
}

/** A plan as the API sends it, with its price in dollars (BIL-46..BIL-49). */
export type Product = Omit<Plan, 'amount'> & { price: number }

/** Converts a plan for the API: from cents to dollars. */
export function productOf({ amount, ...plan }: Plan): Product {
  return { ...plan, price: amount / 100 }
}
