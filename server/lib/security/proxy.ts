/** Detects proxies from the headers of a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Headers that a proxy adds. */
export const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip'
] as const

/** Whether a request came through a proxy. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return FORWARDED.some(name => headers[name] !== undefined)
}

/** Warns once about a proxy that `TRUST_PROXY` does not name. Without the setting all people share one limit. */
export function warnOfProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && isForwarded(request)) {
      isSaid = true
      app.log.warn(
        'Requests come through a proxy, and TRUST_PROXY is not set: all people share the limits on attempts. ' +
          `If your proxy runs on this machine, set TRUST_PROXY=loopback, else its address`
      )
    }
    done()
  })
}
