/** What each person has used of what is limited for a while (domain/lib/limits.ts), kept in this process. */
import { ALLOWANCES, type AllowanceKey, tryAgainIn } from '../../../domain/lib/limits.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Resources } from '../../dependencies.ts'

interface Used {
  amount: number
  /** When the count starts anew, in ms since 1970. */
  until: number
}

/** Whoever has used nothing lately is forgotten when so many are known. */
const MOST_KNOWN = 10_000

/** Returns a function that takes from an allowance of a person, or refuses with 429. */
export function createAllowances({
  clock,
  config
}: Pick<Resources, 'clock' | 'config'>): (person: number, key: AllowanceKey, amount?: number) => void {
  if (!config.rateLimits) return () => {}
  const known = new Map<string, Used>()
  return (person, key, amount = 1) => {
    const now = clock.now()
    const { most, within, message } = ALLOWANCES[key]
    const name = `${key} ${person}`
    const before = known.get(name)
    const used = before && before.until > now ? before : { amount: 0, until: now + within * 1000 }
    if (used.amount + amount > most) {
      const retryAfter = Math.ceil((used.until - now) / 1000)
      refuse({ kind: 'tooMany', retryAfter, message: `${message} ${tryAgainIn(retryAfter)}` })
    }
    used.amount += amount
    known.set(name, used)
    if (known.size > MOST_KNOWN) for (const [other, { until }] of known) if (until <= now) known.delete(other)
  }
}
