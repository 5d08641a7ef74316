/**
 * Updates a person's rows from the provider: subscriptions, invoices, cards and the monthly tokens. The app reads the
 * provider outside the transaction. It stores the look only if no later look was stored meanwhile, so it may run at any
 * time, repeatedly and on any node.
 */

import {
  type Allowance,
  allowanceOf,
  applyFact,
  type Fact,
  inOrder,
  type MonthlyEntry,
  NO_ALLOWANCE
} from '../../domain/billing/allowance.ts'
import { planOf } from '../../domain/billing/plans.ts'
import { hasEnded, isAttempt, isRunning, tokensUntil } from '../../domain/billing/subscription.ts'
import type { Mail } from '../../domain/mail/mail.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { changeBalance, lockBalance, setPlan } from '../tokens/balance-rows.ts'
import {
  type CustomerRow,
  findCustomer,
  getContact,
  raiseRevision,
  resetProvider,
  storeCards
} from './customer-rows.ts'
import { type Look, type LookedInvoice, type LookedSubscription, lookAt, planOfInvoice } from './look.ts'
import { endSubscription } from './orphaned.ts'
import { cardOf, insertPayment, listInvoices, nextNumber, type PaymentRow, updatePayment } from './payment-rows.ts'
import type { Provider } from './provider.ts'
import { ask, askFor } from './provider-calls.ts'
import { syncReversals } from './refunds.ts'
import {
  endElsewhere,
  findCurrent,
  insertFound,
  listSubscriptions,
  type SubscriptionRow,
  updateSubscription
} from './subscription-rows.ts'

const MOST_TRIES = 8
/** The provider charges a renewal an hour after the period ends, and its event arrives soon after. */
const AFTER_RENEWAL_MS = 3 * 3_600_000

/** Updates a person's rows. Does nothing for a person without a customer at the provider. */
export async function syncCustomer(deps: Dependencies, userId: number): Promise<void> {
  const { db, provider } = deps
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const customer = await findCustomer(db, userId, provider.mode)
    if (!customer?.provider) return
    const look = await lookAt(provider, customer.provider)
    const stored = await db.transaction(tx => storeLook(tx, deps, customer, look))
    if (!stored) continue
    await callOff(deps, stored)
    return
  }
  throw new Error(`user ${userId} changes at the provider faster than it can be read`)
}

/**
 * Charges at the provider that must not happen, because the subscription was replaced, cancelled or has ended (D-11,
 * D-12).
 */
interface Unwanted {
  subscriptions: string[]
  invoices: LookedInvoice[]
  /** Payments of a replaced subscription. They brought no tokens and are refunded. */
  intents: string[]
}

const NOTHING: Unwanted = { subscriptions: [], invoices: [], intents: [] }

/** Stops unwanted charges. The next look finds those that remain, so this may be interrupted. */
async function callOff(deps: Dependencies, { subscriptions, invoices, intents }: Unwanted): Promise<void> {
  const { stripe } = deps.provider
  for (const id of subscriptions) await askFor(stripe.subscriptions.cancel(id))
  // An existing renewal invoice would still be charged. A subscription's draft cannot be deleted, so finalize and void
  // it.
  for (const { id, status } of invoices) {
    if (status === 'draft') {
      const finalized = ask(stripe.invoices.finalizeInvoice(id, { auto_advance: false }))
      await unlessMoved(deps.provider, id, ['draft'], finalized)
    }
    await unlessMoved(deps.provider, id, ['draft', 'open'], ask(stripe.invoices.voidInvoice(id)))
  }
  for (const intent of intents) {
    await refundOnce(deps.provider, intent)
    await syncReversals(deps, intent)
  }
}

/** Another look may take the same step first. Throws only if the invoice still has one of the waiting states. */
async function unlessMoved({ stripe }: Provider, id: string, waiting: string[], step: Promise<unknown>): Promise<void> {
  try {
    await step
  } catch (error) {
    const now = await askFor(stripe.invoices.retrieve(id))
    if (waiting.includes(now?.status ?? '')) throw error
  }
}

async function refundOnce({ stripe }: Provider, payment_intent: string): Promise<void> {
  try {
    await ask(stripe.refunds.create({ payment_intent }, { idempotencyKey: `replaced-${payment_intent}` }))
  } catch (error) {
    // A disputed payment cannot be refunded.
    const { data } = await ask(stripe.charges.list({ payment_intent, limit: 100 }))
    if (!data.some(({ refunded, disputed }) => refunded || disputed)) throw error
  }
}

