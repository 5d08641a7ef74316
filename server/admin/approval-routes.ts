import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/admin/approvals.ts'
import { needAdmin } from '../accounts/rights.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { listWaiting } from './approval-rows.ts'
import { approveAccount, refuseAccount } from './approvals.ts'

export async function approvalRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindPersonalPage(app, deps, api.approvalsPage, async ({ viewer }) => {
    needAdmin(viewer)
    return { accounts: await listWaiting(deps.db) }
  })

  bindSignedIn(app, deps, api.approveAccount, async ({ viewer, params }) => {
    needAdmin(viewer)
    await approveAccount(deps, viewer, readId(params.user))
    return {}
  })

  bindSignedIn(app, deps, api.refuseAccount, async ({ viewer, params }) => {
    needAdmin(viewer)
    await refuseAccount(deps, viewer, readId(params.user))
    return {}
  })
}
