/** The address at which assistants use the hut for a person (docs/decisions/0074). */
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Documented } from '../lib/documented.ts'
import { texts } from '../lib/http/errors.ts'
import { mayOpenSocket } from '../lib/security/csrf.ts'
import { resourceMetadataOf } from './oauth/addresses.ts'
import { type Ready, readyTools } from './tool-list.ts'

const ADDRESS = '/api/mcp'

/** @param documented the calls that the features have documented, which the tools use */
export async function assistantRoutes(
  app: FastifyInstance,
  { config }: Dependencies,
  documented: readonly Documented[]
): Promise<void> {
  const schema = { hide: true } as object
  const resourceMetadata = resourceMetadataOf(config)
  let tools: Ready[] | null = null

  app.post(ADDRESS, { schema, config: { subject: null, resourceMetadata, isOpen: true } }, async (request, reply) => {
    const { host, origin } = request.headers
    if (!mayOpenSocket(config, host, origin)) {
      refuse({ kind: 'forbidden', message: 'This request came from another site.' })
    }
    const { scopes } = request
    if (scopes === null) {
      void reply.header('www-authenticate', `Bearer resource_metadata="${resourceMetadata}"`)
      return refuse({ kind: 'unauthenticated', message: 'Send an access token.' })
    }
    tools ??= readyTools(documented, config)
    const { answer } = await import('./mcp.ts')
    const response = await answer({ app, config, tools }, request, scopes)
    const type = response.headers.get('content-type')
    if (type !== null) void reply.type(type)
    return reply.status(response.status).send(await response.text())
  })

  // Nothing is sent without a question, and there is no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: ADDRESS,
    schema,
    config: { isOpen: true },
    handler: (_, reply) => reply.status(405).header('allow', 'POST').send(texts('This address takes POST only.'))
  })
}
