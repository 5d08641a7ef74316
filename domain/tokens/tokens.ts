/**
 * Usage is paid with tokens; a token covers 100 uses, and everything stored and charged is in uses (D-01).
 *
 * Three buckets (D-03): the monthly allowance of a subscription is spent first, then free tokens (welcome, redeemed),
 * then purchased ones, which never expire.
 * The rule that surprises: the monthly allowance of Goal Basics never pays for anything of a session (D-05).
 */
import type { PlanKey } from '../accounts/user.ts'

export const USES_PER_TOKEN = 100
/** A new person starts with ten tokens (TOK-11). */
export const WELCOME_USES = 10 * USES_PER_TOKEN

/** What redeeming gives, once an account (D-07). */
const REDEEMED_TOKENS = 500
export const REDEEMED_USES = REDEEMED_TOKENS * USES_PER_TOKEN
/** The most that an admin adds to the shared pool at once. */
export const MOST_FREE_TOKENS = 1_000_000

export const BUCKETS = ['monthly', 'free', 'purchased'] as const
export type Bucket = (typeof BUCKETS)[number]
export type Balance = Record<Bucket, number>

/** The six things that cost one use each, charged once when the row is made (D-02). */
export const CHARGED_ACTIONS = ['goal', 'join', 'log', 'note', 'post', 'message'] as const
export type ChargedAction = (typeof CHARGED_ACTIONS)[number]

/**
 * What payments do: a pack that was bought, an allowance that came and what was left of one, and what a refund or a
 * dispute takes back. Each names the row of the payment, or of the refund or dispute.
 */
export const PAYMENT_ACTIONS = ['purchase', 'renewal', 'ended', 'refund', 'dispute'] as const

/** What the ledger records: what is given, what an operator sets right by hand, and each charge. */
export const LEDGER_ACTIONS = ['welcome', 'correction', 'redeem', ...PAYMENT_ACTIONS, ...CHARGED_ACTIONS] as const
export type LedgerAction = (typeof LEDGER_ACTIONS)[number]

/** What fills and empties the shared pool (D-06): its first stock, what an admin adds or people buy for it, and the rest. */
export const POOL_ACTIONS = ['stock', 'gift', 'redeem', 'purchase', 'refund', 'dispute'] as const
export type PoolAction = (typeof POOL_ACTIONS)[number]

/** The tokens that people read: uses / 100, rounded (TOK-13). */
export function displayedTokens(uses: number): number {
  return Math.round(uses / USES_PER_TOKEN)
}

/** The uses left in all buckets; not all of them pay for everything (see `payingBucket`). */
export function totalUses(balance: Balance): number {
  return balance.monthly + balance.free + balance.purchased
}

/** What a balance shows: in a hut that is free it is always full (D-147). */
export function usesLeft(balance: Balance, isFree: boolean): number {
  return isFree ? Math.max(totalUses(balance), WELCOME_USES) : totalUses(balance)
}

/**
 * The bucket that pays for one use: the monthly allowance first, then free, then purchased (D-03). Null when none can.
 * @param inSession whether it pays for something in a session, such as a join, a message or a post (D-05)
 */
export function payingBucket(balance: Balance, plan: PlanKey | null, inSession: boolean): Bucket | null {
  const barred = inSession && plan === 'goals_sub' ? 'monthly' : null
  return BUCKETS.find(bucket => bucket !== barred && balance[bucket] > 0) ?? null
}

export interface OutOfTokens {
  /** Said before the link. */
  text: string
  link: { label: string; to: string }
}

const LEVEL_UP_PRICING = '/pricing?expand=goals_sessions_sub'

/**
 * Which of the three messages the purchase-tokens modal shows to somebody with this plan; null is no plan
 * (TOK-49..TOK-56).
 */
export function outOfTokens(plan: PlanKey | null): OutOfTokens {
  switch (plan) {
    case 'goals_sub':
      return {
        text: "You've outgrown your current subscription!",
        link: { label: 'Level Up', to: LEVEL_UP_PRICING }
      }
    case 'goals_sessions_sub':
      return {
        text: "You've run out of tokens. Tokens reset every month on the day the subscription started. More can be bought on the Tokens page.",
        link: { label: 'Level Up', to: '/tokens' }
      }
    case null:
      return {
        text: "You've run out of tokens. Subscribe to keep setting goals and joining sessions.",
        link: { label: 'Subscribe', to: LEVEL_UP_PRICING }
      }
  }
}
