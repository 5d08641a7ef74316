/**
 * Calls with the same key at the same moment share one result; nothing is kept afterwards. The result is one object for
 * all of them, so nobody changes it.
 * @param until how long others may join. `done`: until the result is there, which is then older than a call by no more
 * than the time that it takes to make it; a popular link brings many visitors at once, and all of them see the same.
 * `sent`: until this turn of the event loop ends, which is when its statement is sent (db/shared-reads.ts), so that the
 * result is as new for each of them as one of their own.
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
