import type { FastifyInstance } from 'fastify'
import {
  addPaymentMethod,
  cancelSubscription as cancelCall,
  cancelOwnSubscription,
  choosePaymentMethod,
  confirmSubscription as confirmCall,
  createSubscription,
  endText,
  invoicePage,
  invoicesPage,
  pricingPage,
  removePaymentMethod,
  SUBSCRIBED,
  subscribePage
} from '../../domain/billing/api.ts'
import { PLANS, productOf } from '../../domain/billing/plans.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage, bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { getContact } from './customer-rows.ts'
import { addCard, chooseCard, removeCard, wireCards } from './customers.ts'
import { eventRoutes } from './events.ts'
import { cardOf } from './payment-rows.ts'
import { checkoutOf } from './provider.ts'
import { findPayment, listPayments, toWireInvoice } from './queries.ts'
import { cancelSubscription, confirmSubscription, subscribe } from './subscribe.ts'
import { findCurrent, type SubscriptionRow, toWireSubscription } from './subscription-rows.ts'

export async function billingRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  const products = PLANS.map(productOf)
  await app.register(async scope => eventRoutes(scope, deps))

  bindPage(app, deps, pricingPage, async () => ({ products }))

  bindPage(app, deps, subscribePage, async ({ viewer }) => {
    const [current, payment_methods] = viewer
      ? await Promise.all([findCurrent(db, viewer.id), wireCards(deps, viewer.id)])
      : [null, []]
    return {
      products: products.filter(({ key }) => key !== null),
      payment_methods,
      subscription: current && toWireSubscription(current),
      checkout: checkoutOf(deps)
    }
  })

  bindPersonalPage(app, deps, invoicesPage, async ({ viewer, query }) => {
    const rows = await listPayments(db, viewer.id, sliceOf(query, config.perPage))
    return { invoices: rows.map(toWireInvoice) }
  })

  bindPersonalPage(app, deps, invoicePage, async ({ viewer, params }) => {
    const row = (await findPayment(db, viewer.id, readId(params.invoice))) ?? refuse({ kind: 'notFound' })
    return {
      invoice: toWireInvoice(row),
      ...(await getContact(db, viewer.id)),
      tokens: row.uses / USES_PER_TOKEN,
      period_start: row.period_start?.toISOString() ?? null,
      period_end: row.period_end?.toISOString() ?? null,
      card: cardOf(row)
    }
  })

  bindSignedIn(app, createSubscription, async ({ viewer, params, body }) => {
    const { type, clientSecret, subscription } = await subscribe(
      deps,
      viewer.id,
      params.product,
      body?.default_payment_method ?? null
    )
    return { type, clientSecret, subscription: toWireSubscription(subscription) }
  })

  bindSignedIn(app, confirmCall, async ({ viewer, params }) => {
    const subscription = await confirmSubscription(deps, viewer.id, readId(params.subscription))
    return { message: SUBSCRIBED, subscription: toWireSubscription(subscription), ...NO_ERROR }
  })

  const cancelled = (row: SubscriptionRow) => {
    const subscription = toWireSubscription(row)
    return { message: subscription.end_date ? endText(subscription.end_date) : '', subscription, ...NO_ERROR }
  }

  bindSignedIn(app, cancelCall, async ({ viewer, params }) => {
    return cancelled(await cancelSubscription(deps, viewer.id, readId(params.subscription)))
  })

  bindSignedIn(app, cancelOwnSubscription, async ({ viewer, query }) => {
    const named = query.subscription
    const id = named === undefined ? null : readId(String(named))
    return cancelled(await cancelSubscription(deps, viewer.id, id))
  })

  bindSignedIn(app, addPaymentMethod, async ({ viewer, body }) => {
    const clientSecret = await addCard(deps, viewer.id, body.payment_method)
    return { clientSecret, payment_methods: await wireCards(deps, viewer.id), ...NO_ERROR }
  })

  bindSignedIn(app, choosePaymentMethod, async ({ viewer, body }) => {
    await chooseCard(deps, viewer.id, body.payment_method)
    return { payment_methods: await wireCards(deps, viewer.id), ...NO_ERROR }
  })

  bindSignedIn(app, removePaymentMethod, async ({ viewer, body }) => {
    await removeCard(deps, viewer.id, body.payment_method)
    return { payment_methods: await wireCards(deps, viewer.id), ...NO_ERROR }
  })
}
