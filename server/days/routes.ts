import type { FastifyInstance } from 'fastify'
import { updateDays } from '../../domain/days/api.ts'
import { getMe } from '../accounts/viewer-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { updateCalendar } from './queries.ts'

export async function dayRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, updateDays, async ({ body: { client_uuid: _, ...calendar }, viewer }) => {
    await updateCalendar(deps.db, viewer.id, calendar)
    return { user: await getMe(deps, viewer) }
  })
}
