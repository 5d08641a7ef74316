import type { FastifyInstance } from 'fastify'
import { deleteAccount as deleteAccountCall, keepAccount as keepAccountCall } from '../../domain/deletion/api.ts'
import { getMe } from '../accounts/me-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { attemptLimit } from '../lib/limits/rate-limit.ts'
import { deleteAccount, keepAccount } from './deletion.ts'

export async function deletionRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const limitPerPerson = attemptLimit(deps, 'deletions')

  bindSignedIn(app, deps, deleteAccountCall, async ({ body, viewer, request }) => {
    await limitPerPerson(request)
    await deleteAccount(deps, viewer, body.password ?? '')
    return { user: await getMe(deps, viewer) }
  })

  bindSignedIn(app, deps, keepAccountCall, async ({ viewer }) => {
    await keepAccount(deps, viewer.id)
    return { user: await getMe(deps, viewer) }
  })
}
