/** Routes for operators: health, readiness, metrics and the API document. */

import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Config } from '../lib/config.ts'
import { QUIET } from '../lib/log.ts'
import { OPEN } from '../lib/security/members-only.ts'
import { isForwarded } from '../lib/security/proxy.ts'
import { version } from '../lib/version.ts'
import { addFigures } from './figures.ts'
import { processMetrics } from './process-metrics.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const READY_MS = 2000
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Machines watch these in every hut. */
const WATCHED = { config: { ...QUIET.config, ...OPEN.config } }

/** Binds the routes for operators. @param hasRoom whether the disk of the database has room */
export async function operatorRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  hasRoom: () => Promise<boolean>
): Promise<void> {
  const { db, replica, bus, config, metrics: registry } = deps
  const registries = [processMetrics(), registry]
  // With about 450 routes, one metric with both status and bucket would have too many lines. So they are two metrics, and
  // the buckets are few: a request is quick, slow or too slow.
  const requests = new Counter({
    name: 'hut_http_requests_total',
    help: 'Requests, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry]
  })
  const seconds = new Histogram({
    name: 'hut_http_request_duration_seconds',
    help: 'Time to response, by route',
    labelNames: ['method', 'route'],
    buckets: [0.2, 1],
    registers: [registry]
  })
  new Gauge({
    name: 'hut_database_connections',
    help: 'Connections of the pool, in use and idle',
    registers: [registry],
    collect() {
      this.set(db.$client.totalCount)
    }
  })
  if (replica) {
    new Gauge({
      name: 'hut_database_replica_used',
      help: '1 while pages are read from the replica, 0 while it is away or too far behind',
      registers: [registry],
      collect() {
        this.set(replica.db() ? 1 : 0)
      }
    })
  }
  addFigures(registry, deps)
  app.addHook('onResponse', async (request, reply) => {
    const method = request.method
    const route = routeOf(request)
    requests.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` })
    seconds.observe({ method, route }, reply.elapsedTime / 1000)
  })

  app.get('/healthz', WATCHED, async () => ({ status: 'ok', version }))

  app.get('/readyz', WATCHED, async (request, reply) => {
    const [database, messages, disk] = await Promise.all([
      soon(
        db.$client.query('select 1').then(
          () => true,
          error => {
            request.log.warn({ err: error }, 'the database does not respond')
            return false
          }
        )
      ),
      soon(bus.ping()),
      hasRoom()
    ])
    const isReady = database && disk && !deps.isDraining()
    // A node without its bus still serves everything and only learns of other nodes' changes later. All nodes lose the
    // bus at the same time, so it does not make a node unready.
    const state = { database, bus: messages, disk, ...(deps.isDraining() ? { draining: true } : {}) }
    return reply.status(isReady ? 200 : 503).send(state)
  })

  app.get('/metrics', WATCHED, async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '')
    if (!isLocal(request, config) && (config.metricsToken === null || token !== config.metricsToken)) {
      refuse({ kind: 'forbidden' })
    }
    const texts = await Promise.all(registries.map(one => one.metrics()))
    return reply.type(registry.contentType).send(texts.join('\n'))
  })

  app.get('/api/openapi.json', async () => app.swagger())
}

/** Limits the wait, so that a hanging check does not block the readiness response. */
async function soon(isThere: Promise<boolean>): Promise<boolean> {
  const waiting = new AbortController()
  const late = setTimeout(READY_MS, false, { signal: waiting.signal }).catch(() => false)
  const first = await Promise.race([isThere, late])
  waiting.abort()
  return first
}

/** The label of a route. Files and unknown addresses share one label each, because their number is unlimited. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unknown'
  // Few requests, over many routes.
  if (url.startsWith('/api/admin/')) return '/api/admin/*'
  return /\.\w+$/.test(url) && !url.startsWith('/api/') ? 'file' : url
}

/**
 * Whether a program on this machine made the request directly. A proxy on this machine connects from the same address.
 * If the settings or the request indicate a proxy, no request counts as local.
 */
function isLocal(request: FastifyRequest, { appUrl, trustProxy }: Config): boolean {
  if (!LOOPBACK.includes(request.socket.remoteAddress ?? '') || isForwarded(request)) return false
  const isBehindProxy = trustProxy !== false || (appUrl !== null && !OWN_NAMES.includes(new URL(appUrl).hostname))
  const name = request.headers.host?.replace(/:\d+$/, '') ?? ''
  return !isBehindProxy && OWN_NAMES.includes(name)
}