async function storeLook(
  tx: Transaction,
  deps: Dependencies,
  customer: CustomerRow,
  look: Look
): Promise<Unwanted | null> {
  const userId = customer.user_id
  const now = deps.clock.now()
  if (!(await raiseRevision(tx, customer, nextLook(look, now)))) return null
  if (look.isGone) {
    await endAll(tx, deps, customer)
    return NOTHING
  }
  const { monthly } = await lockBalance(tx, userId)
  const account = await Account.read(tx, deps, customer, look, monthly)
  for (const fact of inOrder(account.newFacts())) await account.apply(fact)
  await account.storeOpenInvoices()
  const unwanted = await account.storeSubscriptions()
  await setPlan(tx, userId, account.held.plan)
  await storeCards(tx, userId, customer.mode, look.cards)
  return unwanted
}

/** Ends everything of a customer whom an operator deleted at the provider, with subscriptions and cards. */
async function endAll(tx: Transaction, deps: Dependencies, customer: CustomerRow): Promise<void> {
  const { user_id, mode } = customer
  const now = dateAt(deps.clock)
  for (const row of await listSubscriptions(tx, user_id, mode)) {
    if (row.ended_at !== null) continue
    if (isAttempt(row.status)) {
      await updateSubscription(tx, row.id, { ended_at: now, status: 'incomplete_expired' })
      continue
    }
    await endSubscription(tx, row, now)
    await queueMail(tx, deps, user_id, {
      kind: 'subscription ended',
      plan: planOf(row.plan).title,
      ended_at: now.toISOString(),
      reason: 'deleted'
    })
  }
  await resetProvider(tx, customer)
}

/** When to look next without an event: at a renewal, or when kept tokens end. */
function nextLook({ subscriptions }: Look, now: number): Date | null {
  const times = subscriptions.flatMap(subscription => {
    if (hasEnded(subscription, now) || isAttempt(subscription.status)) return []
    const until = tokensUntil(subscription)
    return [until !== null && !subscription.cancelAtPeriodEnd ? until : subscription.periodEnd + AFTER_RENEWAL_MS]
  })
  // A change that is overdue is checked again after an hour.
  const soonest = Math.min(...times)
  return Number.isFinite(soonest) ? new Date(Math.max(soonest, now + 3_600_000)) : null
}

/** A person's subscriptions and monthly tokens while a look is stored. */
class Account {
  held: Allowance = NO_ALLOWANCE
  private readonly tx: Transaction
  private readonly deps: Dependencies
  private readonly customer: CustomerRow
  private readonly look: Look
  /** Our rows, by the provider's ids. */
  private readonly rows = new Map<string, SubscriptionRow>()
  private readonly payments: Map<string, PaymentRow>
  /** The subscriptions for which this look already sends a mail about a declined renewal. */
  private readonly declined = new Set<string>()

  private constructor(tx: Transaction, deps: Dependencies, customer: CustomerRow, look: Look, payments: PaymentRow[]) {
    this.tx = tx
    this.deps = deps
    this.customer = customer
    this.look = look
    this.payments = new Map(payments.map(payment => [payment.invoice ?? '', payment]))
  }

  /** Loads the person's rows and matches them with the look. */
  static async read(
    tx: Transaction,
    deps: Dependencies,
    customer: CustomerRow,
    look: Look,
    monthly: number
  ): Promise<Account> {
    const { user_id, mode } = customer
    const known = await listSubscriptions(tx, user_id, mode)
    const account = new Account(tx, deps, customer, look, await listInvoices(tx, user_id, mode))
    for (const subscription of look.subscriptions) {
      const row =
        known.find(({ provider }) => provider === subscription.id) ??
        known.find(({ id, provider }) => provider === null && id === subscription.row)
      account.rows.set(
        subscription.id,
        row ? await account.named(row, subscription) : await account.found(subscription)
      )
    }
    account.held = { ...(await account.allowance()), monthly }
    return account
  }

  /**
   * Stores the provider's id of our row. The process may have died after it created the subscription and before it
   * stored the id.
   */
  private async named(row: SubscriptionRow, { id }: LookedSubscription): Promise<SubscriptionRow> {
    if (row.provider === null) await updateSubscription(this.tx, row.id, { provider: id })
    return { ...row, provider: id }
  }

