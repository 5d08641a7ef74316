import type { Clock } from './clock.ts'

interface Limits {
  /** Until this time (ms) has passed since a value was asked for. */
  keptFor: number
  /** As many values at most; a further one is made for its caller alone. */
  most: number
}

/** Calls with the same key share one result, for a moment after it was made too. A failure is not kept. */
export function keptShortly<Value>(clock: Clock, { keptFor, most }: Limits) {
  const kept = new Map<string, Promise<Value>>()
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key)
    if (known) return known
    const value = make()
    if (kept.size >= most) return value
    kept.set(key, value)
    const forget = clock.after(keptFor, () => kept.delete(key))
    value.catch(() => {
      forget()
      kept.delete(key)
    })
    return value
  }
}
