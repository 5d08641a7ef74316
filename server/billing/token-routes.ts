import type { FastifyInstance } from 'fastify'
import { PACK_PRICE } from '../../domain/billing/purchase.ts'
import { getPaymentIntent, PURCHASED, purchaseTokens, tokensPage } from '../../domain/billing/tokens-api.ts'
import { addFreeTokens, FREE_TOKENS_ADDED, REDEEMED, redeemAvailable } from '../../domain/tokens/api.ts'
import { LEDGER_ACTIONS, totalUses, USES_PER_TOKEN, usesLeft } from '../../domain/tokens/tokens.ts'
import { needAdmin } from '../accounts/rights.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { findBalance, isFreeHut } from '../tokens/balance-rows.ts'
import { hasRedeemed, listLedger } from '../tokens/history-rows.ts'
import { redeem, tokensIn } from '../tokens/pool.ts'
import { getPool } from '../tokens/pool-rows.ts'
import { bindPayment } from './bind-payment.ts'
import { wireCards } from './cards.ts'
import { changePoolAsAdmin } from './change-pool.ts'
import { checkoutOf } from './provider.ts'
import { claimPurchase, preparePurchase } from './purchases/purchase.ts'

export async function tokenRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  bindPage(app, deps, tokensPage, async ({ viewer, query }) => {
    const pool = tokensIn(await getPool(db))
    const checkout = checkoutOf(deps)
    if (!viewer) return { balance: null, ledger: [], pool, redeemed: false, payment_methods: [], checkout }
    const reason = LEDGER_ACTIONS.find(action => action === query.reason) ?? null
    const [balance, ledger, redeemed, payment_methods] = await Promise.all([
      findBalance(db, viewer.id),
      listLedger(db, viewer.id, reason, sliceOf(query, config.perPage)),
      hasRedeemed(db, viewer.id),
      wireCards(deps, viewer.id)
    ])
    const free = isFreeHut(deps) && balance ? { monthly: 0, free: usesLeft(balance, true), purchased: 0 } : null
    return { balance: free ?? balance, ledger, pool, redeemed, payment_methods, checkout }
  })

  bindPayment(app, deps, redeemAvailable, async ({ viewer, reply }) => {
    const redeemed = await redeem(deps, viewer.id)
    showTokensLeft(reply, totalUses(redeemed.balance))
    return { message: REDEEMED, ...redeemed, ...NO_ERROR }
  })

  bindSignedIn(app, deps, addFreeTokens, async ({ viewer, body, key }) => {
    needAdmin(viewer)
    const pool = await changePoolAsAdmin(deps, viewer, { tokens: body.amount, reason: null }, key)
    return { message: FREE_TOKENS_ADDED, pool, ...NO_ERROR }
  })

  bindPayment(app, deps, getPaymentIntent, async ({ viewer, query }) => {
    return { client_secret: await preparePurchase(deps, viewer.id, query.token_pool === '1'), ...PACK_PRICE }
  })

  bindPayment(app, deps, purchaseTokens, async ({ viewer, body, reply }) => {
    const { uses, to_pool } = await claimPurchase(deps, viewer.id, body.paymentIntent, body.token_pool === 1)
    const [balance, pool] = await Promise.all([findBalance(db, viewer.id), getPool(db)])
    if (!balance) throw new Error(`user ${viewer.id} has no balance`)
    showTokensLeft(reply, totalUses(balance))
    return {
      message: PURCHASED,
      tokens: uses / USES_PER_TOKEN,
      token_pool: to_pool ? (1 as const) : (0 as const),
      balance,
      pool: tokensIn(pool),
      ...NO_ERROR
    }
  })
}
