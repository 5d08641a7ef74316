import type { FastifyInstance } from 'fastify'
import { isAdmin } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { addFreeTokens, FREE_TOKENS_ADDED, REDEEMED, redeemAvailable, tokensPage } from '../../domain/tokens/api.ts'
import { LEDGER_ACTIONS, totalUses } from '../../domain/tokens/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR, showTokensLeft } from '../lib/bind.ts'
import { bindPage } from '../lib/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { addFree, redeem, tokensIn } from './pool.ts'
import { getPool } from './pool-rows.ts'
import { findBalance, hasRedeemed, listLedger } from './queries.ts'

export async function tokenRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  bindPage(app, deps, tokensPage, async ({ viewer, query }) => {
    const pool = tokensIn(await getPool(db))
    if (!viewer) return { balance: null, ledger: [], pool, redeemed: false }
    const reason = LEDGER_ACTIONS.find(action => action === query.reason) ?? null
    const [balance, ledger, redeemed] = await Promise.all([
      findBalance(db, viewer.id),
      listLedger(db, viewer.id, reason, sliceOf(query, config.perPage)),
      hasRedeemed(db, viewer.id)
    ])
    return { balance, ledger, pool, redeemed }
  })

  bindSignedIn(app, redeemAvailable, async ({ viewer, reply }) => {
    const redeemed = await redeem(deps, viewer.id)
    showTokensLeft(reply, totalUses(redeemed.balance))
    return { message: REDEEMED, ...redeemed, ...NO_ERROR }
  })

  bindSignedIn(app, addFreeTokens, async ({ viewer, body, key }) => {
    if (!isAdmin(viewer)) refuse({ kind: 'forbidden' })
    return { message: FREE_TOKENS_ADDED, pool: await addFree(deps, viewer.id, body.amount, key), ...NO_ERROR }
  })
}
