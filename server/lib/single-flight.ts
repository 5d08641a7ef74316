/**
 * Visitors who ask for the same page at the same moment share one result: a popular link brings many people at once,
 * and all of them see the same. Nothing is kept afterwards, so a result is older than a request by no more than the
 * time that it takes to make it.
 */
export function singleFlight(): (key: string, make: () => Promise<string>) => Promise<string> {
  const underway = new Map<string, Promise<string>>()
  return (key, make) => {
    const known = underway.get(key)
    if (known) return known
    const response = make().finally(() => underway.delete(key))
    underway.set(key, response)
    return response
  }
}
