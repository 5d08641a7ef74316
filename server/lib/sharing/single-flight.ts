/**
 * Lets calls with the same key share one result. Nothing is cached afterwards. All calls get the same object, so nobody
 * may change it.
 * @param until how long other calls may join. `done`: until the result arrives. The result may be older than a call by
 * the time that it takes to make. This helps when a popular link brings many visitors at once. `sent`: until this turn
 * of the event loop ends, when the statement is sent (db/shared-reads.ts). The result is then as fresh for each call as
 * its own.
 */
export function singleFlight<Value>(
  until: 'done' | 'sent'
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const underway = new Map<string, Promise<Value>>()
  return (key, make) => {
    const known = underway.get(key)
    if (known) return known
    const forget = (): unknown => underway.delete(key)
    if (until === 'sent') setImmediate(forget)
    const result = make()
    underway.set(key, result)
    if (until === 'done') result.then(forget, forget)
    return result
  }
}
