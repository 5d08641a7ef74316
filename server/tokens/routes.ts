import type { FastifyInstance } from 'fastify'
import { tokensPage } from '../../domain/tokens/api.ts'
import { bindPage } from '../lib/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import type { House } from '../parts.ts'
import { findBalance, listLedger } from './queries.ts'

export async function tokenRoutes(app: FastifyInstance, house: House): Promise<void> {
  const { db, config } = house
  bindPage(app, house, tokensPage, async ({ viewer, query }) => {
    if (!viewer) return { balance: null, ledger: [] }
    const [balance, ledger] = await Promise.all([
      findBalance(db, viewer.id),
      listLedger(db, viewer.id, sliceOf(query, config.perPage))
    ])
    return { balance, ledger }
  })
}
