/** Slows down who guesses: passwords, join codes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Config } from '../config.ts'

/** Who asks, for a limit: one connection has a whole IPv6 network of 64 bits to choose addresses from. */
export function networkOf({ ip }: FastifyRequest): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [start = [], end] = ip.split('::').map(part => part.split(':'))
  const zeros = end === undefined ? 0 : 8 - start.length - end.length
  return [...start, ...Array(zeros).fill('0')].slice(0, 4).join(':')
}

/** At most `max` calls in ten minutes for each key; more are refused with 429. */
export function attemptLimit(
  app: FastifyInstance,
  { rateLimits }: Config,
  max: number,
  keyOf: (request: FastifyRequest) => string
): (request: FastifyRequest) => Promise<void> {
  if (!rateLimits) return async () => {}
  const check = app.createRateLimit({ max, timeWindow: '10 minutes', keyGenerator: keyOf })
  return async request => {
    const result = await check(request)
    if (!result.isAllowed && result.isExceeded) refuse({ kind: 'tooMany', retryAfter: result.ttlInSeconds })
  }
}
