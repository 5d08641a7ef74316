import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/accounts/access-tokens/api.ts'
import { endApp } from '../../../domain/accounts/apps/api.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindSignedIn } from '../../lib/bind.ts'
import { dateAt } from '../../lib/clock.ts'
import { readId } from '../../lib/id.ts'
import { bindPersonalPage } from '../../lib/pages/pages.ts'
import { deleteApp, listApps } from '../app-rows.ts'
import { createAccessToken } from './access-tokens.ts'
import { deleteAccessToken, listAccessTokens, toWireAccessToken } from './token-rows.ts'

export async function accessTokenRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock } = deps

  bindPersonalPage(app, deps, api.accessTokensPage, async ({ viewer }) => ({
    tokens: (await listAccessTokens(db, viewer.id)).map(toWireAccessToken),
    apps: await listApps(db, viewer.id, dateAt(clock))
  }))

  bindSignedIn(app, deps, api.createAccessToken, ({ viewer, body }) => createAccessToken(deps, viewer, body))

  bindSignedIn(app, deps, api.endAccessToken, async ({ viewer, params }) => {
    if (!(await deleteAccessToken(db, viewer.id, readId(params.access)))) refuse({ kind: 'notFound' })
    return {}
  })

  bindSignedIn(app, deps, endApp, async ({ viewer, params }) => {
    if (!(await deleteApp(db, viewer.id, readId(params.app)))) refuse({ kind: 'notFound' })
    return {}
  })
}
