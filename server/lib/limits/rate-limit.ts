/** Slows down who guesses: passwords, join codes. At most so many calls in ten minutes; more are refused with 429. */
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'

/** Who asks, for a limit: one connection has a whole IPv6 network of 64 bits to choose addresses from. */
export function networkOf({ ip }: FastifyRequest): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [start = [], end] = ip.split('::').map(part => part.split(':'))
  const zeros = end === undefined ? 0 : 8 - start.length - end.length
  return [...start, ...Array(zeros).fill('0')].slice(0, 4).join(':')
}

const WITHIN_MS = 10 * 60_000

/** @param name what is tried, unlike all other names @param keyOf who tries */
export function attemptLimit(
  { config, clock, counters }: Pick<Dependencies, 'config' | 'clock' | 'counters'>,
  name: string,
  most: number,
  keyOf: (request: FastifyRequest) => string
): (request: FastifyRequest) => Promise<void> {
  if (!config.rateLimits) return async () => {}
  return async request => {
    const full = await counters([{ key: `${name}: ${keyOf(request)}`, amount: 1, most, withinMs: WITHIN_MS }])
    if (full) refuse({ kind: 'tooMany', retryAfter: Math.ceil((full.until - clock.now()) / 1000) })
  }
}
