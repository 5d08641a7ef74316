/** Counts what each person uses of the limited actions (domain/lib/limits.ts). */
import { ALLOWANCES, type AllowanceKey, tryAgainIn } from '../../../domain/lib/limits.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Counters } from './counters.ts'

export type Amounts = Partial<Record<AllowanceKey, number>>

interface Needs {
  clock: Clock
  config: Config
  counters: Counters
}

/** Returns a function that takes from a person's allowances, or refuses with 429. */
export function createAllowances({
  clock,
  config,
  counters
}: Needs): (person: number, amounts: Amounts) => Promise<void> {
  if (!config.rateLimits) return async () => {}
  return async (person, amounts) => {
    const wanted = Object.entries(amounts) as [AllowanceKey, number][]
    const uses = wanted.map(([allowance, amount]) => {
      const { most, within } = ALLOWANCES[allowance]
      return { key: `${allowance} ${person}`, amount, most, withinMs: within * 1000 }
    })
    const full = await counters.count(uses)
    if (!full) return
    const [allowance] = full.key.split(' ') as [AllowanceKey]
    const retryAfter = Math.ceil((full.until - clock.now()) / 1000)
    refuse({
      kind: 'tooMany',
      retryAfter,
      message: `${ALLOWANCES[allowance].message} ${tryAgainIn(retryAfter)}`
    })
  }
}
