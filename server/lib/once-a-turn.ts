/**
 * Calls with the same key in one turn of the event loop share one result. Their statement is sent when the turn ends
 * (db/shared-reads.ts), so the result is as new for each of them as one of their own.
 */
export function onceATurn<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const turn = new Map<string, Promise<Value>>()
  return (key, make) => {
    const known = turn.get(key)
    if (known) return known
    if (turn.size === 0) setImmediate(() => turn.clear())
    const result = make()
    turn.set(key, result)
    return result
  }
}
