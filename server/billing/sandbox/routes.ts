/** The calls that the provider's script makes from a page, for the sandbox: with the publishable key alone. */
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { attemptLimit } from '../../lib/limits/rate-limit.ts'
import type { Sandbox } from './server.ts'

/** Serves `/sandbox/v1/…`, as all calls with and without `/api`. That a write comes from our own pages is checked for all routes of the app. */
export async function sandboxRoutes(
  app: FastifyInstance,
  deps: Pick<Dependencies, 'config' | 'clock' | 'counters'>,
  sandbox: Sandbox
): Promise<void> {
  const limit = attemptLimit(deps, 'sandboxCalls')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, body)
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/api/sandbox/v1/*',
    bodyLimit: 65_536,
    schema: { hide: true } as object,
    async handler(request, reply) {
      await limit(request)
      const { status, headers, body } = await sandbox.handle({
        method: request.method,
        url: request.url.replace(/^\/api\/sandbox/, ''),
        authorization: request.headers.authorization,
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
        body: typeof request.body === 'string' ? request.body : ''
      })
      return reply.status(status).headers(headers).send(body)
    }
  })
}
