/** For operators: health, readiness, metrics and the API document. */

import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export async function operatorRoutes(app: FastifyInstance, { db, bus, hub, config }: Dependencies): Promise<void> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to response, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.2, 1, 5],
    registers: [registry]
  })
  new Gauge({
    name: 'realtime_sockets',
    help: 'Sockets in rooms of this node',
    registers: [registry],
    collect() {
      this.set(hub.size())
    }
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, in use and idle',
    registers: [registry],
    collect() {
      this.set(db.$client.totalCount)
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  const hidden = { schema: { hide: true } as object }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (request, reply) => {
    const [database, messages] = await Promise.all([
      db.$client.query('select 1').then(
        () => true,
        error => {
          request.log.warn({ err: error }, 'the database does not response')
          return false
        }
      ),
      bus.ping()
    ])
    return reply.status(database && messages ? 200 : 503).send({ database, bus: messages })
  })

  app.get('/metrics', hidden, async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '')
    // The address of the connection itself: a forwarded one can be made up.
    const isLocal = LOOPBACK.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
    if (!isLocal && (config.metricsToken === null || token !== config.metricsToken)) refuse({ kind: 'forbidden' })
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  app.get('/api/openapi.json', hidden, async () => app.swagger())
}
