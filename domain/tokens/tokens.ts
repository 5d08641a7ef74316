/**
 * Tokens pay for usage. A token covers 100 uses; balances and charges are stored in uses (D-01).
 *
 * Three buckets (D-03): the monthly allowance of a subscription is spent first, then free tokens (welcome, redeemed),
 * then purchased ones, which never expire.
 * The rule that surprises: the monthly allowance of Goal Basics never pays for anything of a session (D-05).
 */
import { allow, deny, type Result } from '../lib/result.ts'
import type { PlanKey } from './plan-keys.ts'

export const USES_PER_TOKEN = 100
/** A new person starts with ten tokens (TOK-11). */
export const WELCOME_USES = 10 * USES_PER_TOKEN

/** The tokens that an account can redeem once (D-07). */
const REDEEMED_TOKENS = 500
export const REDEEMED_USES = REDEEMED_TOKENS * USES_PER_TOKEN
/** The most tokens that an admin can add to the shared pool at once. */
export const MOST_FREE_TOKENS = 1_000_000

export const BUCKETS = ['monthly', 'free', 'purchased'] as const
export type Bucket = (typeof BUCKETS)[number]
export type Balance = Record<Bucket, number>

/** The six actions that cost one use each, charged when the row is created (D-02). */
export const CHARGED_ACTIONS = ['goal', 'join', 'log', 'note', 'post', 'message'] as const
export type ChargedAction = (typeof CHARGED_ACTIONS)[number]
/** The reason of a charge of one use. */
export type UseAction = ChargedAction | 'restored'

/**
 * Ledger actions of payments: a bought pack, a new monthly allowance, the rest of one that ended, a refund and a
 * dispute. Each entry refers to the row of the payment, refund or dispute.
 */
export const PAYMENT_ACTIONS = ['purchase', 'renewal', 'ended', 'refund', 'dispute'] as const

/** A log that is undone soon gives its use back, once (D-131). A log that is restored afterwards costs it again. */
export const UNDO_ACTIONS = ['undone', 'restored'] as const
/** The time after a log's charge in which undoing the log gives its use back, in ms (D-131). */
export const UNDO_MS = 30_000

/** All ledger actions: gifts, also to a guest who registers, corrections by an operator, payments, charges and undone logs. */
export const LEDGER_ACTIONS = [
  'welcome',
  'registered',
  'correction',
  'redeem',
  ...PAYMENT_ACTIONS,
  ...CHARGED_ACTIONS,
  ...UNDO_ACTIONS
] as const
export type LedgerAction = (typeof LEDGER_ACTIONS)[number]

/**
 * Actions on the shared pool (D-06): its first stock, gifts of admins, what they take out again, redeeming, purchases
 * for it, refunds and disputes.
 */
export const POOL_ACTIONS = ['stock', 'gift', 'taken', 'redeem', 'purchase', 'refund', 'dispute'] as const
export type PoolAction = (typeof POOL_ACTIONS)[number]

/** Why an admin changes the pool. The words are fixed, because they stay in the log. */
export const POOL_REASONS = ['refill', 'mistake', 'limit'] as const
export type PoolReason = (typeof POOL_REASONS)[number]

/** Converts uses to the tokens that people see: uses / 100, rounded (TOK-13). */
export function displayedTokens(uses: number): number {
  return Math.round(uses / USES_PER_TOKEN)
}

/** Returns the uses in all buckets. Not every bucket pays for everything (see `takeUse`). */
export function totalUses(balance: Balance): number {
  return balance.monthly + balance.free + balance.purchased
}

/** Returns the uses to show as a balance; on a free server the balance is always full (D-147). */
export function usesLeft(balance: Balance, isFree: boolean): number {
  return isFree ? Math.max(totalUses(balance), WELCOME_USES) : totalUses(balance)
}

/** A balance with what decides which bucket pays. */
export interface Purse extends Balance {
  /** The plan that the monthly bucket comes from. */
  plan: PlanKey | null
  /** Whether every use is free (D-147). */
  isFree: boolean
}

/** One use that a purse pays for. */
export interface Use {
  /** Null for a use that is free. */
  bucket: Bucket | null
  /** The uses to show as the balance after it. */
  left: number
  /** The purse after it. */
  purse: Purse
}

/**
 * Takes one use from a purse: the monthly allowance first, then free, then purchased tokens (D-03). 402 when no bucket
 * can pay for it.
 * @param inSession whether it pays for something in a session, such as a join, a message or a post (D-05)
 */
export function takeUse(purse: Purse, inSession: boolean): Result<Use> {
  if (purse.isFree) return allow({ bucket: null, left: usesLeft(purse, true), purse })
  const barred = inSession && purse.plan === 'goals_sub' ? 'monthly' : null
  const bucket = BUCKETS.find(each => each !== barred && purse[each] > 0)
  if (!bucket) return deny({ kind: 'insufficientTokens', message: outOfTokens(purse.plan).text })
  const rest = { ...purse, [bucket]: purse[bucket] - 1 }
  return allow({ bucket, left: usesLeft(rest, false), purse: rest })
}

export interface OutOfTokens {
  /** The text before the link. */
  text: string
  link: { label: string; to: string }
}

const LEVEL_UP_PRICING = '/pricing?expand=goals_sessions_sub'

/** Returns the message of the purchase-tokens modal for a person with this plan, or without one (TOK-49..TOK-56). */
export function outOfTokens(plan: PlanKey | null): OutOfTokens {
  switch (plan) {
    case 'goals_sub':
      return {
        text: "You've outgrown your current subscription!",
        link: { label: 'Level Up', to: LEVEL_UP_PRICING }
      }
    case 'goals_sessions_sub':
      return {
        text: "You've run out of tokens. Tokens reset every month on the day the subscription started. You can buy more on the Tokens page.",
        link: { label: 'Level Up', to: '/tokens' }
      }
    case null:
      return {
        text: "You've run out of tokens. Subscribe to keep setting goals and joining sessions.",
        link: { label: 'Subscribe', to: LEVEL_UP_PRICING }
      }
  }
}
