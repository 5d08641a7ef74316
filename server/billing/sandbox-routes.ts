/**
 * The sandbox calls that pages make, with the publishable key only. They replace the calls of the provider's script.
 */
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { attemptLimit } from '../lib/limits/rate-limit.ts'
import type { PageCalls } from './provider.ts'

/**
 * Serves `/sandbox/v1/…` with and without `/api`. The app's check that writes come from our own pages applies here too.
 */
export async function sandboxRoutes(
  app: FastifyInstance,
  deps: Pick<Dependencies, 'config' | 'clock' | 'counters'>,
  sandbox: PageCalls
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
        body: typeof request.body === 'string' ? request.body : ''
      })
      return reply.status(status).headers(headers).send(body)
    }
  })
}
