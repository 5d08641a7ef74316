/** Slows down who guesses: passwords, join codes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Config } from './config.ts'

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
