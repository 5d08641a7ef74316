/**
 * Counts how much someone did within a time, in this process. Nodes that share a database count there
 * (`counter-rows.ts`), so that a limit holds for all nodes together.
 */
import type { Clock } from '../clock.ts'

export interface Use {
  key: string
  amount: number
  most: number
  withinMs: number
}

/** The key that is used up, and when its time ends, in ms since 1970. */
export interface Full {
  key: string
  until: number
}

export interface Counters {
  /** Counts each use that fits, and returns the first that does not. The time of a key starts with its first use. */
  count: (uses: Use[]) => Promise<Full | null>
  /** Takes back a counted use if its time has not ended. */
  giveBack: (use: Use) => Promise<void>
}

/** Above this number, expired keys are removed. */
const MOST_KNOWN = 10_000

/** Counters in the memory of this process. */
export function memoryCounters(clock: Clock): Counters {
  const known = new Map<string, { amount: number; until: number }>()
  return {
    async count(uses) {
      const now = clock.now()
      let full: Full | null = null
      for (const { key, amount, most, withinMs } of uses) {
        const before = known.get(key)
        const used = before && before.until > now ? before : { amount: 0, until: now + withinMs }
        if (used.amount + amount > most) full ??= { key, until: used.until }
        else known.set(key, { ...used, amount: used.amount + amount })
      }
      if (known.size > MOST_KNOWN) for (const [key, { until }] of known) if (until <= now) known.delete(key)
      return full
    },
    async giveBack({ key, amount }) {
      const used = known.get(key)
      if (used && used.until > clock.now()) known.set(key, { ...used, amount: Math.max(0, used.amount - amount) })
    }
  }
}
