import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/admin/money-api.ts'
import { needProof } from '../accounts/proof.ts'
import { needAdmin } from '../accounts/rights.ts'
import { bindPayment } from '../billing/bind-payment.ts'
import { changePoolAsAdmin } from '../billing/change-pool.ts'
import { needPayments } from '../billing/provider.ts'
import { refundPayment } from '../billing/refunds.ts'
import type { Dependencies } from '../dependencies.ts'
import { NO_ERROR } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { bindAdminFile } from './bind-file.ts'
import { moneyFile, moneyOf, wantedOf } from './money.ts'

/** Binds the admin's page of money and its actions. When payments are turned off, they return 409 (D-147). */
export async function moneyRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps

  bindPersonalPage(app, deps, api.moneyPage, async ({ viewer, query }) => {
    needAdmin(viewer)
    return moneyOf(deps, wantedOf(deps, query), sliceOf(query, config.perPage))
  })

  bindAdminFile(app, deps, '/api/admin/money.csv', 'export_money', query => {
    needPayments(deps)
    const wanted = wantedOf(deps, query)
    return { name: `${wanted.show}.csv`, lines: moneyFile(db, wanted) }
  })

  bindPayment(app, deps, api.refundPayment, async ({ viewer, params, body }) => {
    needAdmin(viewer)
    needProof(deps, viewer)
    await refundPayment(deps, viewer, readId(params.invoice), body.reason)
    return NO_ERROR
  })

  bindPayment(app, deps, api.changePool, async ({ viewer, body, key }) => {
    needAdmin(viewer)
    return { pool: await changePoolAsAdmin(deps, viewer, body, key), ...NO_ERROR }
  })
}
