import type { Clock } from '../clock.ts'

interface Limits {
  /** Milliseconds from the request of a value until it expires. */
  keptFor: number
  /** The most cached values. Another value is made for its caller only. */
  most: number
}

/** A cache for a moment: calls with the same key share one result until it expires. Failures are not cached. */
export function briefCache<Value>(clock: Clock, { keptFor, most }: Limits) {
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
