/** Loads the payment data of the page My Account: the subscription, saved cards and the newest invoices. */
import type { accountPage } from '../../domain/billing/api.ts'
import { CURRENCY, planOf } from '../../domain/billing/plans.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { findBalance } from '../tokens/balance-rows.ts'
import { wireCards } from './cards.ts'
import { checkoutOf } from './provider.ts'
import { listPayments, toWireInvoice } from './queries.ts'
import { findCurrent, type SubscriptionRow, toWireSubscription } from './subscription-rows.ts'

const NEWEST = { limit: 5, offset: 0 }

/** The payment data of My Account. */
export async function accountOf(deps: Dependencies, userId: number): Promise<DataOf<typeof accountPage>> {
  const [current, payment_methods, payments] = await Promise.all([
    findPlan(deps, userId),
    wireCards(deps, userId),
    listPayments(deps.db, userId, NEWEST)
  ])
  return {
    ...current,
    payment_methods,
    invoices: payments.map(toWireInvoice),
    checkout: checkoutOf(deps)
  }
}

/** A person's subscription and its next renewal. */
export async function findPlan({ db }: Dependencies, userId: number) {
  const [current, balance] = await Promise.all([findCurrent(db, userId), findBalance(db, userId)])
  return {
    subscription: current && toWireSubscription(current),
    renewal: current && renewalOf(current, balance?.monthly ?? 0)
  }
}

function renewalOf({ plan, next_plan, period_end, end_date, failed_at }: SubscriptionRow, monthly: number) {
  const until = (end_date ?? period_end)?.toISOString() ?? null
  return {
    renews_at: end_date === null && failed_at === null ? until : null,
    period_end: period_end?.toISOString() ?? null,
    next_plan,
    monthly,
    amount: planOf(next_plan ?? plan).amount,
    currency: CURRENCY,
    failed: failed_at && { at: failed_at.toISOString(), tokens_until: until }
  }
}
