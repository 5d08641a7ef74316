/** Refuses calls while the event loop is blocked. */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { BUSY, refuse } from '../../../domain/lib/refusal.ts'

const LONGEST_DELAY_MS = 3000
const RETRY_SECONDS = 5
/**
 * Milliseconds after the start in which delays do not count. Loading the app blocks the event loop too, on a busy
 * machine for seconds.
 */
const STARTING_MS = 5000

/** Returns 503 with Retry-After while the event loop is blocked for longer than three seconds. */
export async function refuseUnderPressure(app: FastifyInstance): Promise<void> {
  let isStarting = true
  app.addHook('onListen', async () => {
    setTimeout(() => {
      isStarting = false
    }, STARTING_MS).unref()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: LONGEST_DELAY_MS,
    pressureHandler: () => {
      if (!isStarting) refuse({ ...BUSY, retryAfter: RETRY_SECONDS })
    }
  })
}