  /**
   * Inserts a subscription that has no row here, for example after a backup was restored. It counts after its first
   * paid invoice.
   */
  private found({ id, plan, since, endedAt }: LookedSubscription): Promise<SubscriptionRow> {
    return insertFound(this.tx, {
      user_id: this.customer.user_id,
      mode: this.customer.mode,
      provider: id,
      plan,
      status: 'found',
      started_at: new Date(since),
      // Without a paid invoice it is not the current subscription.
      ended_at: new Date(endedAt ?? since)
    })
  }

  /** The source of the monthly tokens, by our own rows. */
  private async allowance(): Promise<Omit<Allowance, 'monthly'>> {
    const current = await findCurrent(this.tx, this.customer.user_id)
    if (!current?.provider) return NO_ALLOWANCE
    const looked = this.look.subscriptions.find(({ id }) => id === current.provider)
    const paid = [...this.payments.values()]
      .filter(({ subscription_id, state }) => subscription_id === current.id && state === 'paid')
      .toSorted((a, b) => Number(a.paid_at) - Number(b.paid_at))
    return {
      plan: current.plan,
      subscription: current.provider,
      since: looked?.since ?? current.started_at.getTime(),
      invoice: paid.at(-1)?.invoice ?? null
    }
  }

  /** Paid invoices and ended subscriptions that are not stored yet. */
  newFacts(): Fact[] {
    const now = this.deps.clock.now()
    const paid = this.look.invoices
      .filter(({ id, status }) => status === 'paid' && this.payments.get(id)?.state !== 'paid')
      .flatMap((invoice): Fact[] => {
        const subscription = this.subscriptionOf(invoice)
        if (!subscription) return []
        const { id, since } = subscription
        const plan = planOfInvoice(subscription, invoice)
        return [
          { type: 'paid', at: invoice.paidAt ?? invoice.createdAt, invoice: invoice.id, subscription: id, since, plan }
        ]
      })
    const paying = new Set(paid.map(fact => fact.subscription))
    const ended = this.look.subscriptions
      .filter(subscription => hasEnded(subscription, now))
      .filter(({ id }) => this.rows.get(id)?.ended_at === null || paying.has(id))
      .map(
        (subscription): Fact => ({ type: 'ended', at: tokensUntil(subscription) ?? now, subscription: subscription.id })
      )
    return [...paid, ...ended]
  }

  private subscriptionOf({ subscription }: LookedInvoice): LookedSubscription | undefined {
    return this.look.subscriptions.find(({ id }) => id === subscription)
  }

  /** Stores a fact and its changes of the monthly tokens. */
  async apply(fact: Fact): Promise<void> {
    if (fact.type === 'paid') await this.storePaid(fact.invoice)
    const before = this.held
    const { held, entries } = applyFact(before, fact)
    this.held = held
    for (const entry of entries) await this.write(entry)
    if (fact.type === 'ended' && before.subscription === fact.subscription) await this.tellEnd(fact, before.plan)
  }

  private async write({ action, amount, invoice }: MonthlyEntry): Promise<void> {
    const { user_id } = this.customer
    const payment = invoice === null ? undefined : this.payments.get(invoice)
    // Tokens without a payment come from an operator, so their removal is a correction.
    const entry = payment ? { action, subjectId: payment.id } : { action: 'correction' as const }
    await changeBalance(this.tx, user_id, { bucket: 'monthly', amount, ...entry }, dateAt(this.deps.clock))
  }

  private async storePaid(id: string): Promise<void> {
    const invoice = this.look.invoices.find(each => each.id === id)
    if (!invoice) throw new Error(`invoice ${id} is not there`)
    const payment = await this.storeInvoice(invoice, 'paid')
    const { plan, amount, currency, uses } = payment
    if (plan === null) return
    await this.tell({
      kind: 'subscription receipt',
      plan: planOf(plan).title,
      is_renewal: invoice.isRenewal,
      tokens: uses / 100,
      amount,
      currency,
      paid_at: new Date(invoice.paidAt ?? invoice.createdAt).toISOString(),
      period_start: new Date(invoice.periodStart).toISOString(),
      period_end: new Date(invoice.periodEnd).toISOString(),
      card: cardOf(payment),
      reference: payment.number ?? '',
      is_test: this.customer.mode !== 'live'
    })
  }

