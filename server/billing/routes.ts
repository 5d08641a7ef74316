import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/billing/api.ts'
import * as invoiceApi from '../../domain/billing/invoice-api.ts'
import { PLANS, productOf } from '../../domain/billing/plans.ts'
import * as subscriptionApi from '../../domain/billing/subscription-api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { NO_ERROR } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage, bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { isFreeHut } from '../tokens/balance-rows.ts'
import { findPlan } from './account.ts'
import { bindPayment } from './bind-payment.ts'
import { addCard, chooseCard, removeCard, wireCards } from './cards.ts'
import { getContact } from './customer-rows.ts'
import { eventRoutes } from './events.ts'
import { cardOf, type PaymentRow } from './payment-rows.ts'
import { checkoutOf } from './provider.ts'
import { findPayment, listPayments, toWireInvoice } from './queries.ts'
import { cancelSubscription, confirmSubscription, payRenewal, subscribe } from './subscribe.ts'
import { type SubscriptionRow, toWireSubscription } from './subscription-rows.ts'

/** Binds the pages and calls of billing. */
export async function billingRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  const listed = () => (isFreeHut(deps) ? [] : PLANS.map(productOf))
  await app.register(async scope => eventRoutes(scope, deps))

  bindPage(app, deps, api.pricingPage, async () => ({ products: listed() }))

  bindPage(app, deps, api.subscribePage, async ({ viewer }) => {
    const [plan, payment_methods] = viewer
      ? await Promise.all([findPlan(deps, viewer.id), wireCards(deps, viewer.id)])
      : [{ subscription: null, renewal: null }, []]
    return {
      products: listed().filter(({ key }) => key !== null),
      payment_methods,
      ...plan,
      checkout: checkoutOf(deps)
    }
  })

  bindPersonalPage(app, deps, invoiceApi.invoicesPage, async ({ viewer, query }) => {
    const rows = await listPayments(db, viewer.id, sliceOf(query, config.perPage))
    return { invoices: rows.map(toWireInvoice) }
  })

  bindPersonalPage(app, deps, invoiceApi.invoicePage, async ({ viewer, params }) => {
    const row = (await findPayment(db, viewer.id, readId(params.invoice))) ?? refuse({ kind: 'notFound' })
    return {
      invoice: toWireInvoice(row),
      ...(await payerOf(deps, viewer.id, row)),
      tokens: row.uses / USES_PER_TOKEN,
      period_start: row.period_start?.toISOString() ?? null,
      period_end: row.period_end?.toISOString() ?? null,
      card: cardOf(row)
    }
  })

  bindPayment(app, deps, subscriptionApi.createSubscription, async ({ viewer, params, body }) => {
    const { type, clientSecret, subscription } = await subscribe(deps, viewer.id, {
      product: params.product,
      card: body?.default_payment_method ?? null,
      when: body?.when ?? 'period_end'
    })
    return { type, clientSecret, subscription: toWireSubscription(subscription) }
  })

  bindPayment(app, deps, subscriptionApi.confirmSubscription, async ({ viewer, params }) => {
    const subscription = await confirmSubscription(deps, viewer.id, readId(params.subscription))
    return { message: api.SUBSCRIBED, subscription: toWireSubscription(subscription), ...NO_ERROR }
  })

  bindPayment(app, deps, subscriptionApi.payRenewal, async ({ viewer, params }) => {
    const { clientSecret, subscription } = await payRenewal(deps, viewer.id, readId(params.subscription))
    const message = subscription.status === 'active' ? api.RENEWAL_PAID : ''
    return { clientSecret, message, subscription: toWireSubscription(subscription), ...NO_ERROR }
  })

  const cancelled = ({ time_zone }: { time_zone: string }, row: SubscriptionRow) => {
    const subscription = toWireSubscription(row)
    const { end_date } = subscription
    return { message: end_date ? api.endText(end_date, time_zone) : '', subscription, ...NO_ERROR }
  }

  bindPayment(app, deps, subscriptionApi.cancelSubscription, async ({ viewer, params }) => {
    return cancelled(viewer, await cancelSubscription(deps, viewer.id, readId(params.subscription)))
  })

  bindPayment(app, deps, subscriptionApi.cancelOwnSubscription, async ({ viewer, query }) => {
    const named = query.subscription
    const id = named === undefined ? null : readId(String(named))
    return cancelled(viewer, await cancelSubscription(deps, viewer.id, id))
  })

  bindPayment(app, deps, api.addPaymentMethod, async ({ viewer, body }) => {
    const clientSecret = await addCard(deps, viewer.id, body.payment_method)
    return { clientSecret, payment_methods: await wireCards(deps, viewer.id), ...NO_ERROR }
  })

  bindPayment(app, deps, api.choosePaymentMethod, async ({ viewer, body }) => {
    await chooseCard(deps, viewer.id, body.payment_method)
    return { payment_methods: await wireCards(deps, viewer.id), ...NO_ERROR }
  })

  bindPayment(app, deps, api.removePaymentMethod, async ({ viewer, body }) => {
    await removeCard(deps, viewer.id, body.payment_method)
    return { payment_methods: await wireCards(deps, viewer.id), ...NO_ERROR }
  })
}

/** The payer's name on the day of the payment. Before the payment it is the current name. */
async function payerOf({ db }: Dependencies, userId: number, { payer }: PaymentRow) {
  const { name, email } = await getContact(db, userId)
  return { name: payer ?? name, email }
}
