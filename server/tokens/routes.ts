import type { FastifyInstance } from 'fastify'
import { tokensPage } from '../../domain/tokens/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindPage } from '../lib/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { findBalance, listLedger } from './queries.ts'

export async function tokenRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  bindPage(app, deps, tokensPage, async ({ viewer, query }) => {
    if (!viewer) return { balance: null, ledger: [] }
    const [balance, ledger] = await Promise.all([
      findBalance(db, viewer.id),
      listLedger(db, viewer.id, sliceOf(query, config.perPage))
    ])
    return { balance, ledger }
  })
}