  private async storeInvoice(invoice: LookedInvoice, state: PaymentRow['state']): Promise<PaymentRow> {
    const known = this.payments.get(invoice.id)
    const card = this.look.cards.find(({ is_default }) => is_default)
    const change = {
      state,
      amount: invoice.amount,
      intent: invoice.intent,
      card_brand: card?.brand ?? known?.card_brand ?? null,
      card_last4: card?.last4 ?? known?.card_last4 ?? null,
      period_start: new Date(invoice.periodStart),
      period_end: new Date(invoice.periodEnd),
      attempts: invoice.attempts,
      paid_at: state === 'paid' ? new Date(invoice.paidAt ?? invoice.createdAt) : null,
      ...(state === 'paid' ? await this.signed(known) : {})
    }
    if (known) {
      await updatePayment(this.tx, known.id, change)
      const changed = { ...known, ...change }
      this.payments.set(invoice.id, changed)
      return changed
    }
    const subscription = this.subscriptionOf(invoice)
    const row = subscription && this.rows.get(subscription.id)
    if (!subscription || !row) throw new Error(`invoice ${invoice.id} is of no subscription`)
    const payment = await insertPayment(this.tx, {
      ...change,
      user_id: this.customer.user_id,
      mode: this.customer.mode,
      kind: 'plan',
      invoice: invoice.id,
      subscription_id: row.id,
      plan: planOfInvoice(subscription, invoice),
      currency: invoice.currency,
      uses: allowanceOf(planOfInvoice(subscription, invoice)),
      created_at: new Date(invoice.createdAt)
    })
    this.payments.set(invoice.id, payment)
    return payment
  }

  /** The number of an invoice and the payer's name, fixed on the day of the payment. */
  private async signed(known: PaymentRow | undefined): Promise<{ number: string; payer: string }> {
    const { user_id, mode } = this.customer
    const { name } = await getContact(this.tx, user_id)
    return { payer: known?.payer ?? name, number: known?.number ?? (await nextNumber(this.tx, mode)) }
  }

  /** Stores declined renewals and void invoices. */
  async storeOpenInvoices(): Promise<void> {
    for (const invoice of this.look.invoices) {
      const known = this.payments.get(invoice.id)
      const subscription = this.subscriptionOf(invoice)
      if (!subscription || known?.state === 'paid') continue
      if (invoice.status === 'void' || invoice.status === 'uncollectible') {
        if (known?.state === 'open') await this.storeInvoice(invoice, 'void')
      } else if (invoice.status === 'open' && invoice.isRenewal && invoice.attempts > (known?.attempts ?? 0)) {
        const payment = await this.storeInvoice(invoice, 'open')
        // The mail about the end reports the last attempt. An earlier version of the app did not count attempts.
        const isNews = !known || (known.attempts > 0 && invoice.nextAttempt !== null)
        if (!isNews) continue
        this.declined.add(subscription.id)
        await this.tellDeclined(subscription, payment, invoice.nextAttempt)
      }
    }
  }

  private tellDeclined(
    { plan, periodEnd }: LookedSubscription,
    payment: PaymentRow,
    nextAttempt: number | null
  ): Promise<void> {
    return this.tell({
      kind: 'renewal failed',
      plan: planOf(payment.plan ?? plan).title,
      amount: payment.amount,
      currency: payment.currency,
      card: cardOf(payment),
      tokens_until: new Date(periodEnd).toISOString(),
      next_attempt: dateOrNull(nextAttempt)?.toISOString() ?? null
    })
  }

  /** Stores the subscriptions. @returns charges that the provider must not make */
  async storeSubscriptions(): Promise<Unwanted> {
    const now = this.deps.clock.now()
    const { subscription: current, since } = this.held
    const unwanted: Unwanted = { subscriptions: [], invoices: [], intents: [] }
    if (this.look.subscriptions.some(({ id }) => id === current))
      await endElsewhere(this.tx, this.customer, new Date(now))
    // Store ended subscriptions first, because a person can have only one open subscription.
    const last = ({ id }: LookedSubscription) => Number(id === current)
    for (const subscription of this.look.subscriptions.toSorted((a, b) => last(a) - last(b))) {
      const row = this.rows.get(subscription.id)
      if (!row) continue
      const isReplaced = current !== null && subscription.id !== current && subscription.since < since
      const isOver = hasEnded(subscription, now) || subscription.status === 'incomplete_expired'
      const isGone = (isReplaced || isOver) && !isAttempt(subscription.status)
      if (isGone && subscription.endedAt === null) unwanted.subscriptions.push(subscription.id)
      unwanted.invoices.push(...this.look.invoices.filter(invoice => isUnwanted(invoice, subscription, isGone)))
      if (isReplaced) unwanted.intents.push(...this.paidInVain(subscription))
      const until = tokensUntil(subscription)
      if (subscription.id === current && !isOver && until !== null && row.end_date === null) {
        await this.tellEndToCome(subscription, until)
      }
      await updateSubscription(this.tx, row.id, {
        ...this.plansOf(subscription, row),
        status: this.statusOf(subscription, row),
        period_end: new Date(subscription.periodEnd),
        end_date: dateOrNull(until),
        failed_at: isFailing(subscription) ? (row.failed_at ?? new Date(now)) : null,
        ended_at: isOver || isReplaced ? (row.ended_at ?? new Date(now)) : this.endOf(subscription, row)
      })
    }
    return unwanted
  }

