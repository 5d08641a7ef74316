import type { FastifyInstance } from 'fastify'
import { cheerLog } from '../../domain/cheers/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { cheer } from './cheers.ts'

export async function cheerRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, cheerLog, async ({ params, body, viewer }) => {
    const cheered = body?.cheered ?? 1
    return { cheers: await cheer(deps, viewer, readId(params.log), cheered === 1), cheered, ...NO_ERROR }
  })
}
