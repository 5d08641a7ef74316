import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/accounts/access-tokens/api.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindSignedIn } from '../../lib/bind.ts'
import { readId } from '../../lib/id.ts'
import { bindPersonalPage } from '../../lib/pages/pages.ts'
import { createAccessToken } from './access-tokens.ts'
import { deleteAccessToken, listAccessTokens, toWireAccessToken } from './token-rows.ts'

export async function accessTokenRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  bindPersonalPage(app, deps, api.accessTokensPage, async ({ viewer }) => ({
    tokens: (await listAccessTokens(db, viewer.id)).map(toWireAccessToken)
  }))

  bindSignedIn(app, deps, api.createAccessToken, ({ viewer, body }) => createAccessToken(deps, viewer, body))

  bindSignedIn(app, deps, api.endAccessToken, async ({ viewer, params }) => {
    if (!(await deleteAccessToken(db, viewer.id, readId(params.access)))) refuse({ kind: 'notFound' })
    return {}
  })
}