  /** The plan of the last paid period, and the smaller plan that follows it (D-161). */
  private plansOf({ id, next, price }: LookedSubscription, row: SubscriptionRow) {
    const plan = (id === this.held.subscription ? this.held.plan : null) ?? row.plan
    return { plan, next_plan: next && next.price === price && next.plan !== plan ? next.plan : null }
  }

  /** Payments for periods after another subscription replaced this one. */
  private paidInVain({ id, since }: LookedSubscription): string[] {
    const paid = this.look.invoices.flatMap(({ paidAt, ...invoice }) =>
      paidAt === null ? [] : [{ ...invoice, paidAt }]
    )
    const replacedAt = Math.min(
      ...paid
        .filter(
          ({ subscription }) => (this.look.subscriptions.find(({ id }) => id === subscription)?.since ?? 0) > since
        )
        .map(({ paidAt }) => paidAt)
    )
    return paid
      .filter(({ subscription, paidAt }) => subscription === id && paidAt > replacedAt)
      .filter(invoice => this.payments.get(invoice.id)?.refunded === 0)
      .flatMap(({ intent }) => intent ?? [])
  }

  /** A new subscription stays an attempt until it is paid. Otherwise the provider's status is stored. */
  private statusOf({ id, status }: LookedSubscription, row: SubscriptionRow): string {
    const isNew = row.status === 'incomplete' && id !== this.held.subscription
    return isNew && isRunning(status) ? row.status : status
  }

  /** A subscription that was found without a row stays ended until its first paid invoice. */
  private endOf({ id }: LookedSubscription, row: SubscriptionRow): Date | null {
    return id === this.held.subscription ? null : row.ended_at
  }

  /**
   * Sends the mail about a coming end. It was cancelled here or at the provider, or the last charge of its renewal
   * failed.
   */
  private async tellEndToCome(subscription: LookedSubscription, until: number): Promise<void> {
    const { id, plan } = subscription
    if (!isUnpaid(subscription)) {
      return this.tell({
        kind: 'subscription cancelled',
        plan: planOf(this.held.plan ?? plan).title,
        ends_at: new Date(until).toISOString()
      })
    }
    const invoice = this.look.invoices.find(({ subscription: of, status }) => of === id && status === 'open')
    const payment = invoice && this.payments.get(invoice.id)
    if (payment && !this.declined.has(id)) await this.tellDeclined(subscription, payment, null)
  }

  private async tellEnd({ at, subscription }: Extract<Fact, { type: 'ended' }>, plan: PlanKey | null): Promise<void> {
    if (plan === null) return
    const looked = this.look.subscriptions.find(({ id }) => id === subscription)
    const reason = looked && isUnpaid(looked) ? 'unpaid' : 'cancelled'
    await this.tell({
      kind: 'subscription ended',
      plan: planOf(plan).title,
      ended_at: new Date(at).toISOString(),
      reason
    })
  }

  private tell(mail: Mail): Promise<void> {
    return queueMail(this.tx, this.deps, this.customer.user_id, mail)
  }
}

const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** The provider has given up on the payment. */
function isUnpaid({ status, hasFailed }: LookedSubscription): boolean {
  return status === 'unpaid' || hasFailed
}

function isFailing(subscription: LookedSubscription): boolean {
  return subscription.status === 'past_due' || isUnpaid(subscription)
}

/**
 * Whether an invoice must not be charged. An ended subscription is charged nothing. After a cancellation, a declined
 * renewal is not charged again.
 */
function isUnwanted(invoice: LookedInvoice, { id, cancelAtPeriodEnd }: LookedSubscription, isGone: boolean): boolean {
  if (invoice.subscription !== id) return false
  if (isGone) return invoice.status === 'draft' || invoice.status === 'open'
  return cancelAtPeriodEnd && invoice.status === 'open' && invoice.attempts > 0
}
