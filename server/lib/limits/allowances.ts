/** Counts what each person uses of the limited actions (domain/lib/limits.ts). */
import { isModerator } from '../../../domain/accounts/user.ts'
import {
  type AllowanceKey,
  FIRST_DAY,
  type FirstDayKey,
  firstDayText,
  type LimitedAccount,
  lowerLimitsEnd
} from '../../../domain/lib/first-day.ts'
import { ALLOWANCES, tryAgainIn } from '../../../domain/lib/limits.ts'
import { own } from '../../../domain/lib/own.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Counters, Use } from './counters.ts'

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
}: Needs): (person: LimitedAccount, amounts: Amounts) => Promise<void> {
  if (!config.rateLimits) return async () => {}
  return async (person, amounts) => {
    const now = clock.now()
    const end = lowerLimitsEnd(person, isModerator(person), now)
    const uses: Use[] = []
    for (const [key, amount] of Object.entries(amounts)) {
      const usual = own(ALLOWANCES, key)
      if (usual) uses.push(toUse(`${key} ${person.id}`, amount, usual))
      const first = end === null ? undefined : own(FIRST_DAY, key)
      if (first) uses.push(toUse(`${key} ${person.id} ${NEW}`, amount, first))
    }
    const full = await counters.count(uses)
    if (!full) return
    const [key, , isNew] = full.key.split(' ') as [AllowanceKey, string, string?]
    const until = isNew ? Math.min(full.until, end ?? full.until) : full.until
    const retryAfter = Math.ceil((until - now) / 1000)
    const message = isNew
      ? firstDayText(key as FirstDayKey, until, now)
      : `${own(ALLOWANCES, key)?.message} ${tryAgainIn(retryAfter)}`
    refuse({ kind: 'tooMany', retryAfter, message })
  }
}

/** The end of the key of a lower limit. */
const NEW = 'new'

function toUse(key: string, amount: number, { most, within }: { most: number; within: number }): Use {
  return { key, amount, most, withinMs: within * 1000 }
}
