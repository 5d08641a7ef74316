/** Limits attempts, to slow down guessing: a number per ten minutes (`ATTEMPTS`). Further attempts get 429. */
import type { FastifyRequest } from 'fastify'
import {
  ATTEMPTS,
  ATTEMPTS_WITHIN,
  type AttemptKey,
  GUESSES_AT_ONCE,
  MOST_WAITING_GUESSES,
  RETRY_BUSY,
  tryAgainIn
} from '../../../domain/lib/limits.ts'
import { type Refusal, Refused, refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Use } from './counters.ts'
import { createSlotsByKey } from './slots.ts'

type Needs = Pick<Dependencies, 'config' | 'clock' | 'counters'>

/**
 * The address that a limit counts. For IPv6 it is the network of 64 bits, because one connection can use all addresses
 * in it.
 */
export function networkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [start = [], end] = ip.split('::').map(part => part.split(':'))
  const zeros = end === undefined ? 0 : 8 - start.length - end.length
  return [...start, ...Array(zeros).fill('0')].slice(0, 4).join(':')
}

/** One attempt, in the format of the counters. @internal */
export function useOf({ config }: Pick<Needs, 'config'>, name: AttemptKey, who: string): Use {
  const most = name === 'registrations' ? config.registrationsPerAddress : ATTEMPTS[name].most
  return { key: `${name}: ${who}`, amount: 1, most, withinMs: ATTEMPTS_WITHIN * 1000 }
}

/**
 * Returns a function that counts an attempt, or refuses it.
 * @param keyOf the counted key; required when the limit is not by address or by person
 */
export function attemptLimit(
  deps: Needs,
  name: AttemptKey,
  keyOf: (request: FastifyRequest) => string = KEYS[ATTEMPTS[name].by] ?? noKey
): (request: FastifyRequest) => Promise<void> {
  if (!deps.config.rateLimits) return async () => {}
  return request => takeUse(deps, useOf(deps, name, keyOf(request)))
}

/**
 * Returns a function that runs a guess and counts it only if it is wrong. The guess is counted first and taken back if
 * it is right, so that guesses sent at once cannot exceed the limit. For this reason only a few guesses of one address
 * run at once.
 */
export function guessLimit(
  deps: Needs,
  name: AttemptKey,
  isWrong: (refusal: Refusal) => boolean
): <Value>(request: FastifyRequest, guess: () => Promise<Value>) => Promise<Value> {
  if (!deps.config.rateLimits) return (_, guess) => guess()
  const inTurn = createSlotsByKey<string>({
    atOnce: GUESSES_AT_ONCE,
    mostWaiting: MOST_WAITING_GUESSES,
    refuseBusy: () => refuse({ kind: 'tooMany', retryAfter: RETRY_BUSY })
  })
  return (request, guess) => {
    const address = networkOf(request)
    return inTurn(address, async () => {
      const use = useOf(deps, name, address)
      await takeUse(deps, use)
      let isCounted = false
      try {
        return await guess()
      } catch (error) {
        isCounted = error instanceof Refused && isWrong(error.refusal)
        throw error
      } finally {
        if (!isCounted) await deps.counters.giveBack(use)
      }
    })
  }
}

/** Counts a use, or refuses it. @param text names the limit; without it the refusal speaks of attempts */
export async function takeUse(
  { clock, counters }: Pick<Needs, 'clock' | 'counters'>,
  use: Use,
  text?: string
): Promise<void> {
  const full = await counters.count([use])
  if (!full) return
  const retryAfter = Math.ceil((full.until - clock.now()) / 1000)
  refuse({ kind: 'tooMany', retryAfter, ...(text ? { message: `${text} ${tryAgainIn(retryAfter)}` } : {}) })
}

const KEYS: Record<string, ((request: FastifyRequest) => string) | undefined> = {
  address: networkOf,
  person: request => String(request.viewer?.id)
}

function noKey(): never {
  throw new Error('this limit needs the parameter keyOf')
}
