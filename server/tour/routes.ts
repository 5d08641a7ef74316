import type { FastifyInstance } from 'fastify'
import { readNewMessage } from '../../domain/tour/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { markRead } from './queries.ts'

export async function tourRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, readNewMessage, ({ body, viewer }) => markRead(deps.db, viewer.id, body.message_key))
}
