import type { FastifyInstance } from 'fastify'
import { planSchema } from '../../domain/plans/plan-schema.ts'
import { sendText } from '../lib/http/conditional.ts'
import { OPEN } from '../lib/security/members-only.ts'

/** The JSON Schema of plan files. Its address never changes: another version has another address. */
export async function planRoutes(app: FastifyInstance): Promise<void> {
  let text = ''
  app.get('/schemas/plan-1.json', { schema: { hide: true } as object, ...OPEN }, async (request, reply) => {
    text ||= JSON.stringify(planSchema())
    return sendText(request, reply, { type: 'application/schema+json', text, seconds: 86_400 })
  })
}
