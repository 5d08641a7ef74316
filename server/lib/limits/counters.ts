/**
 * How much somebody did of something in a while: in this process, where it is the only one. Nodes that share a database
 * count there (`counter-rows.ts`), so that a limit holds however a balancer spreads the tries.
 */
import type { Clock } from '../clock.ts'

export interface Use {
  key: string
  amount: number
  most: number
  withinMs: number
}

/** What is used up, and when it starts anew, in ms since 1970. */
export interface Full {
  key: string
  until: number
}

export interface Counters {
  /** Counts each use that has room, and returns the first that has none. The time of a key runs from its first use. */
  count: (uses: Use[]) => Promise<Full | null>
  /** Takes back a use that was counted, if its time still runs. */
  giveBack: (use: Use) => Promise<void>
}

/** Keys whose time is over are forgotten when so many are known. */
const MOST_KNOWN = 10_000

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
