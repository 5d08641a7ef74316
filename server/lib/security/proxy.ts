/** What requests say about the proxies that they came through. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip'
] as const

export function isForwarded({ headers }: FastifyRequest): boolean {
  return FORWARDED.some(name => headers[name] !== undefined)
}

/** Says once that a proxy is there which `TRUST_PROXY` does not name: until it does, all people share one limit. */
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
